import 'server-only'
import { isPersonal } from '@/lib/forms/form-data'
import { type LeadState, leadStates, type StoredLead } from '@/lib/leads/records'
import type { LeadKind } from '@/lib/site'
import { formatTable } from './formats'

/** Counts of leads by day or by an entry of the attribution. Only the counts are held in memory. */

/** Null in the place of a value: the visit had none, or it was deleted with the personal data. */
type Group = { value: string | null; kind: LeadKind; leads: number } & Record<LeadState, number>

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
      const none = { leads: 0, pending: 0, leased: 0, delivered: 0, suspect: 0, dead: 0 }
      const group = groups.get(key) ?? { value, kind, ...none }
      group[state]++
      group.leads++
      groups.set(key, group)
      totals.set(value, (totals.get(value) ?? 0) + 1)
    }
  const byValue = (a: Group, b: Group) => compare(a.value ?? '', b.value ?? '')
  const byKind = (a: Group, b: Group) => compare(a.kind, b.kind)
  const byDay = (a: Group, b: Group) => byValue(a, b) || byKind(a, b)
  /** The values with the most leads first, and what has no value last. */
  const size = ({ value }: Group) => (value === null ? 0 : (totals.get(value) ?? 0))
  const bySize = (a: Group, b: Group) =>
    size(b) - size(a) || byValue(a, b) || b.leads - a.leads || byKind(a, b)
  const sorted = [...groups.values()].sort(by === 'day' ? byDay : bySize)
  return { by, groups: sorted, without, deleted }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

const maxBar = 30
const maxRows = 100
const maxValue = 50
const columns = ['leads', ...leadStates] as const

/** A row for each value and kind, with a bar. Of many values, those with the fewest leads are left out. */
export function formatStatistics({ by, groups, without, deleted }: Statistics): string[] {
  if (groups.length === 0) return ['No leads.']
  const byDay = by === 'day'
  const shown = byDay ? groups : groups.slice(0, maxRows)
  const most = Math.max(...shown.map(({ leads }) => leads))
  const rows = shown.map((group) => {
    const bar = '█'.repeat(Math.max(1, Math.round((group.leads / most) * maxBar)))
    const counts = columns.map((column) => String(group[column]))
    return [group.value?.slice(0, maxValue) ?? 'none', group.kind, ...counts, bar]
  })
  const table = formatTable([byDay ? 'day (UTC)' : by, 'kind', ...columns, ''], rows)
  if (byDay) return table
  const left = groups.length - shown.length
  if (left > 0) table.push(`${left} rows with fewer leads are not shown. To see them, add --json.`)
  table.push(
    `${without + deleted} leads have no ${by}: ${without} came without one, ${deleted} lost it when their personal data was deleted.`,
  )
  return table
}

export function statisticsJson({ by, groups, without, deleted }: Statistics): string {
  const rows = groups.map(({ value, ...counts }) => ({ [by]: value, ...counts }))
  return JSON.stringify({ by, groups: rows, ...(by !== 'day' && { without, deleted }) }, null, 2)
}
