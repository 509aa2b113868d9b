import 'server-only'
import { addDays, dayInZone } from '@/lib/dates/days'
import { zone } from '@/lib/dates/zone'
import { campaignOf, isPersonal } from '@/lib/forms/attribution'
import type { LeadState, StoredLead } from '@/lib/leads/lead'
import { site } from '@/lib/site'
import { byteOrderMark, csvLine, formatTable } from './formats'
import { largestFirst, type Row, type Section, sum } from './report-rows'
import { share, type Visits, visitSections } from './visit-sections'

/** What a report says about leads: counts and times of delivery, and nothing personal. Its days are those of the site's zone. */
export type Report = { title: string; range: string; sections: Section[] }

type Counts = [callbacks: number, bookings: number]
const leadHeads = ['Callbacks', 'Bookings']

/** Reads each lead once. `by` is an entry of the attribution. What was refused is no lead. With visits, it begins with them. */
export async function makeReport(
  pages: AsyncIterable<readonly StoredLead[]>,
  by?: string,
  refusals = 0,
  visits?: Visits | null,
): Promise<Report> {
  const [fates, days, campaigns, forms] = [new Tally(), new Tally(), new Tally(), new Tally()]
  const [times, failures] = [new Tally(), new Tally()]
  const deliveryMs: number[] = []
  let retried = 0
  for await (const leads of pages)
    for (const lead of leads) {
      const { state, attempts, outcome, createdAt, deliveredAt, replaces } = lead
      fates.add(fateOf[state], lead)
      // A changed demo is one demo, which was counted when it was booked.
      const isChange = replaces !== null
      fates.add(isChange ? changed : received, lead)
      days.add(dayOf(createdAt), lead, isChange ? 0 : 1)
      if (!isChange) campaigns.add(groupOf(lead, by), lead)
      // A change is sent by the same form.
      forms.add(lead.kind, lead)
      if ((state === 'pending' || state === 'dead') && outcome) failures.add(outcome, lead)
      if (deliveredAt === null) continue
      deliveryMs.push(Math.max(0, deliveredAt - createdAt))
      times.add(spanOf(deliveredAt - createdAt), lead)
      if (attempts > 1) retried++
    }
  const byDay = withoutGaps(days)
  const refused: Row[] =
    refusals > 0 ? [['Refused, because their time was taken', [0, refusals]]] : []
  const title = `Leads of ${site.name}`
  const noLeads = visits === null ? nothingYet : 'No leads.'
  if (byDay.length === 0 && !visits) return { title, range: noLeads, sections: [] }

  const sections: Section[] = [
    ...(visits ? visitSections(visits, (kind) => sum(forms.of(kind))) : []),
    {
      title: by ? `By ${by}` : 'By campaign (source / campaign, or the site that referred)',
      head: [by ?? 'Campaign', ...leadHeads, ...(visits ? ['Entries', 'Rate'] : [])],
      rows: visits ? withEntries(campaigns, visits) : campaigns.largestFirst(),
    },
    {
      title: 'What became of them',
      head: ['Leads', ...leadHeads],
      rows: [...fateNames.map((name): Row => [name, fates.of(name)]), ...refused],
    },
    { title: 'By day', head: ['Day', ...leadHeads], rows: byDay },
    {
      title: 'Time to deliver',
      head: ['Time', ...leadHeads],
      rows: deliveryMs.length > 0 ? spans.map(([name]) => [name, times.of(name)]) : [],
      note: deliverySentence(deliveryMs, retried),
    },
    {
      title: 'Failures of leads that are not delivered',
      head: ['Last outcome', ...leadHeads],
      rows: failures.largestFirst(),
    },
  ]
  return {
    title,
    range: byDay.length > 0 ? rangeOf(byDay.map(([day]) => day)) : noLeads,
    sections: sections.filter(({ rows }) => rows.length > 0),
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
  const known = days.filter((day) => day !== unknownDay)
  if (known.length === 0) return 'Received at unknown times.'
  return `Received from ${known[0]} to ${known.at(-1)}, in ${zone.words}.`
}

/** Counts leads by name. */
class Tally {
  private readonly counts = new Map<string, Counts>()

  add(name: string, { kind }: StoredLead, count = 1): void {
    const counts = this.of(name)
    counts[kind === 'booking' ? 1 : 0] += count
    this.counts.set(name, counts)
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

/** In words, because most readers do not know the names of the states. */
const received = 'Received'
const changed = 'Changed by the visitor, and sent again'
const fateOf: Record<LeadState, string> = {
  delivered: 'Delivered to the webhook',
  pending: 'Waiting, will be sent again',
  leased: 'Waiting, will be sent again',
  held: 'Kept as held leads, not sent',
  dead: 'Given up after the last attempt',
}
const fateNames = [received, changed, ...new Set(Object.values(fateOf))]

/** An imported or damaged journal can have any number as a time. */
const firstTime = Date.parse('2000-01-01')
const lastTime = Date.parse('2100-01-01')
const unknownDay = 'unknown'

/** By quarter of an hour, because a day is slow to format. Zones are whole quarters from UTC. */
const days = new Map<number, string>()

function dayOf(at: number): string {
  if (!(at >= firstTime && at < lastTime)) return unknownDay
  const quarter = Math.floor(at / (15 * minute))
  const day = days.get(quarter) ?? dayInZone(at)
  days.set(quarter, day)
  return day
}

function withoutGaps(days: Tally): Row[] {
  const known = days.names.filter((day) => day !== unknownDay).sort()
  const last = known.at(-1) ?? ''
  const rows: Row[] = []
  for (let day = known[0]; day !== undefined && day <= last; day = addDays(day, 1))
    rows.push([day, days.of(day)])
  return days.names.includes(unknownDay) ? [...rows, [unknownDay, days.of(unknownDay)]] : rows
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const spans: [text: string, ms: number][] = [
  ['up to 2 seconds', 2 * second],
  ['up to 10 seconds', 10 * second],
  ['up to 5 minutes', 5 * minute],
  ['up to an hour', hour],
  ['up to a day', 24 * hour],
  ['longer', Number.POSITIVE_INFINITY],
]

function spanOf(deliveryMs: number): string {
  return spans.find(([, ms]) => deliveryMs <= ms)?.[0] ?? ''
}

function deliverySentence(deliveryMs: number[], retried: number): string {
  deliveryMs.sort((a, b) => a - b)
  const at = (share: number) => duration(deliveryMs[Math.ceil(deliveryMs.length * share) - 1] ?? 0)
  return `Half of the leads took up to ${at(0.5)}, and 95 of 100 up to ${at(0.95)}. ${retried} needed more than one attempt.`
}

function duration(ms: number): string {
  if (ms < minute) return `${(ms / second).toFixed(1)} seconds`
  if (ms < hour) return `${Math.round(ms / minute)} minutes`
  return `${(ms / hour).toFixed(1)} hours`
}

const shownDays = 60
const shownCampaigns = 20

/** The section for a reader: of many rows, the latest days, and the campaigns with the most leads. */
export function shorten(section: Section): Section {
  const { head, rows } = section
  const isByDay = head[0] === 'Day'
  const shown = isByDay ? rows.slice(-shownDays) : rows.slice(0, shownCampaigns)
  const left = rows.length - shown.length
  if (left === 0) return section
  const what = isByDay ? 'Days before' : 'Rows with fewer leads'
  return {
    ...section,
    rows: shown,
    note: `${what} that are not shown: ${left}. To see them, use --csv.`,
  }
}

const maxNameLength = 50

export function textReport({ title, range, sections }: Report): string {
  const blocks = sections.map(shorten).map(({ title, head, rows, note = '' }) => {
    const lines = rows.map(([name, cells]) => [name.slice(0, maxNameLength), ...cells.map(String)])
    const table = formatTable(head, lines)
    return [title, '', ...table, note].join('\n').trimEnd()
  })
  return [`${title}. ${range}`, ...blocks].join('\n\n')
}

/** One table with every row of every section. */
export function csvReport({ sections }: Report): string[] {
  const heads = [...new Set([...leadHeads, ...sections.flatMap(({ head }) => head.slice(1))])]
  const rows = sections.flatMap(({ title, head, rows }) =>
    rows.map(([name, cells]) =>
      csvLine([title, name, ...heads.map((each) => cells[head.indexOf(each, 1) - 1])]),
    ),
  )
  const names = ['section', 'name', ...heads].map((each) => each.toLowerCase())
  return [byteOrderMark + csvLine(names), ...rows]
}
