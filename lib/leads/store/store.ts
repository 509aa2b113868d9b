import 'server-only'
import { randomBytes } from 'node:crypto'
import { logError, warn } from '@/lib/log'
import { NewerJournalError } from './migrations'

export type Value = string | number | null
export type Row = Record<string, Value>
type Query = (sql: string, values?: readonly Value[]) => Promise<Row[]>

/** A SQLite or PostgreSQL database. The same SQL runs on both: `$1` placeholders, RETURNING, ON CONFLICT. */
export interface Database {
  readonly name: 'sqlite' | 'postgres'
  /** Goes after a SELECT that picks rows to change, so that instances do not wait for each other. */
  readonly skipLocked: string
  /** SQL for the current time in milliseconds, by the clock that all its users share. */
  now(): string
  readonly read: Query
  readonly write: Query
  /** Runs statements in one transaction. Each can read the rows that those before it return, as a table of that name. */
  writeTogether(
    statements: Record<string, string>,
    values: readonly Value[],
  ): Promise<Record<string, Row[]>>
  /** Runs the migrations that this database has not had. Several processes may call it at once. */
  migrate(): Promise<void>
  /** How many migrations the database has had. 0 when it has no journal. */
  version(): Promise<number>
  /** Removes what was deleted from the files too. */
  finishPurge(): Promise<void>
  /** Writes a copy of the database to a new file. */
  backup(path: string): Promise<void>
  close(): Promise<void>
}

/** The result of work with the journal. Null after a fault, which is logged. */
export async function orNull<T>(work: () => T | Promise<T>, id?: string): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    logError('journal', error, id ? { id } : {})
    return null
  }
}

const checkIntervalMs = 60_000

/** A database whose tables are created or updated before the first query. */
export type Store = Database & {
  /** Returns the store. Throws when a lead could not be recorded now. */
  check(): Promise<Store>
  /** A random secret that all users of this store share. */
  secret(): Promise<string>
}

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
    writeTogether: (statements, values) => run(() => database.writeTogether(statements, values)),
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

export const timeoutMs = 2000
/** Only slow failures open the breaker. A fast failure does not delay a visitor. */
const slowMs = 1000
const openMs = 5000

class TimeoutError extends Error {
  readonly code = 'ETIMEDOUT'
}

/**
 * Limits the duration of each call. After a slow failure, all calls fail at once for five seconds. Then a single call
 * goes through, to find out whether the database answers again.
 */
export function circuitBreaker() {
  let openUntil = Number.NEGATIVE_INFINITY

  return async function limited<T>(call: () => Promise<T>): Promise<T> {
    const started = performance.now()
    if (started < openUntil) throw new TimeoutError('Skipped: the last call took too long')
    const probing = openUntil > Number.NEGATIVE_INFINITY
    // Other calls fail until this one has ended.
    if (probing) openUntil = started + timeoutMs + openMs
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new TimeoutError('Took too long')), timeoutMs)
    })
    try {
      const result = await Promise.race([call(), timeout])
      openUntil = Number.NEGATIVE_INFINITY
      return result
    } catch (error) {
      const now = performance.now()
      if (now - started >= slowMs) openUntil = now + openMs
      else if (probing) openUntil = Number.NEGATIVE_INFINITY
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
}
