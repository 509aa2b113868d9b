import 'server-only'
import type { Command } from '../command'
import { formatLeadTable } from '../formats'
import { leadPages } from '../lead-pages'
import { journalName, withJournal } from '../open-journal'
import { filterOptions } from '../options'
import { printAll, printError } from '../terminal'

export const list: Command = {
  options: [...filterOptions, 'names'],
  description:
    'List leads without personal data, the oldest first. This is the default command. With --names, adds names and businesses.',
  run: withJournal((journal, _, { filter, names }) => {
    printError(`Journal: ${journalName()}`)
    const pages = leadPages(journal.store, { ...filter, withPayload: names })
    return printAll(formatLeadTable(pages, names))
  }),
}
