import 'server-only'
import { isPersonal } from '@/lib/forms/form-data'
import { type LeadState, leadStates, type StoredLead } from '@/lib/leads/records'
import type { LeadKind } from '@/lib/site'
import { formatTable } from './formats'

/** Counts of leads by day or by an entry of the attribution. Only the counts are held in memory. */

type Counts = Record<LeadState, number>
/** Null in the place of a value: the visit had none, or it was deleted with the personal data. */
type Group = { value: string | null; kind: LeadKind; total: number; counts: Counts }

type Statistics = Awaited<ReturnType<typeof countLeads>>

export async function countLeads(pages: AsyncIterable<readonly StoredLead[]>, by = 'day') {
  const groups = new Map<string, Group>()
  const totals = new Map<string | null, number>()
  // How many leads have no such entry, and of how many the attribution has been deleted.
  let [without, deleted] = [0, 0]
  for await (const leads of pages)
    for (const { kind, state, createdAt, extras } of leads) {
      const day = new Date(createdAt).toISOString().slice(0, 10)
      const value = by === 'day' ? day : (extras?.attribution?.[by] ?? null)
      const wasDeleted = extras === null || (extras.purged && isPersonal(by))
      if (value === null && wasDeleted) deleted++
      else if (value === null) without++
      const key = JSON.stringify([value, kind])
      const group = groups.get(key) ?? { value, kind, total: 0, counts: noLeads() }
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

function noLeads(): Counts {
  return { pending: 0, leased: 0, delivered: 0, suspect: 0, dead: 0 }
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
  const table = formatTable([byDay ? 'day (UTC)' : by, 'kind', 'leads', ...leadStates, ''], rows)
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
