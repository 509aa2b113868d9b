import { chmodSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { temporaryFolder } from '../process/files'
import { freePort, isListening, listenOnFreePort } from '../process/ports'
import { programs, startProgram } from '../process/programs'
import { waitUntil } from '../process/wait'
import { type DatabaseServer, queryPostgres } from './database'

/** What stands between a site and its database: PgBouncer, and a network that drops all data. */

/** The reason to skip tests with PgBouncer, or null when it is installed. */
export const pgBouncerMissing = programs.pgbouncer ? null : 'pgbouncer is not installed'

/** Puts PgBouncer in transaction mode in front of a PostgreSQL server, as many hosts do. */
export async function pgBouncer(database: DatabaseServer): Promise<DatabaseServer> {
  const { hostname, port, username, password } = new URL(database.url)
  const listenPort = await freePort()
  const folder = temporaryFolder('pgbouncer')
  const file = join(folder, 'pgbouncer.ini')
  const target = `host=${hostname} port=${port} user=${username} password=${password}`
  writeFileSync(
    file,
    `[databases]
* = ${target}
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
  const url = `postgres://leads:leads@127.0.0.1:${listenPort}/postgres`
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

/** Starts a proxy in front of a database that can drop all data without closing a connection, as a firewall may do. */
export async function silentDatabase(target: string) {
  const sockets = new Set<Socket>()
  const { hostname, port, pathname } = new URL(target)
  let isSilent = false
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    const pass = (from: Socket, to: Socket) => {
      sockets.add(from)
      from.on('error', () => undefined)
      from.on('close', () => to.destroy())
      from.on('data', (chunk) => isSilent || to.write(chunk))
    }
    pass(client, upstream)
    pass(upstream, client)
  })
  const closeConnections = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `postgres://leads:leads@127.0.0.1:${await listenOnFreePort(server)}${pathname}`,
    begin() {
      isSilent = true
    },
    /** Closes the connections that lost data. */
    end() {
      isSilent = false
      closeConnections()
    },
    async stop() {
      closeConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
