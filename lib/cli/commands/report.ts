import 'server-only'
import { leadStates } from '@/lib/leads/lead'
import type { Command } from '../command'
import { leadPages } from '../lead-pages'
import { makeReport, readVisits, textReport } from '../make-report'
import { withJournal } from '../open-journal'
import { print } from '../terminal'

export const report: Command = {
  options: ['by', 'state', 'since', 'until'],
  description:
    'Count visits and leads by form, step, campaign, and month. With --by, counts leads by another value such as utm_source.',
  run: withJournal(async (journal, _, { by, filter: { states, since, until } }) => {
    // Most held leads are those of bots.
    const counted = states.length > 0 ? states : leadStates.filter((state) => state !== 'held')
    const leads = leadPages(journal.store, { states: counted, since, until, withPayload: false })
    // A visit has no state.
    const isOfAll = !by && states.length === 0
    const visits = isOfAll ? await readVisits(journal.store.read, since, until) : undefined
    const { range, ...counts } = await makeReport(leads, by, visits)
    const left = states.length > 0 ? '' : ' Held leads are not counted.'
    print(textReport({ ...counts, range: range + left }))
  }),
}
