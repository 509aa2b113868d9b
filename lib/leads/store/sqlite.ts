import 'server-only'
import { chmodSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
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

  function run(sql: string, values: readonly Value[] = []): Row[] {
    const bound = Object.fromEntries(values.map((value, index) => [index + 1, value]))
    return database.prepare(sql).all(bound) as Row[]
  }
  return {
    name: 'sqlite',
    skipLocked: '',
    now: () => String(Date.now()),
    query: async (sql, values) => run(sql, values),
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
