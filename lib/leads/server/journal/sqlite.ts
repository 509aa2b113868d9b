import 'server-only'
import { chmodSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import Database from 'libsql'
import { type Row, type Store, type Value, versions } from './store'

/** One file on a durable disk, shared by the processes of one machine. */
export function openSqlite(path: string): Store {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const database = new Database(path)
  chmodSync(path, 0o600)
  database.pragma('busy_timeout = 5000')
  database.pragma('journal_mode = WAL')
  // A lead that was acknowledged survives a power cut.
  database.pragma('synchronous = FULL')
  // A checkpoint runs in the thread that serves visitors: many small ones hold it up less than one large one.
  database.pragma('wal_autocheckpoint = 100')

  function run(sql: string, values: readonly Value[] = []): Row[] {
    const bound = Object.fromEntries(values.map((value, index) => [index + 1, value]))
    return database.prepare(sql).all(bound) as Row[]
  }
  // One statement a turn of the event loop: many leads that end at once do not hold up a visitor.
  let last: Promise<unknown> = Promise.resolve()
  return {
    name: 'sqlite',
    skipLocked: '',
    now: () => String(Date.now()),
    query(sql, values) {
      const result = last.then(() => setImmediate()).then(() => run(sql, values))
      last = result.catch(() => undefined)
      return result
    },
    // In one breath: a second connection of this process would wait for the lock without ever letting go of the thread.
    async migrate(migrations) {
      database.exec('BEGIN IMMEDIATE')
      try {
        run(versions.make)
        const done = Number(run(versions.read)[0]?.version ?? 0)
        for (const migration of migrations.slice(done)) run(migration)
        if (done < migrations.length) run(versions.write, [migrations.length])
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
