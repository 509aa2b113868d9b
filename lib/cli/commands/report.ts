import 'server-only'
import { writeFileSync } from 'node:fs'
import type { Command } from '../command'
import { htmlReport } from '../html-report'
import { leadPages } from '../lead-pages'
import { makeReport, readVisits, textReport } from '../make-report'
import { withJournal } from '../open-journal'
import { print } from '../terminal'

export const report: Command = {
  options: ['by', 'state', 'since', 'until', 'html'],
  description:
    'Count visits and leads by form, step, campaign, and month. With --by, counts leads by another value such as utm_source. With --html, writes a page for a browser.',
  run: withJournal(async (journal, _, { by, states, since, until, html }) => {
    const leads = leadPages(journal.store, { states, since, until, withPayload: false })
    // A visit has no state.
    const isOfAll = !by && states.length === 0
    const visits = isOfAll ? await readVisits(journal.store.read, since, until) : undefined
    const report = await makeReport(leads, by, visits)
    if (!html) return print(textReport(report))
    writeFileSync(html, htmlReport(report, new Date()))
    print(`Wrote ${html}. Open it in a browser.`)
  }),
}
