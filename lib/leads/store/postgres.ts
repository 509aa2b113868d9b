import 'server-only'
import pg from 'pg'
import { type Store, versions } from './store'

const bigint = 20
/** Any number will do, as long as every instance takes the same. */
const migrationLock = 7_326_110

/** One database for several instances. */
export function openPostgres(url: string): Store {
  const pool = openPool(url)
  return {
    name: 'postgres',
    skipLocked: 'FOR UPDATE SKIP LOCKED',
    query: async (sql, values = []) => (await pool.query(sql, [...values])).rows,
    async migrate(migrations) {
      const client = await pool.connect()
      try {
        await client.query('BEGIN')
        await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock])
        await client.query(versions.make)
        const done = Number((await client.query(versions.read)).rows[0]?.version ?? 0)
        for (const migration of migrations.slice(done)) await client.query(migration)
        if (done < migrations.length) await client.query(versions.write, [migrations.length])
        await client.query('COMMIT')
      } catch (error) {
        await client.query('ROLLBACK').catch(() => undefined)
        throw error
      } finally {
        client.release()
      }
    },
    async close() {
      await pool.end()
    },
  }
}

/** Connections to a database of which everything that can hang has an end. */
export function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 5,
    connectionTimeoutMillis: 2000,
    statement_timeout: 3000,
    query_timeout: 3500,
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
