import 'server-only'
import { wizard } from '@/lib/content/booking'
import { fieldsOf } from '@/lib/forms/fields'
import { type Form, forms, type LeadKind, leadKinds } from '@/lib/forms/forms'
import type { Query } from '@/lib/leads/store/database'
import { leadHeads, type Report, type Row, type Section, sum, titleByCampaign } from './make-report'

/** The report on the leads of a time, which begins with the visits of the whole days in it. */
export async function withVisits(
  report: Report,
  read: Query,
  since: number,
  until = Number.MAX_SAFE_INTEGER,
): Promise<Report> {
  const select = 'SELECT campaign, name, SUM(count) AS count FROM visit_counts'
  const where = 'WHERE day >= $1 AND day < $2 GROUP BY campaign, name'
  const visits = await read(`${select} ${where}`, [since, until])
  const [sent, leads] = report.tallies
  if (visits.length + report.sections.length === 0) return { ...report, range: nothingYet }
  const count = (name: string, campaign?: string) => {
    const ofName = visits.filter((row) => row.name === name)
    const found = ofName.filter((row) => campaign === undefined || row.campaign === campaign)
    return sum(found.map((row) => Number(row.count)))
  }
  // The page of the booking is its form.
  const opened = (kind: LeadKind) => count(kind === 'booking' ? '/book-demo' : `${kind} opened`)

  const ways = leadKinds.flatMap((kind) => {
    const counts = [count('entry'), opened(kind), count(`${kind} begun`), sum(sent.of(kind))]
    return ['opened', 'begun', 'sent'].map((stage, index): Row => {
      const [before = 0, after = 0] = counts.slice(index)
      return [`${kind} ${stage}`, [after, share(after, before)]]
    })
  })
  const later = [2, 3, 4].map((step) => count(`booking step ${step}`))
  const reached = [opened('booking'), ...later, sum(sent.of('booking'))]
  const left = reached.map((all, index) => Math.max(0, all - (reached[index + 1] ?? all)))
  const steps = wizard.steps.map(({ label }, index): Row => {
    const [all = 0, lost = 0] = [reached[index], left[index]]
    const mark = lost > 0 && lost === Math.max(...left) ? ' (most)' : ''
    return [`${index + 1} ${label}`, [all - lost, lost, share(lost, all) + mark]]
  })
  const refused = leadKinds.flatMap((kind) =>
    fieldsOf<Form>(forms[kind]).map(({ name, label }): Row => {
      const times = count(`${kind} ${name}`)
      return [`${kind}: ${label}`, [times, share(times, count(`${kind} begun`))]]
    }),
  )
  const entered = visits.flatMap(({ name, campaign }) => (name === 'entry' ? String(campaign) : []))
  const campaigns = [...new Set([...entered, ...leads.names])].map((name): Row => {
    const [entries, counts] = [count('entry', name), leads.of(name)]
    const bars = counts.map((each) => (entries > 0 ? each / entries : 0))
    return [name, [entries, ...counts, share(sum(counts), entries)], bars]
  })

  const byFirst = ([a, [most]]: Row, [b, [other]]: Row) =>
    Number(other) - Number(most) || (a < b ? -1 : 1)
  const rows: Row[] = [['entries', [count('entry'), '']], ...ways]
  const isRefused = ([, [times]]: Row) => times !== 0
  const sections: Section[] = [
    { title: 'From visit to lead', head: ['Visitors', 'Count', 'Of those before'], rows, note },
    { title: 'Booking by step', head: ['Step', 'Went on', 'Left', 'Share'], rows: steps },
    {
      title: 'Refused fields',
      head: ['Field', 'Forms', 'Of those begun'],
      rows: refused.filter(isRefused).sort(byFirst),
    },
    {
      title: titleByCampaign,
      head: ['Campaign', 'Entries', ...leadHeads, 'Leads of entries'],
      rows: campaigns.sort(byFirst),
    },
    ...report.sections.filter(({ title }) => title !== titleByCampaign),
  ]
  return { ...report, sections: sections.filter(({ rows }) => rows.length > 0) }
}

const note =
  'A form counts once for each time its page is shown. Without scripts it counts only as sent, and no page is counted.'
const nothingYet =
  'No leads and no visits. Here will stand how many visitors open, begin, and send each form, at which step they leave the booking, which fields refuse what they enter, and how many leads the entries of each campaign bring.'

function share(part: number, whole: number): string {
  return whole > 0 ? `${((100 * part) / whole).toFixed(1)}%` : ''
}
