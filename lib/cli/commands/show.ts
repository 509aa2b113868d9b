import 'server-only'
import { OpsError } from '@/lib/server/log'
import type { Command } from '../command'
import { formatLead } from '../formats'
import { withJournal } from '../open-journal'
import { print } from '../terminal'

export const show: Command = {
  argument: 'ID',
  description: 'Print everything stored about a lead.',
  run: withJournal(async (journal, id) => {
    const lead = await journal.find(id)
    if (!lead) throw new OpsError(`There is no lead ${id}.`)
    print(formatLead(lead))
  }),
}
