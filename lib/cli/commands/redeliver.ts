import 'server-only'
import type { LeadState } from '@/lib/leads/lead'
import { OpsError } from '@/lib/server/log'
import type { Command } from '../command'
import { withJournal } from '../open-journal'
import { confirm, print } from '../terminal'

const dayMs = 86_400_000
/** Older leads are sent only if ops say so, because their visitors no longer wait for a call. */
const redeliverDays = 7

export const redeliver: Command = {
  argument: '[ID]',
  options: ['since', 'per-minute', 'delivered', 'yes'],
  description: `Send pending and dead leads of the last ${redeliverDays} days again, or one by its id. With --since, those since another time. With --delivered, those that were delivered. One by its id can be delivered, too. The server sends them, the newest first. With --per-minute, so many of them become due each minute.`,
  run: withJournal(async (journal, id, { filter, isFiltered, perMinute, delivered, yes }) => {
    if (id) {
      if (isFiltered || perMinute || delivered)
        throw new OpsError('--since, --per-minute, and --delivered are for all leads: give no id.')
      if ((await journal.makeDue(['pending', 'dead', 'delivered'], id)) === 0) {
        const state = (await journal.find(id))?.state
        if (!state) throw new OpsError(`There is no lead ${id}.`)
        throw new OpsError(
          state === 'delivered'
            ? `${id} is not sent again: its data was deleted, or it has a newer version.`
            : `${id} is not pending, dead, or delivered: its state is ${state}.`,
        )
      }
      return print(`${id} is due now. ${whenSent}`)
    }

    const states: LeadState[] = delivered ? ['delivered'] : ['pending', 'dead']
    const since = filter.since || Date.now() - redeliverDays * dayMs
    if (delivered) {
      const count = await journal.countDue({ states, since })
      await confirm(`Delivered leads that would be sent again: ${count}.`, yes)
    }
    const due = await journal.makeAllDue({ states, since }, perMinute)
    const pace = perMinute ? `${perMinute} a minute, ` : ''
    print(`Leads that are due now, ${pace}the newest first: ${due}. ${whenSent}`)
    const older = delivered ? 0 : await journal.countDue({ states, until: since })
    if (older > 0)
      print(
        `Older leads that are not sent: ${older}. To send them too, add --since, such as --since 30d.`,
      )
  }),
}

const whenSent = 'A running server sends within seconds, the cron job at its next call.'
