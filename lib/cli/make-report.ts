import 'server-only'
import { addMonths } from 'date-fns/addMonths'
import { format } from 'date-fns/format'
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

/** Reads each lead once. `by` is an entry of the attribution. With visits, it begins with them. */
export async function makeReport(
  pages: AsyncIterable<readonly StoredLead[]>,
  by?: string,
  visits?: Visits | null,
): Promise<Report> {
  const [days, campaigns, forms] = [new Tally(), new Tally(), new Tally()]
  for await (const leads of pages)
    for (const lead of leads) {
      // A changed demo is one demo, which was counted when it was booked.
      const isChange = lead.replaces !== null
      days.add(dayOf(lead.createdAt), lead, isChange ? 0 : 1)
      if (!isChange) campaigns.add(groupOf(lead, by), lead)
      // A change is sent by the same form.
      forms.add(lead.kind, lead)
    }
  const sections: Section[] = [
    ...(visits ? visitSections(visits, (kind) => sum(forms.of(kind))) : []),
    {
      title: by ? `By ${by}` : 'By campaign (source / campaign, or the site that referred)',
      head: [by ?? 'Campaign', ...leadHeads, ...(visits ? ['Entries', 'Rate'] : [])],
      rows: visits ? withEntries(campaigns, visits) : campaigns.largestFirst(),
    },
    { title: 'By month', head: ['Month', ...leadHeads], rows: byMonth(days) },
  ]
  const noLeads = visits === null ? nothingYet : 'No leads.'
  return {
    title: `Leads of ${site.name}`,
    range: days.names.length > 0 ? rangeOf(days.names) : noLeads,
    sections: sections.filter(({ rows }) => rows.length > 0).map(shorten),
  }
}

const nothingYet =
  'No leads and no visits. Here will stand how many visitors open, begin, and send each form, at which step they leave the booking, which fields refuse what they enter, and how many leads the entries of each campaign bring.'

/** The leads of each campaign, with its entries, as shares of which they are drawn. */
function withEntries(campaigns: Tally, visits: Visits): Row[] {
  const rows = [...new Set([...visits.campaigns, ...campaigns.names])].map((name): Row => {
    const [entries, counts] = [visits.count('entry', name), campaigns.of(name)]
    const bars = counts.map((count) => (entries > 0 ? count / entries : 0))
    return [name, [...counts, entries, share(sum(counts), entries)], bars]
  })
  return largestFirst(rows)
}

function rangeOf(days: string[]): string {
  const known = days.filter((day) => day !== unknownDay).sort()
  if (known.length === 0) return 'Received at unknown times.'
  return `Received from ${known[0]} to ${known.at(-1)}, in ${zone.words}.`
}

/** Counts leads by name. */
class Tally {
  private readonly counts = new Map<string, Counts>()

  add(name: string, { kind }: StoredLead, count = 1): void {
    this.addAll(name, kind === 'booking' ? [0, count] : [count, 0])
  }

  addAll(name: string, [callbacks, bookings]: Counts): void {
    const [before, booked] = this.of(name)
    this.counts.set(name, [before + callbacks, booked + bookings])
  }

  of(name: string): Counts {
    return this.counts.get(name) ?? [0, 0]
  }

  get names(): string[] {
    return [...this.counts.keys()]
  }

  largestFirst(): Row[] {
    return largestFirst([...this.counts])
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

/** A damaged journal can have any number as a time. */
const firstTime = Date.parse('2000-01-01')
const lastTime = Date.parse('2100-01-01')
const unknownDay = 'unknown'

/** By quarter of an hour, because a day is slow to format. Zones are whole quarters from UTC. */
const days = new Map<number, string>()

function dayOf(at: number): string {
  if (!(at >= firstTime && at < lastTime)) return unknownDay
  const quarter = Math.floor(at / 900_000)
  const day = days.get(quarter) ?? dayInZone(at)
  days.set(quarter, day)
  return day
}

function byMonth(days: Tally): Row[] {
  const months = new Tally()
  for (const day of days.names)
    months.addAll(day === unknownDay ? day : day.slice(0, 7), days.of(day))
  const known = months.names.filter((month) => month !== unknownDay).sort()
  const last = known.at(-1) ?? ''
  const rows: Row[] = []
  for (let month = known[0]; month !== undefined && month <= last; month = monthAfter(month))
    rows.push([month, months.of(month)])
  return months.names.includes(unknownDay) ? [...rows, [unknownDay, months.of(unknownDay)]] : rows
}

function monthAfter(month: string): string {
  return format(addMonths(`${month}-01T00:00`, 1), 'yyyy-MM')
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
