import 'server-only'
import type { LeadKind } from '@/lib/forms/forms'
import {
  type HoldReason,
  type LeadState,
  plainColumns,
  type StoredLead,
  toStoredLead,
} from '@/lib/leads/lead'
import type { Row, Store, Value } from '@/lib/leads/store/database'

type LeadFilter = {
  states?: readonly LeadState[]
  kinds?: readonly LeadKind[]
  reasons?: readonly (HoldReason | 'restored')[]
  /** The earliest time of receipt, in milliseconds since 1970. */
  since?: number
  /** The time before which they were received. */
  until?: number
  omit?: readonly ('payload' | 'extras')[]
}

/** The selected leads, oldest first, in pages. Columns that are omitted are null. */
export async function* leadPages(
  store: Store,
  { states = [], kinds = [], reasons = [], since, until, omit = [] }: LeadFilter = {},
): AsyncGenerator<StoredLead[]> {
  const [only, other] = states
  const isOneState = only && !other ? `state = '${only}'` : ''
  const personal = (['payload', 'extras'] as const).filter((column) => !omit.includes(column))
  const pageSize = omit.includes('payload') ? 5000 : 200
  const rows = rowsInWindows(store, {
    table: 'leads',
    columns: [plainColumns, ...personal].join(', '),
    within: [isOneState, until === undefined ? '' : `created_at < ${until}`],
    // Expressions, because the rows that an index of these columns finds would have to be sorted.
    where: [
      isOneState ? '' : among("state || ''", states),
      among("kind || ''", kinds),
      among('reason', reasons),
    ],
    since,
    size: pageSize,
  })
  for await (const page of rows) if (page.length > 0) yield page.map(toStoredLead)
}

function among(expression: string, values: readonly string[]): string {
  return values.length > 0 ? `${expression} IN ('${values.join("', '")}')` : ''
}

type Selection = {
  table: 'leads' | 'consents'
  columns: string
  /** Terms for the column that an index has before the time, and for the time. Empty ones do not count. */
  within?: string[]
  /** More terms. */
  where?: string[]
  /** The earliest time, in milliseconds since 1970. */
  since?: number
  /** How many rows the database looks at for a page. */
  size: number
}

/**
 * Pages of the rows that meet all conditions, oldest first. Each statement looks at one window of an index by time, so that
 * it ends long before the limit of its time, however few rows meet the conditions.
 */
export async function* rowsInWindows(
  store: Store,
  { table, columns, within = [], where = [], since = 0, size }: Selection,
): AsyncGenerator<Row[]> {
  const all = (...terms: string[]) => terms.filter(Boolean).join(' AND ')
  // The first term is in the second. PostgreSQL cannot estimate the rows of the second, and would read the whole table.
  const after = 'created_at >= $1 AND (created_at, id) > ($1, $2)'
  const upTo = 'created_at <= $3 AND (created_at, id) <= ($3, $4)'
  const order = 'ORDER BY created_at, id'
  let start: Value[] | null = [since, '']
  while (start) {
    const [last]: Row[] = await store.read(
      `SELECT created_at AS at, id FROM ${table} WHERE ${all(...within, after)} ${order} LIMIT 1 OFFSET ${size - 1}`,
      start,
    )
    const end: Value[] = last ? [last.at ?? null, last.id ?? null] : []
    yield store.read(
      `SELECT ${columns} FROM ${table} WHERE ${all(...within, after, last ? upTo : '', ...where)} ${order}`,
      [...start, ...end],
    )
    start = last ? end : null
  }
}
