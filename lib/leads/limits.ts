import 'server-only'
import { createHash, randomUUID } from 'node:crypto'
import { env } from '@/lib/env'
import { runtime, type Ticket } from '@/lib/runtime'
import { resubmitDelayMs } from '../forms/fields'
import type { ClientCounters, Counter } from './counters'
import { clientAddress, networkOf } from './limits/client-address'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** How many invalid forms a client can correct at once in a minute. After that, it waits as after a valid one. */
const correctionsPerMinute = 10
/** How many keys a map has at most. A hundred thousand take about 20 MB. */
const maxKeys = 100_000
const isShared = env.journal?.startsWith('postgres') ?? false
const { delays } = runtime.limits

type RequestHeaders = Pick<Headers, 'get'>

/** Instances that share a database must hash an address the same way. Its URL is a secret, so others cannot. */
const salt = isShared
  ? createHash('sha256').update(String(env.journal)).digest()
  : runtime.limits.salt

/**
 * The ticket of the post that an action handles. The server of a self-hosted site has taken it (lib/http/server.ts).
 * Elsewhere, this takes it.
 */
export function ticketOf(headers: RequestHeaders): Ticket | null {
  return runtime.ticket.getStore() ?? take(headers)
}

/**
 * Takes a ticket for a post: one per client every two seconds, and a number of them per hour. Null: the client has to
 * wait. Awaits nothing, so that of many posts at once only one gets a ticket.
 */
export function take(headers: RequestHeaders): Ticket | null {
  const { key, hours } = clientOf(headers)
  const now = performance.now()
  const isDelayed = (delays.get(key)?.until ?? 0) > now
  // In memory first: a post that memory refuses costs the database nothing.
  if (isDelayed || hours.some(isFull)) return null
  forgetEndedDelays(now)
  const delay = { until: now + resubmitDelayMs }
  delays.set(key, delay)
  const counted = hours.map(countInMemory)
  const shared: ClientCounters = {
    delay: { key: `delay:${key}`, periodMs: resubmitDelayMs, limit: 1 },
    hours,
  }
  return {
    shared: isShared ? shared : undefined,
    giveBack(why) {
      for (const undo of counted.splice(0)) undo()
      const correction = perMinute(`correction:${key}`, correctionsPerMinute)
      const isCorrection = why === 'invalid' && !isFull(correction)
      if (isCorrection) countInMemory(correction)
      // A later ticket can have begun another delay.
      const isOwnDelay = delays.get(key) === delay
      if (isOwnDelay && (isCorrection || why === 'malformed')) delays.delete(key)
    },
  }
}

/** The oldest come first, because each is deleted before it is set again. */
function forgetEndedDelays(now: number): void {
  for (const [key, { until }] of delays) {
    if (until > now && delays.size < maxKeys) break
    delays.delete(key)
  }
}

/**
 * A hash of a client's address, and the counters of its hour: its own, and that of its IPv6 network, because it can use
 * many addresses of that. Clients without an address count as one: a connection that was reset has none. Not on Vercel,
 * where its absence is a wrong setting, and losing a lead costs more than receiving it twice: there each request counts as
 * another client.
 */
function clientOf(headers: RequestHeaders) {
  const unknown = env.clientAddress === 'vercel' ? randomUUID() : 'unknown'
  const address = clientAddress(headers) ?? unknown
  const network = networkOf(address)
  const key = hash(address)
  const hours = [perHour(`hour:${key}`, env.leadsPerHour)]
  if (network) hours.push(perHour(`network:${hash(network)}`, env.leadsPerHour * 4))
  return { key, hours }
}

const perMinute = (key: string, limit: number): Counter => ({ key, limit, periodMs: minuteMs })
const perHour = (key: string, limit: number): Counter => ({ key, limit, periodMs: hourMs })

export function isFull(counter: Counter): boolean {
  return (countsOf(counter).get(counter.key) ?? 0) >= counter.limit
}

/** The returned function undoes it. */
export function countInMemory(counter: Counter): () => void {
  const counts = countsOf(counter)
  add(counts, counter.key, 1)
  return () => add(counts, counter.key, -1)
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

/** Keeps no key whose count is zero. When there are too many, those that were counted longest ago make room. */
function add(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + change
  // A key that is set again goes to the end.
  counts.delete(key)
  if (count <= 0) return
  if (counts.size >= maxKeys) forgetOldest(counts, maxKeys / 10)
  counts.set(key, count)
}

/** Several at once, because finding the first key of a map takes the longer, the more were deleted before it. */
function forgetOldest(map: Map<string, unknown>, count: number): void {
  for (const key of [...map.keys()].slice(0, count)) map.delete(key)
}

function hash(address: string): string {
  return createHash('sha256').update(salt).update(address).digest('base64url')
}
