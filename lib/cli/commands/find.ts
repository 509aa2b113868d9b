import 'server-only'
import type { Command } from '../command'
import { formatLeadTable } from '../formats'
import { withJournal } from '../open-journal'
import { leadsOf, readPerson } from '../person'
import { printAll } from '../terminal'

export const find: Command = {
  argument: 'EMAIL|PHONE|-',
  description:
    'List the leads of a person, but not those of others whose notes name the person. With -, reads the person from standard input.',
  run: withJournal(async (journal, argument) =>
    printAll(formatLeadTable([await leadsOf(await readPerson(argument), journal.store)])),
  ),
}
