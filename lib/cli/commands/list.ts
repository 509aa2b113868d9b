import 'server-only'
import { leadStates } from '@/lib/leads/lead'
import type { Store } from '@/lib/leads/store/database'
import type { Command } from '../command'
import { printLeads } from '../formats'
import { leadPages } from '../lead-pages'
import { journalName, withJournal } from '../open-journal'
import type { Options } from '../options'
import { printError } from '../terminal'

export const list: Command = {
  options: ['state', 'kind', 'reason', 'since', 'until'],
  description:
    'List leads by state, without personal data. This is the default command. A terminal shows the columns that fit into 100 characters, a pipe all.',
  run: withJournal((journal, _, options) => {
    printError(`Journal: ${journalName()}`)
    return printLeads(byState(journal.store, options))
  }),
}

async function* byState(store: Store, options: Options) {
  for (const state of leadStates)
    if (options.states.length === 0 || options.states.includes(state))
      yield* leadPages(store, { ...options, states: [state], omit: ['payload', 'extras'] })
}
