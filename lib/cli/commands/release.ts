import 'server-only'
import { OpsError } from '@/lib/server/log'
import type { Command } from '../command'
import { withJournal } from '../open-journal'
import { print } from '../terminal'

export const release: Command = {
  argument: '[ID]',
  options: ['reason', 'since'],
  description: 'Send a held lead after all, or all that are held for the same reason.',
  run: withJournal(async (journal, id, { reasons, since }) => {
    const namesBoth = id && (reasons.length > 0 || since > 0)
    if (namesBoth || (!id && reasons.length === 0))
      throw new OpsError(
        'Give the id of one lead, or --reason for all leads with this reason, also with --since.',
      )
    if (!id) {
      const released = await journal.release(reasons, since)
      return print(`Released leads: ${released}. They will be sent with the next due leads.`)
    }
    if ((await journal.makeDue(['held'], id)) === 0)
      throw new OpsError(`There is no held lead ${id}.`)
    print(`${id} is released and will be sent with the next due leads.`)
  }),
}
