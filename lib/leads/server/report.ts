import 'server-only'
import { env } from '@/lib/server/env'
import type { LeadKind } from '@/lib/site'
import { escapeFormula } from '../shared/normalize'
import { type LeadState, leadStates, type StoredLead } from './journal/records'

/** Leads as text. Reads them in pages, because all leads may not fit into memory. */

const dayMs = 86_400_000

type Pages = AsyncIterable<readonly StoredLead[]>

/** As wide as their longest value can be. */
const listColumns = [
  'state    ',
  'id'.padEnd(36),
  'kind'.padEnd(16),
  'attempts',
  'outcome    ',
  'received (UTC)  ',
  'last attempt    ',
  'next'.padEnd(25),
]

/** One line per lead, without personal data. */
export async function* formatLeadTable(pages: Pages): AsyncGenerator<string> {
  let headLines = 0
  for await (const leads of pages) {
    const rows = leads.map((lead) => [
      lead.state,
      lead.id,
      lead.kind,
      String(lead.attempts),
      lead.outcome ?? '',
      time(lead.createdAt),
      time(lead.attemptedAt ?? lead.deliveredAt),
      nextStep(lead),
    ])
    yield* formatTable(listColumns, rows).slice(headLines)
    headLines = 2
  }
  if (headLines === 0) yield 'No leads.'
}

function nextStep(lead: StoredLead): string {
  const deletion = deletionOf(lead)
  if (deletion !== null) return `deleted ${time(deletion)}`
  return lead.state === 'pending' ? `attempt ${time(lead.nextAt)}` : ''
}

/** When a dead or suspect lead is deleted. Once that is announced, its `nextAt` says so. */
function deletionOf({ state, nextAt, createdAt }: StoredLead): number | null {
  if (state !== 'dead' && state !== 'suspect') return null
  return nextAt ?? createdAt + env.undeliveredRetentionDays * dayMs
}

/** The same leads as one JSON array. */
export async function* formatLeadJson(pages: Pages): AsyncGenerator<string> {
  let before = '['
  for await (const leads of pages)
    for (const lead of leads) {
      yield before +
        JSON.stringify({
          ...lead,
          payload: undefined,
          extras: undefined,
          createdAt: iso(lead.createdAt),
          nextAt: iso(lead.nextAt) || null,
          attemptedAt: iso(lead.attemptedAt) || null,
          deletedAt: iso(deletionOf(lead)) || null,
          deliveredAt: iso(lead.deliveredAt) || null,
        })
      before = ','
    }
  yield before === '[' ? '[]' : ']'
}

/** Every lead with every field of its payload. Reads the leads twice: first to collect the names of the columns. */
export async function* toCsv(read: () => Pages): AsyncGenerator<string> {
  const names = new Set<string>()
  for await (const leads of read())
    for (const { payload } of leads) for (const name of Object.keys(payload ?? {})) names.add(name)
  const fields = [...names]
  const csv = (row: string[]) => row.map(cell).join(',')
  yield csv(['id', 'kind', 'state', 'outcome', 'attempts', 'createdAt', 'deliveredAt', ...fields])
  for await (const leads of read())
    yield* leads.map((lead) =>
      csv([
        lead.id,
        lead.kind,
        lead.state,
        lead.outcome ?? '',
        String(lead.attempts),
        iso(lead.createdAt),
        iso(lead.deliveredAt),
        ...fields.map((name) => lead.payload?.[name] ?? ''),
      ]),
    )
}

/** Always quoted. */
function cell(value: string): string {
  return `"${escapeFormula(value).replaceAll('"', '""')}"`
}

/** A table whose columns are as wide as their longest value. Its first two lines are the head. */
export function formatTable(names: string[], rows: string[][]): string[] {
  const widths = names.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const rule = widths.map((width) => '-'.repeat(width))
  return [names, rule, ...rows].map((row) =>
    row
      .map((value, column) => value.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function iso(at: number | null): string {
  return at === null ? '' : new Date(at).toISOString()
}

function time(at: number | null): string {
  return iso(at).slice(0, 16).replace('T', ' ')
}

type Counts = Record<LeadState, number>
/** Null in the place of a value: the visit had none, or it was deleted with the personal data. */
type Group = { value: string | null; kind: LeadKind; total: number; counts: Counts }

export type Statistics = Awaited<ReturnType<typeof countLeads>>

/** Counts leads by day or by an entry of the attribution. Only the counts are held in memory. */
export async function countLeads(pages: Pages, by = 'day') {
  const none: Counts = { pending: 0, leased: 0, delivered: 0, suspect: 0, dead: 0 }
  const groups = new Map<string, Group>()
  const totals = new Map<string | null, number>()
  // How many leads have no such entry, and of how many the attribution has been deleted.
  let [without, deleted] = [0, 0]
  for await (const leads of pages)
    for (const { kind, state, createdAt, extras } of leads) {
      const day = new Date(createdAt).toISOString().slice(0, 10)
      const value = by === 'day' ? day : (extras?.attribution?.[by] ?? null)
      if (value === null && extras) without++
      else if (value === null) deleted++
      const key = JSON.stringify([value, kind])
      const group = groups.get(key) ?? { value, kind, total: 0, counts: { ...none } }
      group.counts[state]++
      group.total++
      groups.set(key, group)
      totals.set(value, (totals.get(value) ?? 0) + 1)
    }
  /** The values with the most leads first, and what has no value last. */
  const rank = ({ value }: Group) =>
    value === null ? -1 : by === 'day' ? 0 : (totals.get(value) ?? 0)
  const sorted = [...groups.values()].sort(
    (a, b) =>
      rank(b) - rank(a) ||
      compare(a.value ?? '', b.value ?? '') ||
      (by === 'day' ? 0 : b.total - a.total) ||
      compare(a.kind, b.kind),
  )
  return { by, groups: sorted, without, deleted }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

const maxBar = 30
const maxRows = 100
const maxValue = 50

/** A row for each value and kind, with a bar. Of many values, those with the fewest leads are left out. */
export function formatStatistics({ by, groups, without, deleted }: Statistics): string[] {
  if (groups.length === 0) return ['No leads.']
  const byDay = by === 'day'
  const shown = byDay ? groups : groups.slice(0, maxRows)
  const most = Math.max(...shown.map(({ total }) => total))
  const rows = shown.map(({ value, kind, total, counts }) => {
    const bar = '█'.repeat(Math.max(1, Math.round((total / most) * maxBar)))
    const states = leadStates.map((state) => String(counts[state]))
    return [value?.slice(0, maxValue) ?? 'none', kind, String(total), ...states, bar]
  })
  const table = formatTable([by, 'kind', 'leads', ...leadStates, ''], rows)
  if (byDay) return table
  const left = groups.length - shown.length
  return [
    ...table,
    ...(left > 0 ? [`${left} rows with fewer leads are not shown. To see them, add --json.`] : []),
    `${without + deleted} leads have no ${by}: ${without} came without one, ${deleted} lost it when their personal data was deleted.`,
  ]
}

export function statisticsJson({ by, groups, without, deleted }: Statistics): string {
  const rows = groups.map(({ value, kind, total, counts }) => {
    return { [by]: value, kind, leads: total, ...counts }
  })
  return JSON.stringify({ by, groups: rows, ...(by !== 'day' && { without, deleted }) }, null, 2)
}
