import 'server-only'
import { createHash, randomUUID } from 'node:crypto'
import { env } from '@/lib/env'
import { type Counts, runtime, type Ticket } from '@/lib/runtime'
import { clientAddress, networkOf } from '../client-address'
import { resubmitDelayMs } from '../forms/fields'
import type { ClientCounters } from './counters'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** How many invalid forms a client can correct at once in a minute. After that, it waits as after a valid one. */
const correctionsPerMinute = 10
/** How many keys a map has at most. A hundred thousand take about 20 MB. */
const maxKeys = 100_000
const isShared = env.journal?.startsWith('postgres') ?? false

type RequestHeaders = Pick<Headers, 'get'>

/** Instances that share a database must hash an address the same way. Its URL is a secret, so others cannot. */
const salt = isShared
  ? createHash('sha256').update(String(env.journal)).digest()
  : runtime.limits.salt

/** In memory first: a post that memory refuses costs the database nothing. */
const { delays } = runtime.limits
const hour = countsPer(hourMs, env.leadsPerHour, runtime.limits.hour)
/** Stops a client that uses many addresses of its IPv6 network. */
const hourOfNetwork = countsPer(hourMs, env.leadsPerHour * 4, runtime.limits.hourOfNetwork)
const corrections = countsPer(minuteMs, correctionsPerMinute, runtime.limits.corrections)

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
  const { key, network } = clientOf(headers)
  const now = performance.now()
  const isDelayed = (delays.get(key)?.until ?? 0) > now
  if (isDelayed || hour.isFull(key) || hourOfNetwork.isFull(network)) return null
  forgetEndedDelays(now)
  const delay = { until: now + resubmitDelayMs }
  delays.set(key, delay)
  const counted = [hour.add(key), hourOfNetwork.add(network)]
  const shared: ClientCounters = {
    delay: { key: `delay:${key}`, periodMs: resubmitDelayMs, limit: 1 },
    hour: { key: `hour:${key}`, periodMs: hourMs, limit: env.leadsPerHour },
  }
  return {
    shared: isShared ? shared : undefined,
    giveBack(why) {
      for (const remove of counted.splice(0)) remove()
      const isCorrection = why === 'invalid' && !corrections.isFull(key)
      if (isCorrection) corrections.add(key)
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
 * Hashes of a client's address and of its IPv6 network. Clients without an address count as one: a connection that was
 * reset has none. Not on Vercel, where its absence is a wrong setting, and losing a lead costs more than receiving it
 * twice: there each request counts as another client.
 */
function clientOf(headers: RequestHeaders) {
  const unknown = env.clientAddress === 'vercel' ? randomUUID() : 'unknown'
  const address = clientAddress(headers) ?? unknown
  return { key: hash(address), network: hash(networkOf(address) ?? address) }
}

/**
 * Counts per key. Forgets all keys together, because a timer for each would take too much memory, and before that those
 * whose count is zero again. When there are too many, those that were counted longest ago make room.
 */
export function countsPer(periodMs: number, limit: number, memory: Counts) {
  const countOf = (key: string) => {
    // `performance.now()` does not change when the clock is set back.
    if (performance.now() - memory.startedAt >= periodMs) {
      memory.startedAt = performance.now()
      memory.counts.clear()
    }
    return memory.counts.get(key) ?? 0
  }
  const setCount = (key: string, count: number) => {
    // A key that is set again goes to the end.
    memory.counts.delete(key)
    if (count <= 0) return
    if (memory.counts.size >= maxKeys) forgetOldest(memory.counts, maxKeys / 10)
    memory.counts.set(key, count)
  }
  return {
    isFull: (key: string) => countOf(key) >= limit,
    /** The returned function undoes it, unless a new period has begun since. */
    add(key: string) {
      setCount(key, countOf(key) + 1)
      const { startedAt } = memory
      return () => {
        const count = countOf(key)
        if (memory.startedAt === startedAt) setCount(key, count - 1)
      }
    },
  }
}

/** Several at once, because finding the first key of a map takes the longer, the more were deleted before it. */
function forgetOldest(map: Map<string, unknown>, count: number): void {
  for (const key of [...map.keys()].slice(0, count)) map.delete(key)
}

function hash(address: string): string {
  return createHash('sha256').update(salt).update(address).digest('base64url')
}
