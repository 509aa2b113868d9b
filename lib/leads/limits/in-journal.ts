import 'server-only'
import type { Query, Row } from '../store/database'
import type { Counter, Counts } from './counters'
import { countUnrecorded } from './in-memory'

/**
 * Counts leads in the journal, in the transaction that records them. The instances that share a database share these
 * counts. Counting comes last in the transaction, because all leads wait for the row of the total.
 */

/** A statement can wait this long for the lock of a row, while statements with a later time go first. */
const lockWaitMs = 60_000

/** With the `query` of a transaction. `now` is SQL for the time. */
export function journalCounts(query: Query, now: string): Counts {
  return {
    /** One statement, because a database can be milliseconds away. */
    async read(counters) {
      const rows = await query(
        `SELECT key, count, ends_at AS "endsAt", ${now} AS now FROM limit_counts WHERE key IN (${places(counters)})`,
        keysOf(counters),
      )
      const found = new Map(rows.map((row) => [row.key, row]))
      return (counter) => {
        const row = found.get(counter.key)
        const hasRow = row && !hasEnded(row, counter.periodMs)
        const count = hasRow ? Number(row.count) : 0
        if (count + countUnrecorded(counter) < counter.limit) return 0
        return hasRow ? Number(row.endsAt) - Number(row.now) : counter.periodMs
      }
    },
    /**
     * Throws if another transaction has reached the limit of one since it was read. The locks are taken in the order of the
     * counters, so that two transactions do not wait for each other.
     */
    async add(counters) {
      if (counters.length === 0) return
      const values = counters.map(
        ({ periodMs }, index) => `($${index + 1}, 1, ${now} + ${periodMs})`,
      )
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
      const isOver = (counter: Counter) =>
        Number(counted.get(counter.key)) + countUnrecorded(counter) > counter.limit
      if (counters.some(isOver)) throw new LimitReached()
    },
    async reset(counters) {
      await query(
        `DELETE FROM limit_counts WHERE key IN (${places(counters)}) RETURNING key`,
        keysOf(counters),
      )
    },
  }
}

const keysOf = (counters: readonly Counter[]) => counters.map(({ key }) => key)
/** Without counters, one that no key is. */
const places = (counters: readonly Counter[]) =>
  counters.map((_, index) => `$${index + 1}`).join(', ') || 'NULL'

/** No period ends later than this, unless it was written before the clock was set back. */
function hasEnded(row: Row, periodMs: number): boolean {
  const msLeft = Number(row.endsAt) - Number(row.now)
  return msLeft <= 0 || msLeft > periodMs + lockWaitMs
}

/** Has the code of a serialization failure, after which the store runs the transaction again. */
class LimitReached extends Error {
  readonly code = '40001'
}
