import 'server-only'
import { perProcess } from './per-process'

export type Counter = { key: string; periodMs: number; limit: number }

/** How often each key has come in its period, and how long that goes on. Other keys have not come. */
export type Counts = ReadonlyMap<string, { count: number; msLeft: number }>

/** How many keys a map has at most. A hundred thousand take about 20 MB. */
const maxKeys = 100_000

/** One map for each length of a period, so that short periods do not displace the counts of a day. */
export const countsByPeriod = perProcess(
  'counts',
  () => new Map<number, Map<string, { count: number; endsAt: number }>>(),
)

export function readMemoryCounts(counters: readonly Counter[]): Counts {
  const now = performance.now()
  const counts = new Map<string, { count: number; msLeft: number }>()
  for (const { key, periodMs } of counters) {
    const found = countsByPeriod.get(periodMs)?.get(key)
    if (found && found.endsAt > now)
      counts.set(key, { count: found.count, msLeft: found.endsAt - now })
  }
  return counts
}

export function addMemoryCounts(counters: readonly Counter[]): void {
  // `performance.now()` does not change when the clock is set back.
  const now = performance.now()
  const before = readMemoryCounts(counters)
  for (const { key, periodMs } of counters) {
    const { count, msLeft } = before.get(key) ?? { count: 0, msLeft: periodMs }
    const counts = countsByPeriod.get(periodMs) ?? new Map()
    countsByPeriod.set(periodMs, counts)
    // A key that is set again goes to the end.
    counts.delete(key)
    for (const [oldest, { endsAt }] of counts) {
      if (endsAt > now) break
      counts.delete(oldest)
    }
    // Several at once, because finding the first key of a map takes the longer, the more were deleted before it.
    if (counts.size >= maxKeys)
      for (const oldest of [...counts.keys()].slice(0, maxKeys / 10)) counts.delete(oldest)
    counts.set(key, { count: count + 1, endsAt: now + msLeft })
  }
}

export function resetMemoryCounts(counters: readonly Counter[]): void {
  for (const { key, periodMs } of counters) countsByPeriod.get(periodMs)?.delete(key)
}
