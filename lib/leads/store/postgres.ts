import 'server-only'
import type { ConnectionOptions } from 'node:tls'
import pg from 'pg'
import { faultOf } from '@/lib/server/log'
import { circuitBreaker, conflicts, limitCalls, timeoutMs } from './breaker'
import { type Database, type Parameter, type Query, toValue } from './database'
import { applyMigrations, countMigrations, readMigrations } from './migrations'

// Without this, pg returns BIGINT as a string. Times in milliseconds fit a number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** An arbitrary number that all instances share. */
const migrationLock = 7_326_110
/** Of several statements. A visitor still waits for less than five seconds. */
const transactionTimeoutMs = 2 * timeoutMs
/** One for each kind of limit that can be reached meanwhile (LeadCounter): after that, the lead is refused or held. */
const maxRuns = 4
/** Creating an index over many leads takes longer than a query. */
const migrationTimeoutMs = 300_000

/**
 * A database that several instances share. It also works through PgBouncer in transaction mode, because it uses no
 * startup parameters, session state, or named prepared statements.
 */
export function openPostgres(url: string, connections = 10): Database {
  // Every step has a timeout. The client enforces them, because PgBouncer rejects timeouts as parameters.
  const pool = new pg.Pool({
    connectionString: url,
    // A transaction keeps one for several round trips.
    max: connections,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    idleTimeoutMillis: 30_000,
    allowExitOnIdle: true,
  })
  // The pool replaces a connection that breaks while it is idle or between two statements. An unhandled `error` event
  // would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  // A wait for one of our own connections is no fault of the database.
  const inTurn = limitCalls(connections)
  const unlessBroken = circuitBreaker()
  const limited: typeof unlessBroken = (call, limitMs) =>
    inTurn(() => unlessBroken(() => call().catch(withCode), limitMs))
  const query = (sql: string, values: readonly Parameter[] = []) =>
    limited(async () => (await pool.query(sql, values.map(toValue))).rows)
  let migrating: Promise<void> | undefined
  return {
    skipLocked: 'FOR UPDATE SKIP LOCKED',
    now: () => 'CAST(EXTRACT(EPOCH FROM now()) * 1000 AS BIGINT)',
    // Much faster than by the rules of a language.
    rowsOf: (placeholder) => `jsonb_array_elements(CAST(${placeholder} AS JSONB)) AS json (value)`,
    read: query,
    write: query,
    transaction<T>(work: (query: Query) => Promise<T>) {
      let conflict: unknown
      const run = async (): Promise<T> => {
        for (let runs = 1; ; runs++)
          try {
            return await inTransaction(pool, work)
          } catch (error) {
            if (!conflicts.includes(faultOf(error))) throw error
            conflict = error
            if (runs === maxRuns) throw error
          }
      }
      return limited(run, transactionTimeoutMs).catch((error) => {
        throw conflict ?? error
      })
    },
    async lock(query, name) {
      await query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
    },
    // A migration continues after its caller has timed out, so the next caller waits for the same one.
    migrate: () =>
      limited(() => {
        migrating ??= inTransaction(pool, migrate, migrationTimeoutMs).finally(() => {
          migrating = undefined
        })
        return migrating
      }),
    async migrations() {
      const [table] = await query("SELECT to_regclass('journal_migrations') AS name")
      return table?.name ? countMigrations(await query(readMigrations)) : 0
    },
    // VACUUM and ANALYZE run by themselves.
    cleanUp: async () => undefined,
    close: () => pool.end(),
  }
}

/** pg gives its own timeouts no code. */
function withCode(error: unknown): never {
  if (error instanceof Error && !('code' in error) && /timeout/i.test(error.message))
    throw Object.assign(error, { code: 'ETIMEDOUT' })
  throw error
}

async function migrate(query: Query): Promise<void> {
  await query('SELECT pg_advisory_xact_lock($1)', [migrationLock])
  await applyMigrations(query)
}

async function inTransaction<T>(
  pool: pg.Pool,
  work: (query: Query) => Promise<T>,
  queryTimeoutMs = timeoutMs,
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const result = await work(async (text, values = []) => {
      const query = { text, values: values.map(toValue), query_timeout: queryTimeoutMs }
      return (await client.query(query)).rows
    })
    await client.query('COMMIT')
    client.release()
    return result
  } catch (error) {
    // Closing the connection rolls back, also when the database does not answer.
    client.release(true)
    throw error
  }
}

/**
 * Whether others on the way can read what is sent to this database, because it is on another machine, and nothing checks that it
 * is the one that answers.
 */
export function isExposed(url: string): boolean {
  try {
    // The driver knows what its variables, such as PGSSLMODE, change. This does not connect.
    const client = new pg.Client({ connectionString: url })
    const tls: ConnectionOptions | boolean = client.ssl
    const options: ConnectionOptions = typeof tls === 'object' ? tls : {}
    const isChecked = options.rejectUnauthorized !== false && !options.checkServerIdentity
    // A name without a dot is known only here, or in a network of containers. A path is the folder of a socket.
    const isLocal = /^(127\.|::1$|\/|[^.:]+$)/.test(client.host)
    return !isLocal && !(tls && isChecked)
  } catch {
    // It cannot connect either.
    return false
  }
}
