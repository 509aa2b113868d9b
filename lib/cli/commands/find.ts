import 'server-only'
import type { Command } from '../command'
import { printLeads } from '../formats'
import { withJournal } from '../open-journal'
import { leadsOf, readPerson } from '../person'
import { print } from '../terminal'

export const find: Command = {
  argument: 'EMAIL|PHONE|-',
  description:
    'List the leads of a person. Apart from them, lists those with a text that names the address or number. With -, reads the person from standard input.',
  run: withJournal(async (journal, argument) => {
    const { own, naming } = await leadsOf(await readPerson(argument), journal.store)
    await printLeads([own])
    if (naming.length === 0) return
    print('\nNot of this person, but with a text that names the address or number:\n')
    await printLeads([naming])
  }),
}
