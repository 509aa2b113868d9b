import 'server-only'
import { leadStates } from '@/lib/leads/lead'
import type { Command } from '../command'
import { leadPages } from '../lead-pages'
import { makeReport, readVisits, textReport } from '../make-report'
import { withJournal } from '../open-journal'
import { print } from '../terminal'

export const report: Command = {
  options: ['state', 'since', 'until'],
  description: 'Count visits and leads by form, step, campaign, and month.',
  run: withJournal(async (journal, _, { filter: { states, since, until } }) => {
    // Most held leads are those of bots.
    const counted = states.length > 0 ? states : leadStates.filter((state) => state !== 'held')
    const leads = leadPages(journal.store, { states: counted, since, until, withPayload: false })
    // A visit has no state.
    const isOfAll = states.length === 0
    const visits = isOfAll ? await readVisits(journal.store.read, since, until) : undefined
    const { range, sections } = await makeReport(leads, visits)
    const left = isOfAll ? ' Held leads are not counted.' : ''
    print(textReport({ range: range + left, sections }))
  }),
}
