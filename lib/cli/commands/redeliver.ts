import 'server-only'
import type { Journal } from '@/lib/leads/journal'
import { giveUpAfterMs } from '@/lib/leads/schedule'
import { OpsError } from '@/lib/server/log'
import type { Command } from '../command'
import { withJournal } from '../open-journal'
import { print } from '../terminal'

export const redeliver: Command = {
  argument: '[ID]',
  options: ['oldest-first', 'per-minute'],
  description:
    'Make one pending or dead lead due now, or all of them, the newest first. The server sends them. With --per-minute, so many of them become due each minute.',
  run: withJournal(async (journal, id, { oldestFirst, perMinute }) => {
    if (oldestFirst || perMinute) return redeliverInOrder(journal, id, oldestFirst, perMinute)
    const count = await journal.makeDue(['pending', 'dead'], id || undefined)
    if (id && count === 0) {
      const state = (await journal.find(id))?.state
      if (!state) throw new OpsError(`There is no lead ${id}.`)
      throw new OpsError(`${id} is not pending or dead: its state is ${state}.`)
    }
    const due = count === 1 ? '1 lead is due now.' : `${count} leads are due now.`
    print(`${due} A running server sends within seconds, the cron job at its next call.`)
  }),
}

async function redeliverInOrder(
  journal: Journal,
  id: string,
  oldestFirst: boolean,
  perMinute?: number,
): Promise<void> {
  if (id) throw new OpsError('--oldest-first and --per-minute are for all leads: give no id.')
  const states = ['pending', 'dead'] as const
  const longest = giveUpAfterMs / 60_000
  const count = perMinute ? await journal.countDue(states) : 0
  // Those that were not sent by then are given up.
  if (perMinute && count > perMinute * longest)
    throw new OpsError(
      `${count} leads would take longer than ${longest / 60} hours: give --per-minute ${Math.ceil(count / longest)} or more.`,
    )
  const changed = await journal.makeDueInOrder(states, oldestFirst, perMinute)
  const first = `the ${oldestFirst ? 'oldest' : 'newest'} first`
  print(
    perMinute
      ? `Leads that become due, ${perMinute} a minute, ${first}: ${changed}. A running server sends them. To send the rest at once, run: npm run leads -- redeliver`
      : `Leads that are due now, ${first}: ${changed}. A running server sends within seconds, the cron job at its next call.`,
  )
}
