import 'server-only'

export type Value = string | number | null
export type Row = Record<string, Value>
/** Arrays and objects become JSON. */
export type Parameter = Value | object
export type Query = (sql: string, values?: readonly Parameter[]) => Promise<Row[]>

/** A SQLite or PostgreSQL database. The same SQL runs on both: `$1` placeholders, RETURNING, ON CONFLICT. */
export interface Database {
  readonly name: 'sqlite' | 'postgres'
  /** Goes after a SELECT that picks rows to change, so that instances do not wait for each other. */
  readonly skipLocked: string
  /** Goes after a table. Without it, and without statistics, SQLite prefers an index that reads more rows. */
  indexedBy(index: string): string
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
  /** Removes what was deleted from the files too. */
  finishPurge(): Promise<void>
  /** Updates the statistics that the plans of queries depend on. */
  optimize(): Promise<void>
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
