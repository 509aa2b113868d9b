import 'server-only'
import { dayInZone } from '@/lib/dates/days'
import { zone } from '@/lib/dates/zone'
import { leadStates } from '@/lib/leads/lead'
import type { Store } from '@/lib/leads/store/database'
import type { Command } from '../command'
import { formatTable } from '../formats'
import { leadPages } from '../lead-pages'
import { journalName, withJournal } from '../open-journal'
import type { Options } from '../options'
import { printLeads } from '../print-leads'
import { printAll, printError } from '../terminal'

export const list: Command = {
  options: ['state', 'kind', 'reason', 'since', 'until', 'json', 'demos'],
  description:
    'List leads by state, without personal data. The default command. With --demos, list the booked demos from today on, or of other days.',
  run: withJournal((journal, _, options) => {
    printError(`Journal: ${journalName()}`)
    if (options.demos) return printDemos(journal.store, options)
    return printLeads(byState(journal.store, options), options)
  }),
}

/** Pages of the selected leads, grouped by state. */
async function* byState(store: Store, options: Options) {
  for (const state of leadStates)
    if (options.states.length === 0 || options.states.includes(state))
      yield* leadPages(store, { ...options, states: [state], omit: ['payload', 'extras'] })
}

/** The days of the options are those of the demos. */
async function printDemos(store: Store, { since, until = 1e14 }: Options): Promise<void> {
  const days = [since || Date.now(), until].map((time) => dayInZone(time).replaceAll('-', ''))
  const demos = await store.read(
    'SELECT demo_start, state, id FROM leads WHERE demo_start >= $1 AND demo_start < $2 ORDER BY 1, 3',
    days,
  )
  const rows = demos.map(({ demo_start, state, id }) => {
    const start = String(demo_start).replace(/^(....)(..)(..)T(..)(..)00$/, '$1-$2-$3 $4:$5')
    return [start, String(state), String(id)]
  })
  await printAll(formatTable([`demo (${zone.short})`, 'state', 'id'], rows))
}
