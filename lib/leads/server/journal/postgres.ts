import 'server-only'
import pg from 'pg'
import { circuitBreaker, timeoutMs } from './circuit-breaker'
import { missingMigrations, versionTable } from './migrations'
import { BackupError, type Query, type Store } from './store'

const bigint = 20
/** An arbitrary number that all instances share. */
const migrationLock = 7_326_110
/** Creating an index over many leads takes longer than a query. */
const migrationTimeoutMs = 300_000

/**
 * A database that several instances share. It also works through PgBouncer in transaction mode, because it uses no
 * startup parameters, session state, or named prepared statements.
 */
export function openPostgres(url: string): Store {
  const pool = openPool(url)
  const limited = circuitBreaker()
  const query: Query = (sql, values = []) =>
    limited(async () => (await pool.query(sql, [...values])).rows)
  let migrating: Promise<void> | undefined
  return {
    name: 'postgres',
    skipLocked: 'FOR UPDATE SKIP LOCKED',
    now: () => 'CAST(EXTRACT(EPOCH FROM now()) * 1000 AS BIGINT)',
    read: query,
    write: query,
    // A migration continues after its caller has timed out, so the next caller waits for the same one.
    migrate: () =>
      limited(() => {
        migrating ??= migrate(url).finally(() => {
          migrating = undefined
        })
        return migrating
      }),
    exists: async () =>
      (await query("SELECT to_regclass('journal_version') AS name"))[0]?.name !== null,
    reopenIfReplaced: () => null,
    // VACUUM runs by itself.
    finishPurge: async () => undefined,
    async backup() {
      throw new BackupError('The journal is a PostgreSQL database: back it up with pg_dump.')
    },
    close: () => pool.end(),
  }
}

async function migrate(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: migrationTimeoutMs,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock])
    await client.query(versionTable.create)
    const version = Number((await client.query(versionTable.read)).rows[0]?.version ?? 0)
    const missing = missingMigrations(version)
    for (const migration of missing) await client.query(migration)
    if (missing.length > 0) await client.query(versionTable.write, [version + missing.length])
    await client.query('COMMIT')
  } finally {
    // Closing the connection rolls back an open transaction.
    void client.end().catch(() => undefined)
  }
}

/** Every step has a timeout. The client enforces them, because PgBouncer rejects timeouts as parameters. */
function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 5,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    idleTimeoutMillis: 30_000,
    allowExitOnIdle: true,
    types: {
      // Without this, pg returns BIGINT as a string. Times in milliseconds fit a number.
      getTypeParser: ((type: number, format?: 'text' | 'binary') =>
        type === bigint
          ? Number
          : pg.types.getTypeParser(type, format)) as typeof pg.types.getTypeParser,
    },
  })
  // The pool replaces a connection that breaks while idle; an unhandled `error` event would end the process.
  pool.on('error', () => undefined)
  return pool
}
