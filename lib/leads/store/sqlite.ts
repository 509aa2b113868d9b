import 'server-only'
import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type Libsql from 'libsql'
import { faultOf } from '@/lib/server/log'
import { circuitBreaker, timeoutMs } from './breaker'
import {
  type Database,
  type Parameter,
  type Query,
  type Row,
  toValue,
  type Value,
} from './database'
import { applyMigrations, countMigrations, missingMigrations, readMigrations } from './migrations'

/** How long a statement waits for another process that has locked the file, and how often it tries. */
const lockWaitMs = timeoutMs - 500
const lockRetryMs = 10

/**
 * A file on a durable disk, shared by the processes of one machine. Once the file is deleted or replaced, everything
 * fails until a restart, because this process would write into a file that nobody can find.
 */
export function openSqlite(path: string): Database {
  const database = open(path)
  const openFile = fileId(path)

  const run = (sql: string, values: readonly Parameter[] = []) =>
    database.prepare(sql).all(bind(values)) as Row[]

  // One read or one transaction per turn of the event loop, so that many leads at once do not delay a page request.
  let previous: Promise<unknown> = Promise.resolve()
  const limited = circuitBreaker()
  function enqueue<T>(work: () => T | Promise<T>): Promise<T> {
    const checked = () => {
      if (fileId(path) !== openFile)
        throw Object.assign(new Error('Deleted or replaced'), { code: 'FILE_REPLACED' })
      return work()
    }
    const result = previous
      .then(() => setImmediate())
      .then(() => limited(() => whenUnlocked(checked)))
    previous = result.catch(() => undefined)
    return result
  }

  const read: Query = (sql, values) => enqueue(() => run(sql, values))

  /**
   * The statements run at once, so work that awaits nothing else ends in the turn of the event loop in which it began:
   * the file is locked for no longer, and no other statement of this process comes between.
   */
  function transaction<T>(work: (query: Query) => Promise<T>): Promise<T> {
    return enqueue(async () => {
      // A statement that fails because the file is locked stays open in libsql, and while it is open, no later statement
      // of this connection is committed. `exec` closes its statement, so the lock is taken by it.
      database.exec('BEGIN IMMEDIATE')
      try {
        const result = await work(async (sql, values) => run(sql, values))
        database.exec('COMMIT')
        return result
      } catch (error) {
        if (database.inTransaction) database.exec('ROLLBACK')
        throw error
      }
    })
  }

  return {
    skipLocked: '',
    now: () => '$now',
    rowsOf: (placeholder) => `json_each(${placeholder})`,
    read,
    write: (sql, values) => transaction((query) => query(sql, values)),
    transaction,
    // A transaction locks the whole file.
    lock: async () => undefined,
    async migrate() {
      // An up-to-date journal can be used while another process has locked it.
      if (missingMigrations(await migrationsOf(read)).length > 0) await transaction(applyMigrations)
    },
    migrations: () => migrationsOf(read),
    async cleanUp() {
      await enqueue(() => database.pragma('optimize'))
      // The `-wal` file has older versions of the pages that were overwritten.
      await enqueue(() => database.pragma('wal_checkpoint(TRUNCATE)'))
    },
    close: async () => void database.close(),
  }
}

async function migrationsOf(query: Query): Promise<number> {
  const [table] = await query("SELECT 1 FROM sqlite_master WHERE name = 'journal_migrations'")
  return table ? countMigrations(await query(readMigrations)) : 0
}

/** Numbers the values from 1, and adds the time of the call. */
function bind(values: readonly Parameter[]): Record<string, Value> {
  const numbered = values.map((value, index) => [index + 1, toValue(value)])
  return { ...Object.fromEntries(numbered), now: Date.now() }
}

/** Loads the package with the first file, because the functions on Vercel do not have it. */
export function connect(path: string): Libsql.Database {
  const require = createRequire(import.meta.url)
  const Connection: typeof Libsql = require('libsql')
  try {
    return new Connection(path)
  } catch (error) {
    // libsql gives no code.
    throw Object.assign(error as Error, { code: 'SQLITE_CANTOPEN' })
  }
}

function open(path: string): Libsql.Database {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const database = connect(path)
  chmodSync(path, 0o600)
  // Another instance that starts at the same time locks a new file.
  database.pragma(`busy_timeout = ${lockWaitMs}`)
  database.pragma('journal_mode = WAL')
  // A recorded lead survives a power cut.
  database.pragma('synchronous = FULL')
  // A checkpoint blocks the thread that serves visitors. Many small ones block it for less time than one large one.
  database.pragma('wal_autocheckpoint = 100')
  // Overwrites what is deleted, so that purged data is not in the file.
  database.pragma('secure_delete = ON')
  // ANALYZE reads so many rows of each index, and not all of them.
  database.pragma('analysis_limit = 400')
  // From now on, waiting for a lock would block the thread that serves visitors. `whenUnlocked` waits without blocking it.
  database.pragma('busy_timeout = 0')
  return database
}

async function whenUnlocked<T>(work: () => T | Promise<T>): Promise<T> {
  const deadline = performance.now() + lockWaitMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isLocked(error) || performance.now() >= deadline) throw error
    }
    await setTimeout(lockRetryMs)
  }
}

/** Whether a statement failed because another process has locked the file. */
export function isLocked(error: unknown): boolean {
  return faultOf(error).startsWith('SQLITE_BUSY')
}

/** Differs when another file has taken the place of this one. Null when there is none. */
function fileId(path: string): string | null {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats ? `${stats.dev}:${stats.ino}` : null
}
