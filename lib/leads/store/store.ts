import 'server-only'
import { randomBytes } from 'node:crypto'
import { logError, warn } from '@/lib/server/log'
import type { Database, Query, Store } from './database'
import { NewerJournalError } from './migrations'

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
