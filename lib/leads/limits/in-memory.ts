import 'server-only'
import { runtime } from '@/lib/runtime'
import { resubmitDelayMs } from '../../forms/fields'
import type { Suspicion } from '../lead'
import { hash } from '../suspicion'
import { type Counter, judge, type LeadCounters, type Verdict } from './counters'

/**
 * Counts in the memory of this process: the delay between two forms of a client, and all leads, so that the limits also
 * hold while the journal fails.
 */

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** How many invalid forms a client can correct at once in a minute. After that, it waits as after a valid one. */
const correctionsPerMinute = 10
/** How many keys a map has at most. A hundred thousand take about 20 MB. */
const maxKeys = 100_000

/** Whether a client has to wait before its next form. */
export function isDelayed(client: string): boolean {
  return (runtime.limits.delays.get(hash(runtime.secret, client)) ?? 0) > performance.now()
}

/** Call it without an `await` after `isDelayed`, so that of many forms at once only one passes. */
export function beginDelay(client: string): void {
  const { delays } = runtime.limits
  const now = performance.now()
  // The oldest come first, because each is deleted before it is set again.
  for (const [oldest, until] of delays) {
    if (until > now && delays.size < maxKeys) break
    delays.delete(oldest)
  }
  const key = hash(runtime.secret, client)
  delays.delete(key)
  delays.set(key, now + resubmitDelayMs)
}

/** An invalid form begins no delay, so that the visitor can correct it at once, unless the client has sent too many. */
export function countInvalid(client: string): void {
  const key = `invalid:${hash(runtime.secret, client)}`
  const counter = { key, periodMs: minuteMs, limit: correctionsPerMinute }
  if (isFull(counter)) beginDelay(client)
  else countInMemory([counter])
}

/** How many posts of a client are read in ten seconds, of whatever kind: more than nginx lets through at once. One takes 10 ms. */
const postsAtOnce = { periodMs: 10_000, limit: 40 }

/** Counts a post before it is read. False when the client has sent too many. */
export function mayPost(client: string): boolean {
  const counter = { ...postsAtOnce, key: `post:${hash(runtime.secret, client)}` }
  if (isFull(counter)) return false
  countInMemory([counter])
  return true
}

/** Applies the limits to a lead that the journal could not record, and counts it if it may be sent. */
export function judgeInMemory(
  id: string,
  counters: LeadCounters,
  suspicion: Suspicion | null,
): Verdict {
  // Otherwise, the journal has let it pass before it failed, and it is counted here.
  const isNew = countOf(leadCounter(id)) === 0
  const verdict = judge(counters, suspicion, isNew ? isFull : () => false)
  if (!verdict.refused && !verdict.why) {
    countLeadInMemory(id, verdict.counted)
    countInMemory(verdict.counted.map(unrecorded))
  }
  return verdict
}

/** Counts a lead once, however often it comes within the hour. */
export function countLeadInMemory(id: string, counters: readonly Counter[]): void {
  if (countOf(leadCounter(id)) === 0) countInMemory([leadCounter(id), ...counters])
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
    const count = countOf(counter)
    // A key that is set again goes to the end.
    counts.delete(counter.key)
    if (counts.size >= maxKeys) forgetOldest(counts, maxKeys / 10)
    counts.set(counter.key, count + 1)
  }
}

export function isFull(counter: Counter): boolean {
  return countOf(counter) >= counter.limit
}

function countOf(counter: Counter): number {
  return countsOf(counter).get(counter.key) ?? 0
}

/** Periods of one length begin together for all keys, because a timer for each would take too much memory. */
function countsOf({ periodMs }: Counter): Map<string, number> {
  const { periods } = runtime.limits
  // `performance.now()` does not change when the clock is set back.
  const now = performance.now()
  let period = periods.get(periodMs)
  if (!period || now - period.startedAt >= periodMs) {
    period = { startedAt: now, counts: new Map() }
    periods.set(periodMs, period)
  }
  return period.counts
}

/** Several at once, because finding the first key of a map takes the longer, the more were deleted before it. */
function forgetOldest(map: Map<string, unknown>, count: number): void {
  for (const key of [...map.keys()].slice(0, count)) map.delete(key)
}
