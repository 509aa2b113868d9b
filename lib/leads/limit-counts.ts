import 'server-only'
import type { Counter, Counts } from '@/lib/server/memory-counts'
import type { Query, Row } from './store/database'

/**
 * Counts leads in the journal, in the transaction that records them. The instances that share a database share these
 * counts. Counting comes last in the transaction, because all leads wait for the row of the total. `now` is SQL for the time.
 */

/** A statement can wait this long for the lock of a row, while statements with a later time go first. */
const lockWaitMs = 60_000

/** One statement, because a database can be milliseconds away. */
export async function readCounts(
  query: Query,
  now: string,
  counters: readonly Counter[],
): Promise<Counts> {
  const rows = await query(
    `SELECT key, count, ends_at AS "endsAt", ${now} AS now FROM limit_counts WHERE key IN (${places(counters)})`,
    keysOf(counters),
  )
  const periods = new Map(counters.map(({ key, periodMs }) => [key, periodMs]))
  return new Map(
    rows
      .map((row) => [String(row.key), { count: Number(row.count), msLeft: msLeft(row) }] as const)
      .filter(([key, { msLeft }]) => !hasEnded(msLeft, Number(periods.get(key)))),
  )
}

/**
 * Counts once more toward each. Throws if another transaction has reached the limit of one since it was read. The locks are
 * taken in the order of the counters, so that two transactions do not wait for each other.
 */
export async function addCounts(
  query: Query,
  now: string,
  counters: readonly Counter[],
): Promise<void> {
  if (counters.length === 0) return
  const values = counters.map(({ periodMs }, index) => `($${index + 1}, 1, ${now} + ${periodMs})`)
  const hasEnded = `(limit_counts.ends_at <= ${now} OR limit_counts.ends_at > excluded.ends_at + ${lockWaitMs})`
  const rows = await query(
    `INSERT INTO limit_counts (key, count, ends_at) VALUES ${values.join(', ')}
     ON CONFLICT (key) DO UPDATE SET
       count = CASE WHEN ${hasEnded} THEN 1 ELSE limit_counts.count + 1 END,
       ends_at = CASE WHEN ${hasEnded} THEN excluded.ends_at ELSE limit_counts.ends_at END
     RETURNING key, count`,
    keysOf(counters),
  )
  const counted = new Map(rows.map(({ key, count }) => [key, Number(count)]))
  if (counters.some(({ key, limit }) => Number(counted.get(key)) > limit))
    throw Object.assign(new Error('A limit was reached meanwhile'), { code: limitReached })
}

/** Forgets that these have been counted. */
export async function resetCounts(query: Query, counters: readonly Counter[]): Promise<void> {
  await query(
    `DELETE FROM limit_counts WHERE key IN (${places(counters)}) RETURNING key`,
    keysOf(counters),
  )
}

const keysOf = (counters: readonly Counter[]) => counters.map(({ key }) => key)
/** Without counters, one that no key is. */
const places = (counters: readonly Counter[]) =>
  counters.map((_, index) => `$${index + 1}`).join(', ') || 'NULL'

const msLeft = ({ endsAt, now }: Row) => Number(endsAt) - Number(now)

/** No period ends later than this, unless it was written before the clock was set back. */
function hasEnded(msLeft: number, periodMs: number): boolean {
  return msLeft <= 0 || msLeft > periodMs + lockWaitMs
}

/** The code of a serialization failure, after which the store runs the transaction again. */
export const limitReached = '40001'
