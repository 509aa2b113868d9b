import 'server-only'
import { dayInZone } from '@/lib/dates/days'
import { zone } from '@/lib/dates/zone'
import { campaignOf, isPersonal } from '@/lib/forms/attribution'
import type { StoredLead } from '@/lib/leads/lead'
import { site } from '@/lib/site'
import { formatTable } from './formats'
import { largestFirst, type Row, type Section, sum } from './report-rows'
import { share, type Visits, visitSections } from './visit-sections'

/** What a report says about leads: counts, and nothing personal. Its days are those of the site's zone. */
export type Report = { title: string; range: string; sections: Section[] }

type Counts = [callbacks: number, bookings: number]
const leadHeads = ['Callbacks', 'Bookings']

/** Reads each lead once, the oldest first. `by` is an entry of the attribution. With visits, it begins with them. */
export async function makeReport(
  pages: AsyncIterable<readonly StoredLead[]>,
  by?: string,
  visits?: Visits | null,
): Promise<Report> {
  const [months, campaigns, forms] = [new Tally(), new Tally(), new Tally()]
  let first: string | undefined
  let last = ''
  for await (const leads of pages)
    for (const lead of leads) {
      // A changed demo is one demo, which was counted when it was booked.
      const isChange = lead.replaces !== null
      const day = dayInZone(lead.createdAt)
      first ??= day
      last = day
      months.add(day.slice(0, 'yyyy-mm'.length), lead, isChange ? 0 : 1)
      if (!isChange) campaigns.add(groupOf(lead, by), lead)
      // A change is sent by the same form.
      forms.add(lead.kind, lead)
    }
  const sections: Section[] = [
    ...(visits ? visitSections(visits, (kind) => sum(forms.of(kind))) : []),
    {
      title: by ? `By ${by}` : 'By campaign (source / campaign, or the site that referred)',
      head: [by ?? 'Campaign', ...leadHeads, ...(visits ? ['Entries', 'Rate'] : [])],
      rows: visits ? withEntries(campaigns, visits) : largestFirst(campaigns.rows),
    },
    { title: 'By month', head: ['Month', ...leadHeads], rows: months.rows },
  ]
  return {
    title: `Leads of ${site.name}`,
    range: first ? `Received from ${first} to ${last}, in ${zone.words}.` : 'No leads.',
    sections: sections.filter(({ rows }) => rows.length > 0).map(shorten),
  }
}

function withEntries(campaigns: Tally, visits: Visits): Row[] {
  const rows = [...new Set([...visits.campaigns, ...campaigns.names])].map((name): Row => {
    const [entries, counts] = [visits.count('entry', name), campaigns.of(name)]
    return [name, [...counts, entries, share(sum(counts), entries)]]
  })
  return largestFirst(rows)
}

class Tally {
  private readonly counts = new Map<string, Counts>()

  add(name: string, { kind }: StoredLead, count = 1): void {
    const [callbacks, bookings] = this.of(name)
    const isBooking = kind === 'booking'
    this.counts.set(name, isBooking ? [callbacks, bookings + count] : [callbacks + count, bookings])
  }

  of(name: string): Counts {
    return this.counts.get(name) ?? [0, 0]
  }

  get names(): string[] {
    return [...this.counts.keys()]
  }

  get rows(): Row[] {
    return [...this.counts]
  }
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
