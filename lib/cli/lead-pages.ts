import 'server-only'
import {
  type LeadFilter,
  plainColumns,
  type StoredLead,
  storedColumns,
  toStoredLead,
} from '@/lib/leads/lead'
import type { Row, Store, Value } from '@/lib/leads/store/database'

/** Without the payload, which most of the data is, it is null. */
type Wanted = LeadFilter & { withPayload?: boolean }

export async function* leadPages(
  store: Store,
  { states = [], reasons = [], since, until, withPayload = true }: Wanted = {},
): AsyncGenerator<StoredLead[]> {
  const pages = rowsInWindows(store, {
    table: 'leads',
    columns: withPayload ? storedColumns : `${plainColumns}, extras`,
    within: states.length === 1 ? among('state', states) : 'TRUE',
    where: `${among("state || ''", states)} AND ${among('reason', reasons)}`,
    since,
    until,
    size: withPayload ? 200 : 5000,
  })
  for await (const page of pages) if (page.length > 0) yield page.map(toStoredLead)
}

function among(expression: string, values: readonly string[]): string {
  return values.length > 0 ? `${expression} IN ('${values.join("', '")}')` : 'TRUE'
}

type Selection = Pick<LeadFilter, 'since' | 'until'> & {
  table: 'leads' | 'consents'
  columns: string
  /** A condition whose rows have an index by time of their own. */
  within?: string
  /** Another condition. Of expressions, because the rows of another index would have to be sorted. */
  where?: string
  /** How many rows the database looks at for a page. */
  size: number
}

/**
 * Pages of the rows that meet all conditions, oldest first. Each statement looks at one window of an index by time, so that
 * it ends long before the limit of its time, however few rows meet the conditions.
 */
export async function* rowsInWindows(store: Store, selection: Selection): AsyncGenerator<Row[]> {
  const { table, columns, within = 'TRUE', where = 'TRUE', size } = selection
  const { since = 0, until = Number.MAX_SAFE_INTEGER } = selection
  const order = 'ORDER BY created_at, id'
  // The first term is in the second. PostgreSQL cannot estimate the rows of the second, and would read the whole table.
  const after = `${within} AND created_at >= $1 AND (created_at, id) > ($1, $2)`
  // The only upper bound, because with two SQLite can take the one that is far away.
  const upTo = 'created_at <= $3 AND (created_at, id) <= ($3, $4)'
  let start: Value[] | null = [since, '']
  while (start) {
    const [last]: Row[] = await store.read(
      `SELECT created_at AS at, id FROM ${table} WHERE ${after} AND created_at < $3 ${order} LIMIT 1 OFFSET ${size - 1}`,
      [...start, until],
    )
    const end: Value[] = last ? [last.at ?? null, last.id ?? null] : [until, '']
    yield store.read(
      `SELECT ${columns} FROM ${table} WHERE ${after} AND ${upTo} AND ${where} ${order}`,
      [...start, ...end],
    )
    start = last ? end : null
  }
}
