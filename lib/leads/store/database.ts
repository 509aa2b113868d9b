import 'server-only'

export type Value = string | number | null
export type Row = Record<string, Value>
export type Query = (sql: string, values?: readonly Value[]) => Promise<Row[]>

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

/** A database whose tables are created or updated before the first query. */
export type Store = Database & {
  /** Returns the store. Throws when a lead could not be recorded now. */
  check(): Promise<Store>
  /** A random secret that all users of this store share. */
  secret(): Promise<string>
}
