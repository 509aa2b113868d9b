import 'server-only'
import type { Reader, Row, Store } from './store/database'

/** Small, because SQLite blocks the thread that serves visitors. */
const batchSize = 100

/** What becomes of a row that both journals have. */
const conflicts = {
  // A lead that was delivered from one of the two is not sent again.
  leads: `UPDATE SET state = excluded.state, outcome = excluded.outcome, attempts = excluded.attempts,
    attempted_at = excluded.attempted_at, delivered_at = excluded.delivered_at, next_at = NULL, lease = NULL,
    lease_until = NULL WHERE excluded.state = 'delivered' AND leads.state <> 'delivered'`,
  consents: 'NOTHING',
}

type ImportedRows = {
  /** Those that this journal did not have. */
  added: Row[]
  /** How many it had already. */
  known: number
  /** How many of these it did not know as delivered. */
  delivered: number
  /** How many stay away, because they were deleted from this journal. */
  erased: number
}

/**
 * Copies the leads or the proofs of consent of another journal into this one, in batches. It can be interrupted and run
 * again, and servers can use this journal meanwhile: each row is copied once.
 */
export async function* importRows(
  source: Reader,
  store: Store,
  table: keyof typeof conflicts,
): AsyncGenerator<ImportedRows> {
  let last: Row | undefined
  do {
    const rows = await source.read(
      `SELECT * FROM ${table} WHERE id > $1 ORDER BY id LIMIT ${batchSize}`,
      [last?.id ?? ''],
    )
    if (rows.length > 0) yield await importBatch(rows, store, table)
    last = rows.length === batchSize ? rows.at(-1) : undefined
  } while (last)
}

function importBatch(
  rows: Row[],
  store: Store,
  table: keyof typeof conflicts,
): Promise<ImportedRows> {
  const ids = rows.map(({ id = null }) => id)
  // The tables of both are of this version.
  const columns = Object.keys(rows[0] ?? {})
  return store.transaction(async (query) => {
    const idsIn = async (table: string) => {
      const found = await query(`SELECT id FROM ${table} WHERE id IN (${places(ids)})`, ids)
      return new Set(found.map(({ id }) => id))
    }
    const known = await idsIn(table)
    const erased = await idsIn(`erased_${table}`)
    const wanted = rows.filter(({ id = null }) => known.has(id) || !erased.has(id))
    const values = wanted.map((_, index) => `(${places(columns, index * columns.length)})`)
    const written =
      wanted.length === 0
        ? []
        : await query(
            `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${values.join(', ')}
             ON CONFLICT (id) DO ${conflicts[table]} RETURNING id`,
            wanted.flatMap((row) => columns.map((column) => row[column] ?? null)),
          )
    const changed = new Set(written.map(({ id }) => id))
    const added = wanted.filter(({ id = null }) => changed.has(id) && !known.has(id))
    return {
      added,
      known: wanted.length - added.length,
      delivered: changed.size - added.length,
      erased: rows.length - wanted.length,
    }
  })
}

function places(values: readonly unknown[], after = 0): string {
  return values.map((_, index) => `$${after + index + 1}`).join(', ')
}
