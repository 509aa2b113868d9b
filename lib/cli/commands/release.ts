import 'server-only'
import { OpsError } from '@/lib/server/log'
import type { Command } from '../command'
import { withJournal } from '../open-journal'
import { print } from '../terminal'

const usualPerMinute = 6

export const release: Command = {
  argument: '[ID]',
  options: ['reason', 'since', 'until', 'per-minute'],
  description: `Send a held lead after all, or all that are held for the same reason. Of these, ${usualPerMinute} become due each minute, the newest first, or as many as --per-minute says.`,
  run: withJournal(async (journal, id, { filter, isFiltered, perMinute = usualPerMinute }) => {
    if (id ? isFiltered : filter.reasons.length === 0)
      throw new OpsError(
        'Give the id of one lead, or --reason for all leads with this reason, also with --since, --until, and --per-minute.',
      )
    if (!id) {
      const released = await journal.makeAllDue({ ...filter, states: ['held'] }, perMinute)
      return print(`Released leads, ${perMinute} a minute: ${released}.`)
    }
    if ((await journal.makeDue(['held'], id)) === 0)
      throw new OpsError(`There is no held lead ${id}.`)
    print(`${id} is released and will be sent with the next due leads.`)
  }),
}
