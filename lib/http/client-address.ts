import 'server-only'
import { randomUUID } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Client } from '@/lib/leads/admit'
import { env } from '@/lib/server/env'
import { warn } from '@/lib/server/log'
import { proxiedHeader, socketAddressHeader } from './node-server'

/** Who posts a form, as the limits know it. */
export function readClient(headers: Pick<Headers, 'get' | 'has'>): Client {
  const address = clientAddress(headers)
  // Clients without an address count as one: a connection that was reset has none. Not on Vercel, where its absence is a wrong
  // setting, and losing a lead costs more than receiving it twice: there each request counts as another client.
  const id = address ?? (env.clientAddress === 'vercel' ? randomUUID() : 'unknown')
  // Whoever tries the site meets only the resubmit delay: where scripts run, the page has it.
  const isScripted = headers.has('next-action')
  const limitedBy = !isLocalTrial(headers) ? 'all' : isScripted ? 'none' : 'delay'
  return { id, address, network: address && networkOf(address), limitedBy }
}

/** The address that rate limits count, or undefined if unknown. Only CLIENT_ADDRESS decides which header to trust. */
export function clientAddress(
  headers: Pick<Headers, 'get'>,
  source: string = env.clientAddress,
): string | undefined {
  return canonicalAddress(readAddress(headers, source))
}

function readAddress(headers: Pick<Headers, 'get'>, source: string): string | undefined {
  const socket = headers.get(socketAddressHeader) ?? undefined
  if (source === 'vercel') {
    const [address] = addressesIn(headers, 'x-vercel-forwarded-for')
    if (!address) warn(warnings.notVercel)
    return address
  }
  const hasChain = headers.get(proxiedHeader)?.split(',').includes('x-forwarded-for')
  const chain = hasChain ? addressesIn(headers, 'x-forwarded-for') : []
  if (source === 'direct') {
    if (chain.some((address) => address !== socket)) warn(warnings.behindProxy)
    return socket
  }
  const proxies = Number(source.split(':')[1])
  const address = chain.at(-proxies)
  if (!address || !/^\[?[\da-f]*[.:][\da-f.:]/i.test(address)) {
    if (!isLocalTrial(headers)) warn(warnings.tooFew(source))
    return socket
  }
  if (chain.length > proxies) warn(warnings.tooMany(source))
  return address
}

/**
 * Whether someone tries the site on the machine that serves it: the site has no public address, and the request comes from this
 * machine, through no proxy, to a local name. A client chooses the name, so alone it proves nothing.
 */
export function isLocalTrial(headers: Pick<Headers, 'get'>): boolean {
  return (
    isLocalName(new URL(env.siteUrl).hostname) &&
    /^(127\.|::1$|::ffff:127\.)/.test(headers.get(socketAddressHeader) ?? '') &&
    headers.get(proxiedHeader) === null &&
    isLocalName(headers.get('host')?.replace(/:\d+$/, '') ?? '')
  )
}

function isLocalName(host: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(host)
}

function addressesIn(headers: Pick<Headers, 'get'>, name: string): string[] {
  return (headers.get(name) ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

/** Signs of a wrong CLIENT_ADDRESS. A client that sends forged headers can also cause them. */
const warnings = {
  notVercel:
    'Requests have no X-Vercel-Forwarded-For header. If the site does not run on Vercel, set CLIENT_ADDRESS to direct or proxy:N',
  behindProxy:
    'Requests have an X-Forwarded-For header, but CLIENT_ADDRESS is direct. Behind a proxy, all visitors then share one rate limit: set CLIENT_ADDRESS=proxy:1',
  tooFew: (source: string) =>
    `X-Forwarded-For is missing or has fewer addresses than CLIENT_ADDRESS=${source} requires. Configure every proxy to add an address, or correct CLIENT_ADDRESS`,
  tooMany: (source: string) =>
    `X-Forwarded-For has more addresses than CLIENT_ADDRESS=${source} requires. A client forged some, or CLIENT_ADDRESS does not count every proxy`,
}

/**
 * An address in one spelling, so that a client is counted once: without a port or a zone, IPv4 without an IPv6 prefix,
 * and IPv6 cut to its first 64 bits, which one line or phone has to itself.
 */
export function canonicalAddress(address: string | undefined): string | undefined {
  const text = address?.trim().toLowerCase() ?? ''
  const [, bracketed, withPort] = /^\[([^\]]*)\](?::\d+)?$|^([^:]+):\d+$/.exec(text) ?? []
  const bare = (bracketed ?? withPort ?? text).replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/, '')
  return isIPv6(bare) ? groupsOf(bare).slice(0, 4).join(':') : bare || undefined
}

/**
 * The first 48 bits of a canonical IPv6 address, or undefined for IPv4. A provider can assign such a network to one
 * customer, who can then submit as 65,536 clients.
 */
export function networkOf(canonical: string): string | undefined {
  return canonical.includes(':') ? canonical.split(':').slice(0, 3).join(':') : undefined
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const zeros = Array(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16).toString(16))
}
