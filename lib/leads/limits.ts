import 'server-only'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { env } from '@/lib/env'
import { processWide } from '@/lib/process-wide'
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

/** In memory first: a post that memory refuses costs the database nothing. */
const memory = processWide('rate-limit', () => ({
  /** Instances that share a database must hash an address the same way. Its URL is a secret, so others cannot. */
  salt: isShared ? createHash('sha256').update(String(env.journal)).digest() : randomBytes(16),
  /** When the delay of each client ends. */
  delays: new Map<string, number>(),
  hour: countsPer(hourMs, env.leadsPerHour),
  /** Stops a client that uses many addresses of its IPv6 network. */
  network: countsPer(hourMs, env.leadsPerHour * 4),
  corrections: countsPer(minuteMs, correctionsPerMinute),
}))

/** Whether lib/http/server.ts admits the posts of this process, before any action sees them. */
export const admission = processWide('admission', () => ({ isAtServer: false }))

/**
 * Starts the delay of a client. The server calls this as soon as a post arrives, so that of many posts at once only one
 * is read. False: the client has to wait.
 */
export function admitPost(headers: RequestHeaders): boolean {
  return admit(clientOf(headers))
}

/** Ends the delay: the post was not one that an action handles. */
export function cancelPost(headers: RequestHeaders): void {
  memory.delays.delete(clientOf(headers).key)
}

/**
 * Allows one submission per client every two seconds, and a number of leads per hour. Null: the client has to wait.
 * Instances that share a database also have to count `shared` there.
 */
export function consumeRateLimit(headers: RequestHeaders) {
  const client = clientOf(headers)
  const { key, network } = client
  const isAdmitted = admission.isAtServer || admit(client)
  if (!isAdmitted || isHourFull(client)) return null
  // Before anything is awaited, so that posts at the same time cannot pass the limit together.
  memory.hour.add(key)
  memory.network.add(network)
  const takeBack = () => {
    memory.hour.remove(key)
    memory.network.remove(network)
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
      if (memory.corrections.isFull(key)) return
      memory.corrections.add(key)
      memory.delays.delete(key)
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

function isHourFull({ key, network }: Client): boolean {
  return memory.hour.isFull(key) || memory.network.isFull(network)
}

function admit(client: Client): boolean {
  const { key } = client
  const now = performance.now()
  const isDelayed = (memory.delays.get(key) ?? 0) > now
  if (isDelayed || isHourFull(client)) return false
  // The oldest come first, because each is deleted before it is set again.
  for (const [each, until] of memory.delays) {
    if (until > now) break
    memory.delays.delete(each)
  }
  memory.delays.set(key, now + resubmitDelayMs)
  return true
}

/** Counts per key. Forgets all keys together, because a timer for each would take too much memory. */
export function countsPer(periodMs: number, limit: number) {
  let startedAt = Number.NEGATIVE_INFINITY
  const counts = new Map<string, number>()
  const countOf = (key: string) => {
    // `performance.now()` does not change when the clock is set back.
    if (performance.now() - startedAt >= periodMs) {
      startedAt = performance.now()
      counts.clear()
    }
    return counts.get(key) ?? 0
  }
  return {
    isFull: (key: string) => countOf(key) >= limit,
    add: (key: string) => void counts.set(key, countOf(key) + 1),
    remove: (key: string) => void counts.set(key, Math.max(countOf(key) - 1, 0)),
  }
}

function hash(address: string): string {
  return createHash('sha256').update(memory.salt).update(address).digest('base64url')
}
