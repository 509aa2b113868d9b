import 'server-only'
import { randomBytes } from 'node:crypto'
import { logError, warn } from '@/lib/server/log'
import { NewerJournalError } from './migrations'

export type Value = string | number | null
export type Row = Record<string, Value>
/** Arrays and objects become JSON. */
export type Parameter = Value | object
export type Query = (sql: string, values?: readonly Parameter[]) => Promise<Row[]>

/** A SQLite or PostgreSQL database. The same SQL runs on both: `$1` placeholders, RETURNING, ON CONFLICT. */
export interface Database {
  /** Goes after a SELECT that picks rows to change, so that instances do not wait for each other. */
  readonly skipLocked: string
  /** SQL for the current time in milliseconds, by the clock that all its users share. */
  now(): string
  /**
   * SQL for the rows of a parameter that is an array of arrays, whose columns are `value ->> 0` and so on. Many placeholders
   * would take SQLite much longer.
   */
  rowsOf(placeholder: string): string
  readonly read: Query
  readonly write: Query
  /**
   * Runs the statements of the work in one transaction, and rolls it back when the work fails. The work awaits nothing
   * but its statements, because until it ends, SQLite keeps its lock, and PostgreSQL a connection. It can run twice.
   */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>
  /** Makes other transactions that lock this name wait until the transaction of this query ends. */
  lock(query: Query, name: string): Promise<void>
  /** Runs the migrations that this database has not had. Several processes may call it at once. */
  migrate(): Promise<void>
  /** See countMigrations. 0 when it has no journal. */
  migrations(): Promise<number>
  /** Removes what was deleted from the files too, and updates the statistics that the plans of queries depend on. */
  cleanUp(): Promise<void>
  close(): Promise<void>
}

/** A database whose tables are created or updated before the first query. */
export type Store = Database & {
  /** Returns the store. Throws when a lead could not be recorded now. */
  check(): Promise<Store>
  /** A random secret that all users of this store share. */
  secret(): Promise<string>
}

/** The result of work with the journal. Null after a fault, which is logged. */
export async function tryJournal<T>(work: () => T | Promise<T>, id?: string): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    logError('journal', error, id ? { id } : {})
    return null
  }
}

const checkIntervalMs = 60_000

export function createStore(database: Database): Store {
  let migrated: Promise<void> | undefined
  let checked: Promise<unknown> | undefined
  let checkedAt = Number.NEGATIVE_INFINITY
  let secret: string | undefined

  /** A failed migration runs again with the next query, because the database may have been unreachable. */
  async function run<T>(query: () => Promise<T>): Promise<T> {
    try {
      migrated ??= database.migrate().catch((error) => {
        migrated = undefined
        throw error
      })
      await migrated
      return await query()
    } catch (error) {
      checkedAt = Number.NEGATIVE_INFINITY
      if (error instanceof NewerJournalError) warn(error.message)
      throw error
    }
  }
  const write: Query = (sql, values) => run(() => database.write(sql, values))

  const store: Store = {
    ...database,
    read: (sql, values) => run(() => database.read(sql, values)),
    write,
    transaction: (work) => run(() => database.transaction(work)),
    // A read works on a full disk, so this writes more bytes than a lead has: once a minute, and at every call after
    // something has failed.
    async check() {
      if (performance.now() - checkedAt >= checkIntervalMs) {
        checkedAt = performance.now()
        checked = write(
          `INSERT INTO journal_check (id, filling) VALUES (1, $1)
           ON CONFLICT (id) DO UPDATE SET filling = excluded.filling`,
          [randomBytes(48_000).toString('base64')],
        )
      }
      await checked
      return store
    },
    async secret() {
      if (!secret) {
        const [row] = await write(
          `INSERT INTO journal_secret (id, secret) VALUES (1, $1)
           ON CONFLICT (id) DO UPDATE SET secret = journal_secret.secret RETURNING secret`,
          [randomBytes(32).toString('base64')],
        )
        secret = String(row?.secret)
      }
      return secret
    },
  }
  return store
}

/**
 * What the drivers get of a parameter. Half a surrogate pair in JSON aborts the process in SQLite and is an error in
 * PostgreSQL, as a zero character is.
 */
export function toValue(parameter: Parameter): Value {
  if (typeof parameter === 'string') return storable(parameter)
  if (typeof parameter !== 'object' || parameter === null) return parameter
  return JSON.stringify(parameter, (_, value) =>
    typeof value === 'string' ? storable(value) : value,
  )
}

function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}
