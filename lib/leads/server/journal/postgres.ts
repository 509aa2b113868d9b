import 'server-only'
import pg from 'pg'
import { type Store, versionTable } from './store'

const bigint = 20
/** An arbitrary number that all instances share. */
const migrationLock = 7_326_110
const timeoutMs = 2000
/** Creating an index over many leads takes longer than a query. */
const migrationTimeoutMs = 300_000

/**
 * A database that several instances share. It also works through PgBouncer in transaction mode, because it uses no
 * startup parameters, session state, or named prepared statements.
 */
export function openPostgres(url: string): Store {
  const pool = openPool(url)
  const limited = circuitBreaker(timeoutMs)
  let migrating: Promise<void> | undefined
  return {
    name: 'postgres',
    skipLocked: 'FOR UPDATE SKIP LOCKED',
    now: () => 'CAST(EXTRACT(EPOCH FROM now()) * 1000 AS BIGINT)',
    query: (sql, values = []) => limited(async () => (await pool.query(sql, [...values])).rows),
    migrate: (migrations) =>
      limited(() => {
        // A migration continues after its caller has timed out, so the next caller waits for the same one.
        migrating ??= migrate(url, migrations).finally(() => {
          migrating = undefined
        })
        return migrating
      }),
    close: () => pool.end(),
  }
}

async function migrate(url: string, migrations: readonly string[]): Promise<void> {
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
    for (const migration of migrations.slice(version)) await client.query(migration)
    if (version < migrations.length) await client.query(versionTable.write, [migrations.length])
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

/** Only slow failures open the breaker. A fast failure does not delay a visitor. */
const slowMs = 1000
const openMs = 5000

class TimeoutError extends Error {
  readonly code = 'ETIMEDOUT'
}

/**
 * Limits the duration of each call. After a slow failure, all calls fail at once for five seconds. Then a single call
 * goes through, to find out whether the database answers again.
 */
function circuitBreaker(timeoutMs: number) {
  let openUntil = Number.NEGATIVE_INFINITY

  return async function limited<T>(call: () => Promise<T>): Promise<T> {
    const started = performance.now()
    if (started < openUntil) throw new TimeoutError('Skipped: the last call took too long')
    const probing = openUntil > Number.NEGATIVE_INFINITY
    // Other calls fail until this one has ended.
    if (probing) openUntil = started + timeoutMs + openMs
    try {
      const result = await withTimeout(call(), timeoutMs)
      openUntil = Number.NEGATIVE_INFINITY
      return result
    } catch (error) {
      const now = performance.now()
      if (now - started >= slowMs) openUntil = now + openMs
      else if (probing) openUntil = Number.NEGATIVE_INFINITY
      throw error
    }
  }
}

async function withTimeout<T>(result: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError('Took too long')), ms)
  })
  try {
    return await Promise.race([result, timeout])
  } finally {
    clearTimeout(timer)
  }
}
