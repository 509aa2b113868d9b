import 'server-only'
import { chmodSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import Database from 'libsql'
import { type Row, type Store, type Value, versionTable } from './store'

/** A file on a durable disk, shared by the processes of one machine. */
export function openSqlite(path: string): Store {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const database = new Database(path)
  chmodSync(path, 0o600)
  database.pragma('busy_timeout = 5000')
  database.pragma('journal_mode = WAL')
  // A recorded lead survives a power cut.
  database.pragma('synchronous = FULL')
  // A checkpoint blocks the thread that serves visitors. Many small ones block it for less time than one large one.
  database.pragma('wal_autocheckpoint = 100')

  function run(sql: string, values: readonly Value[] = []): Row[] {
    const bound = Object.fromEntries(values.map((value, index) => [index + 1, value]))
    return database.prepare(sql).all(bound) as Row[]
  }
  // At most one statement per turn of the event loop, so that many leads at once do not delay a page request.
  let previous: Promise<unknown> = Promise.resolve()
  return {
    name: 'sqlite',
    skipLocked: '',
    now: () => String(Date.now()),
    query(sql, values) {
      const result = previous.then(() => setImmediate()).then(() => run(sql, values))
      previous = result.catch(() => undefined)
      return result
    },
    // Runs without `await`. Between awaits, another connection of this process could wait for the lock and block the
    // thread, so that this one could never release it.
    async migrate(migrations) {
      database.exec('BEGIN IMMEDIATE')
      try {
        run(versionTable.create)
        const done = Number(run(versionTable.read)[0]?.version ?? 0)
        for (const migration of migrations.slice(done)) run(migration)
        if (done < migrations.length) run(versionTable.write, [migrations.length])
        database.exec('COMMIT')
      } catch (error) {
        database.exec('ROLLBACK')
        throw error
      }
    },
    async close() {
      database.close()
    },
  }
}
