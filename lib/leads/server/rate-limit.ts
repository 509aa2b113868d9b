import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, randomBytes } from 'node:crypto'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { env } from '@/lib/server/env'
import { resubmitDelayMs } from '../shared/fields'
import { clientAddress, networkOf } from './client-address'
import { getJournal } from './journal/journal'

const hourMs = 3_600_000
const isShared = env.journal?.startsWith('postgres') ?? false
/** Instances that share a database must hash an address the same way. Its URL is a secret, so others cannot. */
const salt = isShared ? createHash('sha256').update(String(env.journal)).digest() : randomBytes(16)

const delayLimiter = new RateLimiterMemory({ points: 1, duration: resubmitDelayMs / 1000 })
const hourLimiter = hourlyLimiter(env.leadsPerHour)
/** Always in memory: it only has to stop a client that uses many addresses of its IPv6 network. */
const networkLimiter = hourlyLimiter(env.leadsPerHour * 4)

/** Timers retain their async context, and those of a limiter can run for an hour, so start them outside the request. */
const runOutsideRequest = AsyncLocalStorage.snapshot()

/**
 * Allows one submission per client every two seconds, and a number per hour. Null when the client has to wait. The
 * caller refunds a submission that was invalid, so that the visitor can correct it at once. Without a client address
 * there is no limit: losing a lead costs more than receiving it twice.
 */
export async function consumeRateLimit(
  headers: Headers,
): Promise<{ refund(): Promise<void> } | null> {
  const address = clientAddress(headers)
  if (!address) return { refund: async () => undefined }
  const network = networkOf(address)
  const client = hash(address)
  const allowed = await runOutsideRequest(
    async () =>
      (!network || (await consume(networkLimiter, hash(network)))) &&
      (isShared ? consumeShared(client) : consumeInMemory(client)),
  )
  return allowed ? { refund: () => refund(client) } : null
}

/** Counts in the shared database. While it is unreachable, each instance counts in memory. */
async function consumeShared(client: string): Promise<boolean> {
  try {
    const journal = getJournal()
    const now = journal?.now
    // An end further away than a limit is long was written before the clock was set back.
    const expired = `(rate_limits.expire <= ${now} OR rate_limits.expire > excluded.expire)`
    const rows = await journal?.write(
      `INSERT INTO rate_limits (key, points, expire)
       VALUES ($1, 1, ${now} + ${hourMs}), ($2, 1, ${now} + ${resubmitDelayMs})
       ON CONFLICT (key) DO UPDATE SET
         points = CASE WHEN ${expired} THEN 1 ELSE rate_limits.points + 1 END,
         expire = CASE WHEN ${expired} THEN excluded.expire ELSE rate_limits.expire END
       RETURNING key, points`,
      [hourKey(client), delayKey(client)],
    )
    const points = (key: string) => Number(rows?.find((row) => row.key === key)?.points)
    return points(hourKey(client)) <= env.leadsPerHour && points(delayKey(client)) <= 1
  } catch {
    return consumeInMemory(client)
  }
}

async function consumeInMemory(client: string): Promise<boolean> {
  return (await consume(hourLimiter, client)) && consume(delayLimiter, client)
}

type Limiter = Pick<RateLimiterMemory, 'consume'>

function consume(limiter: Limiter, key: string): Promise<boolean> {
  return limiter.consume(key).then(
    () => true,
    () => false,
  )
}

async function refund(client: string): Promise<void> {
  await delayLimiter.delete(client)
  if (!isShared) return
  const sql = 'DELETE FROM rate_limits WHERE key = $1 RETURNING key'
  await getJournal()
    ?.write(sql, [delayKey(client)])
    .catch(() => undefined)
}

/** Forgets all clients together when an hour is over, because a timer for each client would take too much memory. */
function hourlyLimiter(points: number): Limiter {
  let startedAt = Number.NEGATIVE_INFINITY
  let limiter: RateLimiterMemory
  return {
    consume(client) {
      // `performance.now()` does not change when the clock is set back.
      if (performance.now() - startedAt >= hourMs) {
        startedAt = performance.now()
        limiter = new RateLimiterMemory({ keyPrefix: 'hour', points, duration: 0 })
      }
      return limiter.consume(client)
    },
  }
}

function hash(address: string): string {
  return createHash('sha256').update(salt).update(address).digest('base64url')
}

function hourKey(client: string): string {
  return `hour:${client}`
}

function delayKey(client: string): string {
  return `delay:${client}`
}
