import 'server-only'
import type { Command } from '../command'
import { printLeads } from '../formats'
import { leadPages } from '../lead-pages'
import { journalName, withJournal } from '../open-journal'
import { printError } from '../terminal'

export const list: Command = {
  options: ['state', 'reason', 'since', 'until'],
  description: 'List leads without personal data, the oldest first. This is the default command.',
  run: withJournal((journal, _, { states, reasons, since, until }) => {
    printError(`Journal: ${journalName()}`)
    const filter = { states, reasons, since, until, withPayload: false }
    return printLeads(leadPages(journal.store, filter))
  }),
}
