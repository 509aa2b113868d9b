import 'server-only'
import {
  type LeadState,
  plainColumns,
  type Store,
  type StoredLead,
  type Suspicion,
  toStoredLead,
} from '@/lib/leads/admin'
import type { LeadKind } from '@/lib/site'

type LeadFilter = {
  states?: readonly LeadState[]
  kinds?: readonly LeadKind[]
  /** Of suspects. */
  reasons?: readonly Suspicion[]
  /** The earliest time of receipt, in milliseconds since 1970. */
  since?: number
  omit?: readonly ('payload' | 'extras')[]
}

/** The selected leads, oldest first, in pages. Columns that are omitted are null. */
export async function* leadPages(
  store: Store,
  { states = [], kinds = [], reasons = [], since = 0, omit = [] }: LeadFilter = {},
): AsyncGenerator<StoredLead[]> {
  const among = (column: string, values: readonly string[]) =>
    values.length > 0 ? `${column} IN ('${values.join("', '")}') AND` : ''
  const where = `${among('state', states)} ${among('kind', kinds)} ${among('outcome', reasons)}`
  const personal = (['payload', 'extras'] as const).filter((column) => !omit.includes(column))
  const size = omit.includes('payload') ? 1000 : 200
  let last: StoredLead | undefined
  do {
    const rows = await store.read(
      `SELECT ${[plainColumns, ...personal].join(', ')} FROM leads WHERE ${where} (created_at, id) > ($1, $2)
       ORDER BY created_at, id LIMIT ${size}`,
      [last?.createdAt ?? since, last?.id ?? ''],
    )
    const page = rows.map(toStoredLead)
    if (page.length > 0) yield page
    last = page.length === size ? page.at(-1) : undefined
  } while (last)
}
