import 'server-only'
import { wizard } from '@/lib/content/booking'
import { dayInZone } from '@/lib/dates/days'
import { zone } from '@/lib/dates/zone'
import { campaignOf } from '@/lib/forms/attribution'
import { fieldsOf } from '@/lib/forms/fields'
import { type Form, forms, type LeadKind, leadKinds } from '@/lib/forms/forms'
import type { StoredLead } from '@/lib/leads/lead'
import type { Query } from '@/lib/leads/store/database'
import { within } from '@/lib/ops/conditions'
import { site } from '@/lib/site'
import { formatTable } from './formats'

/** What a report says about leads: counts, and nothing personal. Its days are those of the site's zone. */
type Report = { range: string; sections: Section[] }

type Section = { title: string; head: string[]; rows: ReportRow[]; note?: string }
type ReportRow = [name: string, cells: (number | string)[]]

/** How often something was counted, of one campaign or of all, and the campaigns that visitors came from. */
export type Visits = {
  count: (name: string, campaign?: string) => number
  campaigns: string[]
  note?: string
}

/** Those of the whole days in this time. Null if there are none. */
export async function readVisits(
  read: Query,
  since: number,
  until = Number.MAX_SAFE_INTEGER,
): Promise<Visits | null> {
  const rows = await read(
    `SELECT campaign, name, SUM(count) AS count, COUNT(*) AS days, MIN(day) AS first, MAX(day) AS last
     FROM visit_counts WHERE day >= $1 AND day < $2 GROUP BY campaign, name`,
    [since, until],
  )
  const counts = new Map<string, number>()
  for (const { campaign, name, count } of rows)
    for (const key of [`${name}`, `${name} of ${campaign || 'other'}`])
      counts.set(key, (counts.get(key) ?? 0) + Number(count))
  if (rows.length === 0) return null
  const entries = rows.filter(({ name }) => name === 'entry')
  const rest = entries.find(({ campaign }) => campaign === '')
  const dayOf = (time: unknown) => dayInZone(Number(time))
  return {
    count: (name, campaign) => counts.get(campaign ? `${name} of ${campaign}` : name) ?? 0,
    campaigns: entries.map(({ campaign }) => String(campaign || 'other')),
    note:
      rest &&
      `Days with more campaigns than have names, so that the rest is “other”: ${rest.days}, from ${dayOf(rest.first)} to ${dayOf(rest.last)}.`,
  }
}

type Tally = Map<string, [callbacks: number, bookings: number]>
const leadHeads = ['Callbacks', 'Bookings']

/** Reads each lead once, the oldest first. With visits, it begins with them. */
export async function makeReport(
  pages: AsyncIterable<readonly StoredLead[]>,
  visits?: Visits | null,
): Promise<Report> {
  const months: Tally = new Map()
  const campaigns: Tally = new Map()
  const sent = new Map<LeadKind, number>()
  const calls: Calls = {}
  let first: string | undefined
  let last = ''
  for await (const leads of pages)
    for (const lead of leads) {
      last = dayInZone(lead.createdAt)
      first ??= last
      // A change is sent by the same form.
      sent.set(lead.kind, (sent.get(lead.kind) ?? 0) + 1)
      // A changed demo is one demo, which was counted when it was booked.
      if (lead.replaces !== null) continue
      calls[lead.kind] ??= []
      calls[lead.kind]?.push(lead.calledAt && lead.calledAt - lead.createdAt)
      add(months, last.slice(0, 'yyyy-mm'.length), lead)
      add(campaigns, campaignOfLead(lead), lead)
    }
  const sections: Section[] = [
    ...(visits ? visitSections(visits, (kind) => sent.get(kind) ?? 0) : []),
    {
      title: 'From lead to call',
      head: ['Form', 'Called', 'Not called', 'Half within', 'Nine in ten within'],
      rows: callRows(calls),
    },
    {
      title: 'By campaign (source / campaign, or the site that referred)',
      head: ['Campaign', ...leadHeads, ...(visits ? ['Entries', 'Rate'] : [])],
      rows: visits ? withEntries(campaigns, visits) : largestFirst([...campaigns]),
      note: visits?.note,
    },
    { title: 'By month', head: ['Month', ...leadHeads], rows: [...months] },
  ]
  return {
    range: first ? `Received from ${first} to ${last}, in ${zone.words}.` : 'No leads.',
    sections: sections.filter(({ rows }) => rows.length > 0),
  }
}

function add(tally: Tally, name: string, { kind }: StoredLead): void {
  const counts = tally.get(name) ?? [0, 0]
  counts[kind === 'booking' ? 1 : 0]++
  tally.set(name, counts)
}

/** Unknown without scripts, and once the referrer was deleted with the personal data. */
function campaignOfLead({ extras }: StoredLead): string {
  const { attribution, purged } = extras ?? {}
  const name = attribution && campaignOf(attribution)
  return name && !(purged && name === 'direct') ? name : 'unknown'
}

function visitSections({ count }: Visits, sent: (kind: LeadKind) => number): Section[] {
  // The page of the booking is its form.
  const opened = (kind: LeadKind) => count(kind === 'booking' ? '/book-demo' : `${kind} opened`)
  const ways = leadKinds.flatMap((kind) => {
    const counts = [count('entry'), opened(kind), count(`${kind} begun`), sent(kind)]
    return ['opened', 'begun', 'sent'].map((stage, index): ReportRow => {
      const [before = 0, after = 0] = counts.slice(index)
      return [`${kind} ${stage}`, [after, share(after, before)]]
    })
  })
  const later = wizard.steps.slice(1).map((_, index) => count(`booking step ${index + 2}`))
  const reached = [opened('booking'), ...later, sent('booking')]
  const steps = wizard.steps.map(({ label }, index): ReportRow => {
    const [all = 0, next = 0] = reached.slice(index)
    const lost = Math.max(0, all - next)
    return [`${index + 1} ${label}`, [all - lost, lost, share(lost, all)]]
  })
  const refused = leadKinds.flatMap((kind) =>
    fieldsOf<Form>(forms[kind]).map(
      ({ name, label }): ReportRow => [`${kind}: ${label}`, [count(`${kind} ${name}`)]],
    ),
  )
  return [
    {
      title: 'From visit to lead',
      head: ['Visitors', 'Count', 'Of those before'],
      rows: [
        ['entries', [count('entry'), '']],
        ['demo phone', [count('demo phone'), share(count('demo phone'), count('entry'))]],
        ...ways,
      ],
      note: 'A form counts once for each time its page is shown. Without scripts it counts only as sent, and no page is counted.',
    },
    { title: 'Booking by step', head: ['Step', 'Went on', 'Left', 'Share'], rows: steps },
    {
      title: 'Refused fields',
      head: ['Field', 'Forms'],
      rows: largestFirst(refused.filter(([, [times]]) => times !== 0)),
    },
  ]
}

/** How long each visitor waited, or null if no call was told. */
type Calls = { [kind: string]: (number | null)[] }

/** None where no receiver tells of calls. */
function callRows(calls: Calls): ReportRow[] {
  const rows = Object.entries(calls).map(([kind, all]): ReportRow => {
    const waits = all.filter((wait) => wait !== null)
    const notCalled = all.length - waits.length
    return [kind, [waits.length, notCalled, within(0.5, waits), within(0.9, waits)]]
  })
  return rows.some(([, [called]]) => called !== 0) ? rows : []
}

function share(part: number, whole: number): string {
  return whole > 0 ? `${((100 * part) / whole).toFixed(1)}%` : ''
}

function withEntries(campaigns: Tally, visits: Visits): ReportRow[] {
  const rows = [...new Set([...visits.campaigns, ...campaigns.keys()])].map((name): ReportRow => {
    const [entries, counts] = [visits.count('entry', name), campaigns.get(name) ?? [0, 0]]
    return [name, [...counts, entries, share(sum(counts), entries)]]
  })
  return largestFirst(rows)
}

/** By the numbers of each row together. */
function largestFirst(rows: ReportRow[]): ReportRow[] {
  const size = ([, cells]: ReportRow) => sum(cells.filter((cell) => typeof cell === 'number'))
  return rows.toSorted((a, b) => size(b) - size(a) || (a[0] < b[0] ? -1 : 1))
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}

const maxNameLength = 50

export function textReport({ range, sections }: Report): string {
  const blocks = sections.map(({ title, head, rows, note = '' }) => {
    const lines = rows.map(([name, cells]) => [name.slice(0, maxNameLength), ...cells.map(String)])
    const table = formatTable(head, lines)
    return [title, '', ...table, note].join('\n').trimEnd()
  })
  return [`Leads of ${site.name}. ${range}`, ...blocks].join('\n\n')
}
