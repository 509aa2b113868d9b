import 'server-only'
import { writeFileSync } from 'node:fs'
import { countRefusals } from '@/lib/leads/taken-times'
import { OpsError } from '@/lib/server/log'
import type { Command } from '../command'
import { htmlReport } from '../html-report'
import { leadPages } from '../lead-pages'
import { csvReport, makeReport, textReport } from '../make-report'
import { withJournal } from '../open-journal'
import { print, printAll, withProgress } from '../terminal'
import { readVisits } from '../visit-sections'

export const report: Command = {
  options: ['by', 'state', 'kind', 'since', 'until', 'csv', 'html'],
  description:
    'Count visits and leads by form, step, day, and campaign, or leads by another value such as utm_source: what became of them, and their time to deliver. As text, as CSV, or as a page for a browser.',
  run: withJournal(async (journal, _, { by, states, kinds, since, until, csv, html }) => {
    if (csv && html) throw new OpsError('Use --csv or --html FILE, not both.')
    const leads = leadPages(journal.store, { states, kinds, since, until, omit: ['payload'] })
    const refusals = await countRefusals(journal.store, since, until)
    // A visit has neither a state nor a kind.
    const isOfAll = !by && states.length + kinds.length === 0
    const visits = isOfAll ? await readVisits(journal.store.read, since, until) : undefined
    const report = await makeReport(withProgress(leads, 'Counted leads'), by, refusals, visits)
    if (csv) return printAll(csvReport(report), '\r\n')
    if (!html) return print(textReport(report))
    writeFileSync(html, htmlReport(report, new Date()))
    print(`Wrote ${html}. Open it in a browser.`)
  }),
}
