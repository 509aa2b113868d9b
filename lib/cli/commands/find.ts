import 'server-only'
import type { Command } from '../command'
import { printLeads } from '../formats'
import { withJournal } from '../open-journal'
import { leadsOf, readPerson } from '../person'

export const find: Command = {
  argument: 'EMAIL|PHONE|-',
  description:
    'List the leads of a person, but not those of others whose notes name the person. With -, reads the person from standard input.',
  run: withJournal(async (journal, argument) =>
    printLeads([await leadsOf(await readPerson(argument), journal.store)]),
  ),
}
