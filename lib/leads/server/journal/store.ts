import 'server-only'

export type Value = string | number | null
export type Row = Record<string, Value>
export type Query = (sql: string, values?: readonly Value[]) => Promise<Row[]>

/** A place that keeps rows. One SQL text serves every store: `$1` placeholders, RETURNING, ON CONFLICT. */
export interface Store {
  readonly name: 'sqlite' | 'postgres'
  /** Goes behind a SELECT that picks a row to change, where several instances pick at once. */
  readonly skipLocked: string
  /** SQL for the current time in milliseconds, by the clock that all users of the store share. */
  now(): string
  readonly query: Query
  /** Brings the tables up to date, once, however many processes start at a time. */
  migrate(migrations: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** Which migrations were done is itself a table. Both stores speak these sentences. */
export const versions = {
  make: 'CREATE TABLE IF NOT EXISTS journal_version (version INTEGER NOT NULL)',
  read: 'SELECT MAX(version) AS version FROM journal_version',
  write: 'INSERT INTO journal_version VALUES ($1)',
}
