import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { type DatabaseServer, postgres, queryPostgres } from './database'
import { freePort } from './site'
import { until } from './wait'

// Debian installs it where only root looks.
const PATH = [process.env.PATH, '/usr/sbin', '/usr/local/sbin'].join(delimiter)
const env = { ...process.env, PATH }

/** Why tests through PgBouncer cannot run here, or null. */
export const pgBouncerMissing =
  spawnSync('pgbouncer', ['--version'], { env }).status === 0
    ? null
    : 'pgbouncer is not installed (Debian: apt-get install pgbouncer)'

/** A PostgreSQL behind PgBouncer in transaction mode, as hosted databases come. */
export async function pgBouncer(): Promise<DatabaseServer> {
  const database = await postgres()
  const { hostname, port, username, password } = new URL(database.url)
  const listenPort = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'))
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
`,
  )
  chmodSync(folder, 0o755)
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn('pgbouncer', ['-q', ...user, file], { env, stdio: 'ignore' })
  await untilOpen(listenPort, child)
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
    // After a failure PgBouncer waits before it connects to the database again.
    resume: async () => {
      await database.resume()
      await until(60, 'PgBouncer to reach the database', answers)
    },
    stop: async () => {
      const ended = new Promise((resolve) => child.on('exit', resolve))
      child.kill('SIGKILL')
      await ended
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilOpen(port: number, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true))
      socket.on('connect', () => socket.destroy())
      socket.on('error', () => resolve(false))
    })
    if (open) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`PgBouncer did not start: it ended with ${child.exitCode}`)
}
