import 'server-only'
import { z } from 'zod'
import { leadKinds } from '@/lib/forms/forms'
import { holdReasons, leadStates } from './lead'
import { outcomes } from './outcomes'
import type { Query, Reader, Row, Store, Value } from './store/database'
import { setStarts } from './taken-times'

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

type Table = keyof typeof conflicts

/** A file from elsewhere can have any value in any column, and one that is wrong stops what reads it later. */
const text = z.string().regex(/^\P{Cc}*$/u)
const id = text.min(1).max(100)
const kind = z.enum(leadKinds)
const start = z.string().regex(/^\d{8}T\d{6}$/)
/**
 * Milliseconds since 1970. With a time far ahead, a lead would never be given up or deleted. The last time that a server
 * writes is that of a deletion a week later.
 */
const aheadMs = 8 * 86_400_000
const time = z
  .int()
  .min(0)
  .refine((at) => at <= Date.now() + aheadMs)

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
    kind,
    thread: text,
    version: time,
    replaces: id.nullable(),
    state: z.enum(leadStates),
    payload: json(z.record(z.string(), z.string())).nullable(),
    extras: json(
      z.looseObject({
        consent: z.string(),
        attribution: z.record(z.string(), z.string()).optional(),
      }),
    ),
    // What PostgreSQL can store.
    attempts: z.int32().min(0),
    outcome: z.enum([...Object.keys(outcomes), ...holdReasons, 'restored']).nullable(),
    lease: text.nullable(),
    lease_until: time.nullable(),
    waits_from: time.nullable(),
    next_at: time.nullable(),
    give_up_at: time,
    created_at: time,
    attempted_at: time.nullable(),
    delivered_at: time.nullable(),
    demo_start: start.nullable(),
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

/**
 * SQL that differs. A file can have any type in any column, and libsql ends the process when it reads a text that is not
 * UTF-8. So a text comes as bytes, and bytes come as a number that no column has.
 */
const dialects = {
  sqlite: {
    hasNoId: `typeof(id) <> 'text' OR id = ''`,
    comesAfter: `typeof(id) = 'text' AND id > CAST($1 AS TEXT)`,
    columnOf: (column: string) =>
      `CASE typeof(${column}) WHEN 'text' THEN CAST(${column} AS BLOB) WHEN 'blob' THEN -1 ELSE ${column} END AS ${column}`,
  },
  postgres: {
    hasNoId: `id = ''`,
    comesAfter: 'id > $1',
    columnOf: (column: string) => column,
  },
}

type RawRow = Record<string, Value | ArrayBuffer>

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decode(row: RawRow): Row {
  const decoded = Object.entries(row).map(([column, value]) => {
    if (!(value instanceof ArrayBuffer)) return [column, value]
    try {
      return [column, utf8.decode(value)]
    } catch {
      return [column, -1]
    }
  })
  return Object.fromEntries(decoded)
}

/** How many rows `importRows` leaves out without naming them. */
export async function countWithoutId(source: Reader, table: Table): Promise<number> {
  const { hasNoId } = dialects[source.name]
  const [row] = await source.read(`SELECT COUNT(*) AS count FROM ${table} WHERE ${hasNoId}`)
  return Number(row?.count)
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
  /** How many were deleted, because there is a newer version of the same form. */
  superseded: number
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
  table: Table,
): AsyncGenerator<ImportedRows> {
  const columns = Object.keys(schemas[table].shape)
  const { comesAfter, columnOf } = dialects[source.name]
  const select = `SELECT ${columns.map(columnOf).join(', ')} FROM ${table}
    WHERE ${comesAfter} ORDER BY ${table}.id LIMIT ${batchSize}`
  let last: Buffer | undefined = Buffer.from('')
  while (last) {
    const after = source.name === 'sqlite' ? last : last.toString()
    const rows: RawRow[] = await source.read(select, [after as Value])
    const readable: Row[] = []
    const unreadable: ImportedRows['unreadable'] = []
    for (const row of rows) {
      const decoded = decode(row)
      const issues = schemas[table].safeParse(decoded).error?.issues ?? []
      const columns = [...new Set(issues.map(({ path }) => String(path[0])))]
      if (columns.length === 0) readable.push(decoded)
      else unreadable.push({ id: bytesOf(row.id).toString(), columns })
    }
    const imported = await importBatch(readable, store, table, columns)
    yield { ...imported, read: rows.length, unreadable }
    last = rows.length === batchSize ? bytesOf(rows.at(-1)?.id) : undefined
  }
}

/** A text, or its bytes. */
function bytesOf(id?: RawRow[string]): Buffer {
  return id instanceof ArrayBuffer ? Buffer.from(id) : Buffer.from(String(id))
}

function importBatch(
  rows: Row[],
  store: Store,
  table: Table,
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
    const superseded = table === 'leads' ? await deleteSuperseded(query, wanted) : []
    const changed = new Set(written.map(({ id }) => id))
    const added = wanted.filter(({ id = null }) => changed.has(id) && !known.has(id))
    return {
      added,
      known: wanted.length - added.length,
      delivered: changed.size - added.length,
      erased: rows.length - wanted.length,
      superseded: superseded.length,
    }
  })
}

/** Of a thread, only the newest version can be undelivered (record.ts), and has a time. The other journal can have had another version. */
async function deleteSuperseded(query: Query, rows: Row[]): Promise<Row[]> {
  const threads = rows.map(({ thread }) => String(thread))
  if (threads.length === 0) return []
  await setStarts(query, threads)
  return query(
    `DELETE FROM leads WHERE thread IN (${places(threads)}) AND state <> 'delivered'
       AND EXISTS (SELECT 1 FROM leads AS newer WHERE newer.thread = leads.thread AND newer.version > leads.version)
     RETURNING id`,
    threads,
  )
}

function places(values: readonly unknown[], after = 0): string {
  return values.map((_, index) => `$${after + index + 1}`).join(', ')
}
