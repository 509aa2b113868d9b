import 'server-only'
import pg from 'pg'
import { circuitBreaker } from './circuit-breaker'
import { type Store, versions } from './store'

const bigint = 20
/** Any number will do, as long as every instance takes the same. */
const migrationLock = 7_326_110
const timeoutMs = 2000
/** An index over many leads takes its time. */
const migrationTimeoutMs = 300_000

/**
 * One database for several instances. Works through PgBouncer in transaction mode: no startup parameters, no
 * session state, no named prepared statements.
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
        // Goes on after its caller has given up waiting.
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
    await client.query(versions.make)
    const done = Number((await client.query(versions.read)).rows[0]?.version ?? 0)
    for (const migration of migrations.slice(done)) await client.query(migration)
    if (done < migrations.length) await client.query(versions.write, [migrations.length])
    await client.query('COMMIT')
  } finally {
    // Rolls back what was begun and not committed.
    void client.end().catch(() => undefined)
  }
}

/** Connections of which everything that can hang has an end. The ends are the client's: PgBouncer refuses them as parameters. */
function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 5,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    idleTimeoutMillis: 30_000,
    allowExitOnIdle: true,
    types: {
      // Times are milliseconds and fit a number.
      getTypeParser: ((type: number, format?: 'text' | 'binary') =>
        type === bigint
          ? Number
          : pg.types.getTypeParser(type, format)) as typeof pg.types.getTypeParser,
    },
  })
  // A connection that breaks while idle is replaced with the next query.
  pool.on('error', () => undefined)
  return pool
}
