import 'server-only'
import { z } from 'zod'
import { leadKinds } from '@/lib/forms/forms'
import { expectMissingConsents } from './consent'
import { leadStates, suspicions } from './lead'
import { outcomes } from './outcomes'
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

/** A file from elsewhere can have any value in any column, and one that is wrong stops what reads it later. */
const text = z.string().regex(/^\P{Cc}*$/u)
const id = text.min(1).max(100)
const kind = z.enum(leadKinds)
/** Milliseconds since 1970, before the year 10000. */
const time = z.int().min(0).max(253_402_300_799_999)

function json(content: z.ZodType) {
  const parse = (value: string) => {
    try {
      return content.safeParse(JSON.parse(value)).success
    } catch {
      return false
    }
  }
  return z.string().refine(parse)
}

/** The columns that come, and what is in them. */
const schemas = {
  leads: z.object({
    id,
    submission_id: text,
    kind,
    state: z.enum(leadStates),
    payload: json(z.record(z.string(), z.string())).nullable(),
    extras: json(
      z.looseObject({
        consent: z.string(),
        attribution: z.record(z.string(), z.string()).optional(),
      }),
    ),
    attempts: z.int().min(0),
    outcome: z.enum([...Object.keys(outcomes), ...suspicions, 'restored']).nullable(),
    lease: text.nullable(),
    lease_until: time.nullable(),
    next_at: time.nullable(),
    give_up_at: time,
    created_at: time,
    attempted_at: time.nullable(),
    delivered_at: time.nullable(),
  }),
  consents: z.object({
    id,
    kind,
    name: text,
    phone: text,
    email: text.nullable(),
    page: text,
    version: text,
    created_at: time,
  }),
}

type ImportedRows = {
  /** How many were read. */
  read: number
  /** Those that this journal did not have. */
  added: Row[]
  /** How many it had already. */
  known: number
  /** How many of these it did not know as delivered. */
  delivered: number
  /** How many stay away, because they were deleted from this journal. */
  erased: number
  /** Those that do not come, and which of their columns cannot be read. */
  unreadable: { id: string; columns: string[] }[]
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
  const columns = Object.keys(schemas[table].shape)
  let last: Row | undefined
  do {
    const rows = await source.read(
      `SELECT ${columns.join(', ')} FROM ${table} WHERE id > $1 ORDER BY id LIMIT ${batchSize}`,
      [last?.id ?? ''],
    )
    const unreadable = rows.flatMap((row) => {
      const issues = schemas[table].safeParse(row).error?.issues ?? []
      const columns = [...new Set(issues.map(({ path }) => String(path[0])))]
      return columns.length > 0 ? [{ row, id: String(row.id), columns }] : []
    })
    const readable = rows.filter((row) => !unreadable.some((other) => other.row === row))
    const imported = await importBatch(readable, store, table, columns)
    yield { ...imported, read: rows.length, unreadable }
    last = rows.length === batchSize ? rows.at(-1) : undefined
  } while (last)
}

function importBatch(
  rows: Row[],
  store: Store,
  table: keyof typeof conflicts,
  columns: string[],
): Promise<Omit<ImportedRows, 'read' | 'unreadable'>> {
  const ids = rows.map(({ id = null }) => id)
  return store.transaction(async (query) => {
    const idsIn = async (table: string) => {
      if (ids.length === 0) return new Set()
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
    // The other journal may be of 1.0.0, which recorded no consents.
    if (table === 'leads' && added.length > 0)
      await expectMissingConsents(query, Math.min(...added.map((row) => Number(row.created_at))))
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
