import 'server-only'
import { randomBytes } from 'node:crypto'
import { migrations } from './records'

export type Value = string | number | null
export type Row = Record<string, Value>
export type Query = (sql: string, values?: readonly Value[]) => Promise<Row[]>

/** A SQLite or PostgreSQL database. The same SQL runs on both: `$1` placeholders, RETURNING, ON CONFLICT. */
export interface Store {
  readonly name: 'sqlite' | 'postgres'
  /** Goes after a SELECT that picks rows to change, so that instances do not wait for each other. */
  readonly skipLocked: string
  /** SQL for the current time in milliseconds, by the clock that all users of the store share. */
  now(): string
  readonly query: Query
  /** Runs the migrations that this database has not had. Several processes may call it at once. */
  migrate(migrations: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** The table that counts the migrations a database has had, in the SQL of both stores. */
export const versionTable = {
  create: 'CREATE TABLE IF NOT EXISTS journal_version (version INTEGER NOT NULL)',
  read: 'SELECT MAX(version) AS version FROM journal_version',
  write: 'INSERT INTO journal_version VALUES ($1)',
}

/** A store that creates or updates its tables before its first query, and knows whether it can write. */
export class MigratedStore {
  private migrated?: Promise<void>
  private lastWriteWorked = false

  constructor(private readonly store: Store) {}

  get name() {
    return this.store.name
  }

  get skipLocked() {
    return this.store.skipLocked
  }

  get now() {
    return this.store.now()
  }

  /** A failed migration runs again with the next query, because the database may have been unreachable. */
  async query(sql: string, values: readonly Value[] = []): Promise<Row[]> {
    const writes = !sql.startsWith('SELECT')
    try {
      this.migrated ??= this.store.migrate(migrations).catch((error) => {
        this.migrated = undefined
        throw error
      })
      await this.migrated
      const rows = await this.store.query(sql, values)
      // An UPDATE that matches no row writes nothing, so it proves nothing.
      if (writes && rows.length > 0) this.lastWriteWorked = true
      return rows
    } catch (error) {
      if (writes) this.lastWriteWorked = false
      throw error
    }
  }

  /**
   * Throws when a lead could not be recorded now. A read works on a full disk, so unless the last write worked, this
   * writes more bytes than a lead has.
   */
  async check(): Promise<void> {
    if (this.lastWriteWorked) await this.query('SELECT 1')
    else
      await this.query(
        `INSERT INTO journal_check (id, filling) VALUES (1, $1)
         ON CONFLICT (id) DO UPDATE SET filling = excluded.filling RETURNING id`,
        [randomBytes(48_000).toString('base64')],
      )
  }

  close(): Promise<void> {
    return this.store.close()
  }
}
