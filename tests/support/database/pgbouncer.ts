import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, isListening } from '../process/ports'
import { programs } from '../process/programs'
import { startProgram } from '../process/start-program'
import { temporaryFolder } from '../process/temporary-folder'
import { waitUntil } from '../process/wait'
import { type DatabaseServer, postgres, queryPostgres } from './database'

/** The reason to skip tests with PgBouncer, or null when it is installed. */
export const pgBouncerMissing = programs.pgbouncer ? null : 'pgbouncer is not installed'

/** PostgreSQL behind PgBouncer in transaction mode, as many hosted databases run it. */
export async function pgBouncer(): Promise<DatabaseServer> {
  const database = await postgres()
  const { hostname, port, username, password } = new URL(database.url)
  const listenPort = await freePort()
  const folder = temporaryFolder('pgbouncer')
  const file = join(folder, 'pgbouncer.ini')
  const target = `host=${hostname} port=${port} dbname=postgres user=${username} password=${password}`
  writeFileSync(
    file,
    `[databases]
leads = ${target}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
server_login_retry = 1
`,
  )
  chmodSync(folder, 0o755)
  // PgBouncer does not run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const bouncer = await startProgram(programs.pgbouncer ?? 'pgbouncer', ['-q', ...user, file], () =>
    isListening(listenPort),
  ).catch(async (error) => {
    await database.stop()
    throw error
  })
  const url = `postgres://leads:leads@127.0.0.1:${listenPort}/leads`
  const answers = () =>
    queryPostgres(url, 'SELECT 1').then(
      () => true,
      () => false,
    )
  return {
    url,
    query: database.query,
    pause: database.pause,
    // After a failed connection, PgBouncer waits before it tries again.
    resume: async () => {
      await database.resume()
      await waitUntil(60, 'PgBouncer to reach the database', answers)
    },
    stop: async () => {
      await bouncer.stop()
      await database.stop()
    },
  }
}
