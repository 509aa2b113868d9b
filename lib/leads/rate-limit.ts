import 'server-only'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { env } from '@/lib/env'
import { processWide } from '@/lib/process-wide'
import { clientAddress, networkOf } from '../client-address'
import { resubmitDelayMs } from '../forms/fields'
import { getJournal, type Journal } from './journal'

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

/** Allows one submission per client every two seconds, and a number of leads per hour. Null: the client has to wait. */
export async function consumeRateLimit(headers: RequestHeaders) {
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
  if (!(await consumeShared(client))) {
    takeBack()
    return null
  }
  return {
    /** The lead was not accepted. Only accepted leads count, so that refusals use up nobody's hour. */
    takeBack,
    /** Ends the delay, too, because the form was invalid, and the visitor should be able to correct it at once. */
    async refund() {
      takeBack()
      if (memory.corrections.isFull(key)) return
      memory.corrections.add(key)
      memory.delays.delete(key)
      const sql = 'DELETE FROM rate_limits WHERE key = $1 RETURNING key'
      await writeShared(() => sql, [`delay:${key}`])
    },
    /** Counts the accepted lead for other instances, too. */
    async count() {
      await writeShared((journal) => incrementSql(journal, hourMs), [`hour:${key}`])
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

/** False when other instances have accepted a submission of this client within the delay, or too many in the hour. */
async function consumeShared({ key }: Client): Promise<boolean> {
  const [row] = await writeShared(
    (journal) =>
      `${incrementSql(journal, resubmitDelayMs)}, (${unexpiredSql(journal, '$2', hourMs)}) AS hour`,
    [`delay:${key}`, `hour:${key}`],
  )
  return !row || (Number(row.points) <= 1 && Number(row.hour ?? 0) < env.leadsPerHour)
}

/** A statement can wait this long for the lock of its row, while statements with a later time go first. */
const lockWaitMs = minuteMs

/** Adds one to the points of the key `$1`, and returns them. */
export function incrementSql({ now }: Journal, ms: number): string {
  const isExpired = `NOT (${isUnexpired('rate_limits.expire', now, ms)})`
  return `INSERT INTO rate_limits (key, points, expire) VALUES ($1, 1, ${now} + ${ms})
    ON CONFLICT (key) DO UPDATE SET
      points = CASE WHEN ${isExpired} THEN 1 ELSE rate_limits.points + 1 END,
      expire = CASE WHEN ${isExpired} THEN excluded.expire ELSE rate_limits.expire END
    RETURNING points`
}

/** Reads the points of a key. */
export function unexpiredSql({ now }: Journal, key: string, ms: number): string {
  return `SELECT counted.points FROM rate_limits AS counted
    WHERE counted.key = ${key} AND ${isUnexpired('counted.expire', now, ms)}`
}

/** An end much further away than a limit is long was written before the clock was set back. */
function isUnexpired(column: string, now: string, ms: number): string {
  return `${column} > ${now} AND ${column} <= ${now} + ${ms + lockWaitMs}`
}

/** Writes to the database that instances share. While there is none that answers, each instance counts in memory only. */
async function writeShared(sql: (journal: Journal) => string, values: string[]) {
  try {
    const journal = isShared && getJournal()
    return journal ? await journal.write(sql(journal), values) : []
  } catch {
    return []
  }
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
