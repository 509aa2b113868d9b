import 'server-only'
import { dayInZone } from '@/lib/dates/days'
import { zone } from '@/lib/dates/zone'
import { campaignOf, isPersonal } from '@/lib/forms/attribution'
import type { LeadKind } from '@/lib/forms/forms'
import type { StoredLead } from '@/lib/leads/lead'
import { site } from '@/lib/site'
import { formatTable } from './formats'
import { largestFirst, type Row, type Section, sum } from './report-rows'
import { share, type Visits, visitSections } from './visit-sections'

/** What a report says about leads: counts, and nothing personal. Its days are those of the site's zone. */
export type Report = { title: string; range: string; sections: Section[] }

type Tally = Map<string, [callbacks: number, bookings: number]>
const leadHeads = ['Callbacks', 'Bookings']

/** Reads each lead once, the oldest first. `by` is an entry of the attribution. With visits, it begins with them. */
export async function makeReport(
  pages: AsyncIterable<readonly StoredLead[]>,
  by?: string,
  visits?: Visits | null,
): Promise<Report> {
  const months: Tally = new Map()
  const campaigns: Tally = new Map()
  const sent = new Map<LeadKind, number>()
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
      add(months, last.slice(0, 'yyyy-mm'.length), lead)
      add(campaigns, groupOf(lead, by), lead)
    }
  const sections: Section[] = [
    ...(visits ? visitSections(visits, (kind) => sent.get(kind) ?? 0) : []),
    {
      title: by ? `By ${by}` : 'By campaign (source / campaign, or the site that referred)',
      head: [by ?? 'Campaign', ...leadHeads, ...(visits ? ['Entries', 'Rate'] : [])],
      rows: visits ? withEntries(campaigns, visits) : largestFirst([...campaigns]),
    },
    { title: 'By month', head: ['Month', ...leadHeads], rows: [...months] },
  ]
  return {
    title: `Leads of ${site.name}`,
    range: first ? `Received from ${first} to ${last}, in ${zone.words}.` : 'No leads.',
    sections: sections.filter(({ rows }) => rows.length > 0).map(shorten),
  }
}

function add(tally: Tally, name: string, { kind }: StoredLead): void {
  const counts = tally.get(name) ?? [0, 0]
  counts[kind === 'booking' ? 1 : 0]++
  tally.set(name, counts)
}

function groupOf({ extras }: StoredLead, by?: string): string {
  // Another program can have stored any attribution.
  const { attribution, purged } = extras ?? {}
  const textOf = (name: string) => String(attribution?.[name] ?? '')
  // Unknown without scripts, and once the referrer was deleted with the personal data.
  const name = attribution && campaignOf(attribution)
  if (!by) return name && !(purged && name === 'direct') ? name : 'unknown'
  return textOf(by) || (purged && isPersonal(by) ? 'deleted with the personal data' : 'none')
}

function withEntries(campaigns: Tally, visits: Visits): Row[] {
  const rows = [...new Set([...visits.campaigns, ...campaigns.keys()])].map((name): Row => {
    const [entries, counts] = [visits.count('entry', name), campaigns.get(name) ?? [0, 0]]
    return [name, [...counts, entries, share(sum(counts), entries)]]
  })
  return largestFirst(rows)
}

const shownRows = 20

/** Of many rows, the first. There are no more months than a lead is kept. */
function shorten(section: Section): Section {
  const left = section.rows.length - shownRows
  if (left <= 0) return section
  const note = `Rows with fewer leads that are not shown: ${left}. To see all, run: npm run leads -- export`
  return { ...section, rows: section.rows.slice(0, shownRows), note }
}

const maxNameLength = 50

export function textReport({ title, range, sections }: Report): string {
  const blocks = sections.map(({ title, head, rows, note = '' }) => {
    const lines = rows.map(([name, cells]) => [name.slice(0, maxNameLength), ...cells.map(String)])
    const table = formatTable(head, lines)
    return [title, '', ...table, note].join('\n').trimEnd()
  })
  return [`${title}. ${range}`, ...blocks].join('\n\n')
}
