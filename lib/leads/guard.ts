import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, randomBytes } from 'node:crypto'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
} from 'rate-limiter-flexible'
import { env } from '@/lib/env'
import { canonicalAddress, networkOf } from './client-address'
import { resubmitGuardMs } from './limits'
import { openPool } from './store/postgres'

/** The header in which the server itself notes who is at the other end of the socket. */
export const socketAddressHeader = 'x-socket-address'

const database = env.journal?.startsWith('postgres') ? env.journal : null
/** Instances that share a database know a client by the same hash; nobody else can make it. */
const salt = database ? createHash('sha256').update(database).digest() : randomBytes(16)
const pool = database ? openPool(database) : null

const turns = limiter('turn', 1, resubmitGuardMs / 1000)
const hours = database ? limiter('hour', env.leadsPerHour, 3600) : hoursInMemory(env.leadsPerHour)
/** Each instance counts for itself: this only stops a network with countless addresses. */
const networks = hoursInMemory(env.leadsPerHour * 4)

/** A timer holds what it was started in, and those of the limiters may run for an hour: not within a request. */
const outside = AsyncLocalStorage.snapshot()

/** Shared by the instances where they share a database; while that is away, each for itself. */
function limiter(keyPrefix: string, points: number, duration: number): RateLimiterAbstract {
  const own = new RateLimiterMemory({ keyPrefix, points, duration })
  if (!pool) return own
  return new RateLimiterPostgres({
    storeClient: pool,
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix,
    points,
    duration,
    insuranceLimiter: own,
  })
}

/** Lets go of every client at once when the hour is over: a timer for each weighs more than what it is for. */
function hoursInMemory(points: number): Pick<RateLimiterAbstract, 'consume'> {
  let began = Number.NEGATIVE_INFINITY
  let counts: RateLimiterMemory
  return {
    consume(client) {
      // Not the time of day: that may be set back.
      if (performance.now() - began >= 3_600_000) {
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
export async function takeTurn(headers: Headers): Promise<{ giveBack(): Promise<unknown> } | null> {
  const address = clientAddress(headers)
  if (!address) return { giveBack: async () => undefined }
  const network = networkOf(address)
  const client = hash(address)
  try {
    if (network) await outside(() => networks.consume(hash(network)))
    await outside(() => hours.consume(client))
    await outside(() => turns.consume(client))
  } catch {
    return null
  }
  return { giveBack: () => turns.delete(client) }
}

function hash(address: string): string {
  return createHash('sha256').update(salt).update(address).digest('base64url')
}

/** Where the address comes from is configuration, never a guess: anybody can send a header. */
export function clientAddress(
  headers: Headers,
  from: string = env.clientAddress,
): string | undefined {
  return canonicalAddress(stated(headers, from))
}

function stated(headers: Headers, from: string): string | undefined {
  if (from === 'vercel') return forwarded(headers, 'x-vercel-forwarded-for')[0]
  const socket = headers.get(socketAddressHeader) ?? undefined
  if (from === 'direct') return socket
  const hops = Number(from.split(':')[1])
  return forwarded(headers, 'x-forwarded-for').at(-hops) ?? socket
}

function forwarded(headers: Headers, name: string): string[] {
  return (headers.get(name) ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}
