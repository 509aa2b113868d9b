import 'server-only'
import { createHash, randomBytes } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { env } from '@/lib/env'
import { resubmitGuardMs } from './limits'

/** The header in which the server itself notes who is at the other end of the socket. */
export const socketAddressHeader = 'x-socket-address'

const salt = randomBytes(16)
const turns = new RateLimiterMemory({ points: 1, duration: resubmitGuardMs / 1000 })

/**
 * One turn a client in two seconds. A turn that led to no valid lead is given back, so that a
 * visitor who mends a field at once is not told to wait. A client whose address is not known
 * passes: a lead is worth more than a doubled one costs.
 */
export async function takeTurn(headers: Headers): Promise<{ giveBack(): Promise<void> } | null> {
  const address = clientAddress(headers)
  if (!address) return { giveBack: async () => undefined }
  const client = createHash('sha256').update(salt).update(address).digest('base64url')
  try {
    await turns.consume(client)
  } catch {
    return null
  }
  return {
    giveBack: async () => {
      await turns.delete(client)
    },
  }
}

/** Where the address comes from is configuration, never a guess: anybody can send a header. */
export function clientAddress(
  headers: Headers,
  from: string = env.clientAddress,
): string | undefined {
  return normalise(stated(headers, from))
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

/** One client, one text: IPv4 out of its IPv6 wrapping, IPv6 cut to its /64. */
function normalise(address: string | undefined): string | undefined {
  const plain = address?.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')
  if (!plain || !isIPv6(plain)) return plain
  const [head = '', tail = ''] = plain.split('%')[0]?.split('::') ?? []
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const zeros = Array(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
