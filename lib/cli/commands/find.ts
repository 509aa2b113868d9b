import 'server-only'
import type { Command } from '../command'
import { withJournal } from '../open-journal'
import { leadsOf, personOf, readPerson } from '../person'
import { printLeads } from '../print-leads'
import { print } from '../terminal'

export const find: Command = {
  argument: 'EMAIL|PHONE|-',
  options: ['json'],
  description:
    'List the leads of a person. Apart from them, lists those with a text that names the address or number. With -, reads the person from standard input.',
  run: withJournal(async (journal, argument, options) => {
    const leads = await leadsOf(personOf(await readPerson(argument)), journal.store)
    if (options.json) return printLeads([leads], options)
    await printLeads([leads.filter(({ match }) => match === 'person')], options)
    const named = leads.filter(({ match }) => match === 'text')
    if (named.length === 0) return
    print('\nNot of this person, but with a text that names the address or number:\n')
    await printLeads([named], options)
  }),
}
