import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, randomBytes } from 'node:crypto'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { env } from '@/lib/server/env'
import { warn } from '@/lib/server/log'
import { resubmitDelayMs } from '../shared/fields'
import { canonicalAddress, networkOf } from './client-address'
import { getJournal } from './journal/open'

/** The header in which the server itself notes who is at the other end of the socket. */
export const socketAddressHeader = 'x-socket-address'

const hourMs = 3_600_000
const shared = env.journal?.startsWith('postgres') ?? false
/** Instances that share a database know a client by the same hash; nobody else can make it. */
const salt = shared ? createHash('sha256').update(String(env.journal)).digest() : randomBytes(16)

const turns = new RateLimiterMemory({ points: 1, duration: resubmitDelayMs / 1000 })
const hours = hoursInMemory(env.leadsPerHour)
/** Each instance counts for itself: this only stops a network with countless addresses. */
const networks = hoursInMemory(env.leadsPerHour * 4)

/** A timer holds what it was started in, and those of the limiters may run for an hour: not within a request. */
const outside = AsyncLocalStorage.snapshot()

/** Lets go of every client at once when the hour is over: a timer for each weighs more than what it is for. */
function hoursInMemory(points: number): Pick<RateLimiterMemory, 'consume'> {
  let began = Number.NEGATIVE_INFINITY
  let counts: RateLimiterMemory
  return {
    consume(client) {
      // Not the time of day: that may be set back.
      if (performance.now() - began >= hourMs) {
        began = performance.now()
        counts = new RateLimiterMemory({ keyPrefix: 'hour', points, duration: 0 })
      }
      return counts.consume(client)
    },
  }
}

/**
 * One turn a client in two seconds, and a generous number in an hour. A turn that led to no valid lead is given
 * back, so that a visitor who mends a field at once is not told to wait. A client whose address is not known
 * passes: a lead is worth more than a doubled one costs. An IPv6 network has a looser limit of its own.
 */
export async function consumeRateLimit(
  headers: Headers,
): Promise<{ giveBack(): Promise<unknown> } | null> {
  const address = clientAddress(headers)
  if (!address) return { giveBack: async () => undefined }
  const network = networkOf(address)
  const client = hash(address)
  const taken = await outside(
    async () =>
      (!network || (await takes(networks, hash(network)))) &&
      (shared ? consumeShared(client) : consumeInMemory(client)),
  )
  return taken ? { giveBack: () => refund(client) } : null
}

/** Counted in the database that the instances share; while that is away, each counts for itself. */
async function consumeShared(client: string): Promise<boolean> {
  try {
    const journal = getJournal()
    const now = journal?.now
    // Expired, or further ahead than the limit is long: written by a clock that has been set back since.
    const over = `(rate_limits.expire <= ${now} OR rate_limits.expire > excluded.expire)`
    const rows = await journal?.query(
      `INSERT INTO rate_limits (key, points, expire)
       VALUES ($1, 1, ${now} + ${hourMs}), ($2, 1, ${now} + ${resubmitDelayMs})
       ON CONFLICT (key) DO UPDATE SET
         points = CASE WHEN ${over} THEN 1 ELSE rate_limits.points + 1 END,
         expire = CASE WHEN ${over} THEN excluded.expire ELSE rate_limits.expire END
       RETURNING key, points`,
      [hourKey(client), turnKey(client)],
    )
    const points = (key: string) => Number(rows?.find((row) => row.key === key)?.points)
    return points(hourKey(client)) <= env.leadsPerHour && points(turnKey(client)) <= 1
  } catch {
    return consumeInMemory(client)
  }
}

async function consumeInMemory(client: string): Promise<boolean> {
  return (await takes(hours, client)) && takes(turns, client)
}

function takes(limiter: Pick<RateLimiterMemory, 'consume'>, key: string): Promise<boolean> {
  return limiter.consume(key).then(
    () => true,
    () => false,
  )
}

function hash(address: string): string {
  return createHash('sha256').update(salt).update(address).digest('base64url')
}

async function refund(client: string): Promise<void> {
  await turns.delete(client)
  if (!shared) return
  const sql = 'DELETE FROM rate_limits WHERE key = $1 RETURNING key'
  await getJournal()
    ?.query(sql, [turnKey(client)])
    .catch(() => undefined)
}

const hourKey = (client: string) => `hour:${client}`
const turnKey = (client: string) => `turn:${client}`

/** Where the address comes from is configuration, never a guess: anybody can send a header. */
export function clientAddress(
  headers: Headers,
  from: string = env.clientAddress,
): string | undefined {
  return canonicalAddress(stated(headers, from))
}

function stated(headers: Headers, from: string): string | undefined {
  const socket = headers.get(socketAddressHeader) ?? undefined
  if (from === 'vercel') {
    const [address] = forwarded(headers, 'x-vercel-forwarded-for')
    if (!address) warn(warnings.noVercel)
    return address
  }
  const chain = forwarded(headers, 'x-forwarded-for')
  if (from === 'direct') {
    // Next.js sets the header itself where it is missing.
    if (chain.some((address) => address !== socket)) warn(warnings.proxied)
    return socket
  }
  const hops = Number(from.split(':')[1])
  const address = chain.at(-hops)
  if (!address || (address === socket && chain.length === 1)) warn(warnings.tooFew(from))
  else if (!/^\[?[\da-f]*[.:][\da-f.:]/i.test(address)) {
    warn(warnings.noAddress)
    return socket
  } else if (chain.length > hops) warn(warnings.tooMany(from))
  return address ?? socket
}

/** How requests look where CLIENT_ADDRESS is wrong. A client that forges headers can cause these, too. */
const warnings = {
  noVercel:
    'Requests bear no X-Vercel-Forwarded-For. If the site does not run on Vercel, set CLIENT_ADDRESS to direct or proxy:N',
  proxied:
    'Requests bear X-Forwarded-For while CLIENT_ADDRESS is direct. Behind a proxy all visitors share one limit then: set CLIENT_ADDRESS=proxy:1',
  noAddress:
    'X-Forwarded-For holds something else than addresses. Let the proxy write the address of its client into it',
  tooFew: (from: string) =>
    `X-Forwarded-For is missing or lists fewer addresses than CLIENT_ADDRESS=${from} says. Let every proxy add to it, or correct CLIENT_ADDRESS`,
  tooMany: (from: string) =>
    `X-Forwarded-For lists more addresses than CLIENT_ADDRESS=${from} says. A client forged it, or CLIENT_ADDRESS leaves out a proxy`,
}

function forwarded(headers: Headers, name: string): string[] {
  return (headers.get(name) ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}
