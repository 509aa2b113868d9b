import 'server-only'
import { createHash, randomUUID } from 'node:crypto'
import { env } from '@/lib/env'
import { type Counts, runtime } from '@/lib/runtime'
import { clientAddress, networkOf } from '../client-address'
import { resubmitDelayMs } from '../forms/fields'
import type { ClientCounters } from './counters'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** How many invalid forms a client can correct at once in a minute. After that, each has to wait like a valid one. */
const correctionsPerMinute = 10
const isShared = env.journal?.startsWith('postgres') ?? false

type RequestHeaders = Pick<Headers, 'get'>
/** Hashes of its address and of its IPv6 network. */
type Client = { key: string; network: string }

/** Instances that share a database must hash an address the same way. Its URL is a secret, so others cannot. */
const salt = isShared
  ? createHash('sha256').update(String(env.journal)).digest()
  : runtime.limits.salt

/** In memory first: a post that memory refuses costs the database nothing. */
const { delays } = runtime.limits
const hour = countsPer(hourMs, env.leadsPerHour, runtime.limits.hour)
/** Stops a client that uses many addresses of its IPv6 network. */
const network = countsPer(hourMs, env.leadsPerHour * 4, runtime.limits.network)
const corrections = countsPer(minuteMs, correctionsPerMinute, runtime.limits.corrections)

/**
 * Starts the delay of a client. The server calls this as soon as a post arrives, so that of many posts at once only one
 * is read. False: the client has to wait.
 */
export function admitPost(headers: RequestHeaders): boolean {
  return admit(clientOf(headers))
}

/** Ends the delay: the post was not one that an action handles. */
export function cancelPost(headers: RequestHeaders): void {
  delays.delete(clientOf(headers).key)
}

/**
 * Allows one submission per client every two seconds, and a number of leads per hour. Null: the client has to wait.
 * Instances that share a database also have to count `shared` there.
 */
export function consumeRateLimit(headers: RequestHeaders) {
  const client = clientOf(headers)
  const { key } = client
  const isAdmitted = runtime.limits.isAtServer || admit(client)
  if (!isAdmitted || isHourFull(client)) return null
  // Before anything is awaited, so that posts at the same time cannot pass the limit together.
  hour.add(key)
  network.add(client.network)
  const takeBack = () => {
    hour.remove(key)
    network.remove(client.network)
  }
  const shared: ClientCounters = {
    delay: { key: `delay:${key}`, periodMs: resubmitDelayMs, limit: 1 },
    hour: { key: `hour:${key}`, periodMs: hourMs, limit: env.leadsPerHour },
  }
  return {
    shared: isShared ? shared : undefined,
    /** The lead was not accepted. Only accepted leads count, so that refusals use up nobody's hour. */
    takeBack,
    /** Ends the delay, too, because the form was invalid, and the visitor should be able to correct it at once. */
    refund() {
      takeBack()
      if (corrections.isFull(key)) return
      corrections.add(key)
      delays.delete(key)
    },
  }
}

/**
 * Clients without an address count as one: a connection that was reset has none. Not on Vercel, where its absence is a
 * wrong setting, and losing a lead costs more than receiving it twice: there each request counts as another client.
 */
function clientOf(headers: RequestHeaders): Client {
  const unknown = env.clientAddress === 'vercel' ? randomUUID() : 'unknown'
  const address = clientAddress(headers) ?? unknown
  return { key: hash(address), network: hash(networkOf(address) ?? address) }
}

function isHourFull(client: Client): boolean {
  return hour.isFull(client.key) || network.isFull(client.network)
}

function admit(client: Client): boolean {
  const { key } = client
  const now = performance.now()
  const isDelayed = (delays.get(key) ?? 0) > now
  if (isDelayed || isHourFull(client)) return false
  // The oldest come first, because each is deleted before it is set again.
  for (const [each, until] of delays) {
    if (until > now) break
    delays.delete(each)
  }
  delays.set(key, now + resubmitDelayMs)
  return true
}

/** Counts per key. Forgets all keys together, because a timer for each would take too much memory. */
export function countsPer(periodMs: number, limit: number, memory: Counts) {
  const countOf = (key: string) => {
    // `performance.now()` does not change when the clock is set back.
    if (performance.now() - memory.startedAt >= periodMs) {
      memory.startedAt = performance.now()
      memory.counts.clear()
    }
    return memory.counts.get(key) ?? 0
  }
  return {
    isFull: (key: string) => countOf(key) >= limit,
    add: (key: string) => void memory.counts.set(key, countOf(key) + 1),
    remove: (key: string) => void memory.counts.set(key, Math.max(countOf(key) - 1, 0)),
  }
}

function hash(address: string): string {
  return createHash('sha256').update(salt).update(address).digest('base64url')
}
