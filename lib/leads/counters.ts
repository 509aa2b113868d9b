import 'server-only'
import type { Query } from './store/database'

/** Counts in the database, in the table `rate_limits`: how often something may happen in a period. */
export type Counter = { key: string; periodMs: number; limit: number }

/** The delay between two forms of a client, and the leads of an hour of the client and of its IPv6 network. */
export type ClientCounters = { delay: Counter; hours: Counter[] }

/** A statement can wait this long for the lock of its row, while statements with a later time go first. */
const lockWaitMs = 60_000

/**
 * Counts once more toward each counter in this order, up to one that is at its limit. Returns that one, and those that it
 * has counted toward. It neither writes the row of a counter at its limit nor waits for its lock. In one statement, because
 * a database can be milliseconds away.
 */
export async function count<Each extends Counter>(
  query: Query,
  counters: readonly Each[],
  now: string,
): Promise<{ counted: Each[]; full?: Each }> {
  // An end much further away than the period is long was written before the clock was set back.
  const isOver = (end: string) =>
    `(rate_limits.expire <= ${now} OR rate_limits.expire > ${end} + ${lockWaitMs})`
  const values = counters.map(
    ({ periodMs, limit }, place) => `(${place}, $${place + 1}, ${now} + ${periodMs}, ${limit})`,
  )
  const rows = await query(
    `WITH counters (place, key, end_at, most) AS (VALUES ${values.join(', ')}),
     at_limit (place) AS (SELECT place FROM counters JOIN rate_limits ON rate_limits.key = counters.key
       WHERE points >= most AND NOT ${isOver('end_at')})
     INSERT INTO rate_limits (key, points, expire)
     SELECT key, 1, end_at FROM counters
     WHERE NOT EXISTS (SELECT 1 FROM at_limit WHERE at_limit.place <= counters.place) ORDER BY place
     ON CONFLICT (key) DO UPDATE SET
       points = CASE WHEN ${isOver('excluded.expire')} THEN 1 ELSE rate_limits.points + 1 END,
       expire = CASE WHEN ${isOver('excluded.expire')} THEN excluded.expire ELSE rate_limits.expire END
     WHERE ${isOver('excluded.expire')}
       OR rate_limits.points < (SELECT most FROM counters WHERE counters.key = rate_limits.key)
     RETURNING key`,
    counters.map(({ key }) => key),
  )
  const isCounted = ({ key }: Counter) => rows.some((row) => row.key === key)
  return {
    counted: counters.filter(isCounted),
    full: counters.find((counter) => !isCounted(counter)),
  }
}

/** What was counted has not happened. */
export async function giveBack(query: Query, counters: readonly Counter[]): Promise<void> {
  if (counters.length === 0) return
  const keys = counters.map((_, index) => `$${index + 1}`)
  await query(
    `UPDATE rate_limits SET points = points - 1 WHERE key IN (${keys.join(', ')}) AND points > 0 RETURNING key`,
    counters.map(({ key }) => key),
  )
}
