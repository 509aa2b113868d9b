import 'server-only'
import type { Query } from './store/database'

/** Counts in the database, in the table `rate_limits`: how often something may happen in a period. */
export type Counter = { key: string; periodMs: number; limit: number }

/** The delay between two forms of a client, and the leads of an hour of the client and of its IPv6 network. */
export type ClientCounters = { delay: Counter; hours: Counter[] }

/** A statement can wait this long for the lock of its row, while statements with a later time go first. */
const lockWaitMs = 60_000

/** Counts once more. False at the limit: then it writes nothing. */
export async function count(query: Query, counter: Counter, now: string): Promise<boolean> {
  const { key, periodMs, limit } = counter
  // An end much further away than the period is long was written before the clock was set back.
  const isOver = `(rate_limits.expire <= ${now} OR rate_limits.expire > ${now} + ${periodMs + lockWaitMs})`
  const counted = await query(
    `INSERT INTO rate_limits (key, points, expire) VALUES ($1, 1, ${now} + ${periodMs})
     ON CONFLICT (key) DO UPDATE SET
       points = CASE WHEN ${isOver} THEN 1 ELSE rate_limits.points + 1 END,
       expire = CASE WHEN ${isOver} THEN excluded.expire ELSE rate_limits.expire END
     WHERE ${isOver} OR rate_limits.points < ${limit}
     RETURNING points`,
    [key],
  )
  return counted.length > 0
}

/** Counts once more toward each. At the limit of one, it counts toward none, and returns that one. */
export async function countAll<Each extends Counter>(
  query: Query,
  counters: readonly Each[],
  now: string,
): Promise<Each | null> {
  for (const [index, counter] of counters.entries()) {
    if (await count(query, counter, now)) continue
    await giveBack(query, counters.slice(0, index))
    return counter
  }
  return null
}

/** What was counted has not happened. */
export async function giveBack(query: Query, counters: readonly Counter[]): Promise<void> {
  for (const { key } of counters)
    await query(
      'UPDATE rate_limits SET points = points - 1 WHERE key = $1 AND points > 0 RETURNING key',
      [key],
    )
}
