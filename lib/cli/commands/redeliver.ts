import 'server-only'
import { giveUpAfterMs } from '@/lib/leads/outcomes'
import { OpsError } from '@/lib/server/log'
import type { Command } from '../command'
import { withJournal } from '../open-journal'
import { print } from '../terminal'

const dayMs = 86_400_000
/** Older leads are sent only if ops say so, because their visitors no longer wait for a call. */
const redeliverDays = 7
const longestMinutes = giveUpAfterMs / 60_000

export const redeliver: Command = {
  argument: '[ID]',
  options: ['since', 'per-minute'],
  description: `Send pending and dead leads of the last ${redeliverDays} days again, or one by its id. With --since, those since another time. The server sends them, the newest first. With --per-minute, so many of them become due each minute.`,
  run: withJournal(async (journal, id, { since, perMinute }) => {
    if (id) {
      if (since || perMinute)
        throw new OpsError('--since and --per-minute are for all leads: give no id.')
      if ((await journal.makeDue(['pending', 'dead'], id)) === 0) {
        const state = (await journal.find(id))?.state
        if (!state) throw new OpsError(`There is no lead ${id}.`)
        throw new OpsError(`${id} is not pending or dead: its state is ${state}.`)
      }
      return print(`${id} is due now. ${whenSent}`)
    }

    const from = since || Date.now() - redeliverDays * dayMs
    const count = await journal.countDue(from)
    // Those that were not sent by then are given up.
    if (perMinute && count > perMinute * longestMinutes)
      throw new OpsError(
        `${count} leads would take longer than ${longestMinutes / 60} hours: give --per-minute ${Math.ceil(count / longestMinutes)} or more.`,
      )
    const due = await journal.makeAllDue(from, perMinute)
    const pace = perMinute ? `${perMinute} a minute, ` : ''
    print(`Leads that are due now, ${pace}the newest first: ${due}. ${whenSent}`)
    const older = (await journal.countDue(0)) - count
    if (older > 0)
      print(
        `Older leads that are not sent: ${older}. To send them too, add --since, such as --since 30d.`,
      )
  }),
}

const whenSent = 'A running server sends within seconds, the cron job at its next call.'
