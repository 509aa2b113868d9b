import 'server-only'
import { randomBytes } from 'node:crypto'
import { log, warn } from '@/lib/server/log'
import { NewerJournalError } from './migrations'

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
  readonly read: Query
  readonly write: Query
  /** Runs the migrations that this database has not had. Several processes may call it at once. */
  migrate(): Promise<void>
  /** Opens the file again if it was deleted or replaced under this process. Returns what has happened, for ops. */
  reopenIfReplaced(): string | null
  exists(): Promise<boolean>
  /** Removes what was deleted from the files too. */
  finishPurge(): Promise<void>
  /** Writes a copy of the database to a new file. */
  backup(path: string): Promise<void>
  close(): Promise<void>
}

/** Its message is for ops. */
export class BackupError extends Error {}

const checkIntervalMs = 60_000
const changeIsNewsMs = 600_000

/** A store that creates or updates its tables before its first query, and knows whether it can write. */
export class MigratedStore {
  private migrated?: Promise<void>
  private checkedAt = Number.NEGATIVE_INFINITY
  private checking?: Promise<unknown>
  private change?: { text: string; at: number }

  constructor(protected readonly store: Store) {}

  get name() {
    return this.store.name
  }

  get skipLocked() {
    return this.store.skipLocked
  }

  get now() {
    return this.store.now()
  }

  read(sql: string, values?: readonly Value[]): Promise<Row[]> {
    return this.run(() => this.store.read(sql, values))
  }

  write(sql: string, values?: readonly Value[]): Promise<Row[]> {
    return this.run(() => this.store.write(sql, values))
  }

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
  async check(): Promise<void> {
    if (performance.now() - this.checkedAt < checkIntervalMs) return
    this.checking ??= this.write(
      `INSERT INTO journal_check (id, filling) VALUES (1, $1)
       ON CONFLICT (id) DO UPDATE SET filling = excluded.filling`,
      [randomBytes(48_000).toString('base64')],
    ).finally(() => {
      this.checking = undefined
    })
    await this.checking
    this.checkedAt = performance.now()
  }

  /** Call this about once a minute. A process that has a deleted file open would go on writing leads into it. */
  reopenIfReplaced(): void {
    const change = this.store.reopenIfReplaced()
    if (!change) return
    this.migrated = undefined
    this.change = { text: change, at: performance.now() }
    log('warning', { warning: change })
  }

  /** What has happened to the file in the last ten minutes, for ops. */
  get fileChange(): string | null {
    return this.change && performance.now() - this.change.at < changeIsNewsMs
      ? this.change.text
      : null
  }

  /** Whether the database has the tables of a journal, of any version. Unlike all else, this creates nothing. */
  exists(): Promise<boolean> {
    return this.store.exists()
  }

  finishPurge(): Promise<void> {
    return this.store.finishPurge()
  }

  backup(path: string): Promise<void> {
    return this.store.backup(path)
  }

  close(): Promise<void> {
    return this.store.close()
  }
}
