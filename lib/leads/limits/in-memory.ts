import 'server-only'
import { runtime } from '@/lib/server/runtime'
import { hash } from '../hold'
import type { Counter, Counts } from './counters'

/** Counts in the memory of this process, so that the limits also hold while the journal fails. */

const hourMs = 3_600_000
/** How many keys a map has at most. A hundred thousand take about 20 MB. */
const maxKeys = 100_000

/** How many posts of a client are read in ten seconds, of whatever kind: more than nginx lets through at once. One takes 10 ms. */
const postsAtOnce = { periodMs: 10_000, limit: 40 }
export const pagesAMinute = { periodMs: 60_000, limit: 60 }

/** Counts a post before it is read. False when the client has sent too many. */
export function mayPost(client: string, limit = postsAtOnce): boolean {
  const counter = { ...limit, key: `post:${hash(runtime.secret, client)}` }
  if (isFull(counter)) return false
  countInMemory([counter])
  return true
}

export const memoryCounts: Counts = {
  read: async () => msUntilFree,
  add: async (counters) => countInMemory(counters),
  async reset(counters) {
    for (const counter of counters)
      for (const { key } of [counter, unrecorded(counter)]) countsOf(counter).delete(key)
  },
}

/** Counts a lead once, however often it comes within the hour. */
export function countLeadInMemory(id: string, counters: readonly Counter[]): void {
  if (!isCountedInMemory(id)) countInMemory([leadCounter(id), ...counters])
}

export function isCountedInMemory(id: string): boolean {
  return countOf(leadCounter(id)) > 0
}

/** Counts leads that are sent without the journal, which does not count them. */
export function countAsUnrecorded(counters: readonly Counter[]): void {
  countInMemory(counters.map(unrecorded))
}

/** How many leads have been sent without the journal, which has not counted them. */
export function countUnrecorded(counter: Counter): number {
  return countOf(unrecorded(counter))
}

const leadCounter = (id: string): Counter => ({ key: `lead:${id}`, periodMs: hourMs, limit: 1 })
const unrecorded = (counter: Counter): Counter => ({ ...counter, key: `unrecorded:${counter.key}` })

export function countInMemory(counters: readonly Counter[]): void {
  for (const counter of counters) {
    const counts = countsOf(counter)
    const count = countOf(counter) + 1
    // `performance.now()` does not change when the clock is set back.
    const now = performance.now()
    const endsAt = count > 1 ? Number(counts.get(counter.key)?.endsAt) : now + counter.periodMs
    // A key that is set again goes to the end.
    counts.delete(counter.key)
    for (const [oldest, { endsAt }] of counts) {
      if (endsAt > now) break
      counts.delete(oldest)
    }
    if (counts.size >= maxKeys) forgetOldest(counts, maxKeys / 10)
    counts.set(counter.key, { count, endsAt })
  }
}

export function isFull(counter: Counter): boolean {
  return countOf(counter) >= counter.limit
}

function msUntilFree(counter: Counter): number {
  if (!isFull(counter)) return 0
  return Number(countsOf(counter).get(counter.key)?.endsAt) - performance.now()
}

function countOf(counter: Counter): number {
  const found = countsOf(counter).get(counter.key)
  return found && found.endsAt > performance.now() ? found.count : 0
}

/** One map for each length, so that short periods do not displace the counts of a day. */
function countsOf({ periodMs }: Counter) {
  const { periods } = runtime.limits
  let counts = periods.get(periodMs)
  if (!counts) {
    counts = new Map()
    periods.set(periodMs, counts)
  }
  return counts
}

/** Several at once, because finding the first key of a map takes the longer, the more were deleted before it. */
function forgetOldest(map: Map<string, unknown>, count: number): void {
  for (const key of [...map.keys()].slice(0, count)) map.delete(key)
}
