import 'server-only'
import { randomBytes } from 'node:crypto'
import { logError, warn } from '@/lib/log'
import { NewerJournalError } from './migrations'

export type Value = string | number | null
export type Row = Record<string, Value>
export type Query = (sql: string, values?: readonly Value[]) => Promise<Row[]>

/** Each statement can read the rows that those before it return, as a table of that name. They share the values. */
export type QueryTogether = (
  statements: Record<string, string>,
  values: readonly Value[],
) => Promise<Record<string, Row[]>>

/** A SQLite or PostgreSQL database. The same SQL runs on both: `$1` placeholders, RETURNING, ON CONFLICT. */
export interface Store {
  readonly name: 'sqlite' | 'postgres'
  /** Goes after a SELECT that picks rows to change, so that instances do not wait for each other. */
  readonly skipLocked: string
  /** SQL for the current time in milliseconds, by the clock that all users of the store share. */
  now(): string
  readonly read: Query
  readonly write: Query
  /** Runs all statements in one transaction. */
  readonly writeTogether: QueryTogether
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

/** A store that creates or updates its tables before its first query, and knows whether it can write. */
export class MigratedStore {
  private migrated?: Promise<void>
  private checkedAt = Number.NEGATIVE_INFINITY
  private checked?: Promise<unknown>
  private knownSecret?: string

  constructor(readonly store: Store) {}

  get now() {
    return this.store.now()
  }

  readonly read: Query = (sql, values) => this.run(() => this.store.read(sql, values))
  readonly write: Query = (sql, values) => this.run(() => this.store.write(sql, values))
  readonly writeTogether: QueryTogether = (statements, values) =>
    this.run(() => this.store.writeTogether(statements, values))
  readonly close = () => this.store.close()

  /** A failed migration runs again with the next query, because the database may have been unreachable. */
  private async run<T>(query: () => Promise<T>): Promise<T> {
    try {
      this.migrated ??= this.store.migrate().catch((error) => {
        this.migrated = undefined
        throw error
      })
      await this.migrated
      return await query()
    } catch (error) {
      this.checkedAt = Number.NEGATIVE_INFINITY
      if (error instanceof NewerJournalError) warn(error.message)
      throw error
    }
  }

  /**
   * Throws when a lead could not be recorded now. A read works on a full disk, so this writes more bytes than a lead
   * has: once a minute, and at every call after something has failed.
   */
  async check(): Promise<this> {
    if (performance.now() - this.checkedAt >= checkIntervalMs) {
      this.checkedAt = performance.now()
      this.checked = this.write(
        `INSERT INTO journal_check (id, filling) VALUES (1, $1)
         ON CONFLICT (id) DO UPDATE SET filling = excluded.filling`,
        [randomBytes(48_000).toString('base64')],
      )
    }
    await this.checked
    return this
  }

  /** A random secret that all users of this store share. */
  async secret(): Promise<string> {
    if (!this.knownSecret) {
      const [row] = await this.write(
        `INSERT INTO journal_secret (id, secret) VALUES (1, $1)
         ON CONFLICT (id) DO UPDATE SET secret = journal_secret.secret RETURNING secret`,
        [randomBytes(32).toString('base64')],
      )
      this.knownSecret = String(row?.secret)
    }
    return this.knownSecret
  }
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
