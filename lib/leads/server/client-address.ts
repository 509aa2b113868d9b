import 'server-only'
import { isIPv6 } from 'node:net'

/**
 * One client, one text, however its address is written: IPv4 without the IPv6 around it, IPv6 cut to its first 64
 * bits, which are one line or one phone, and neither with a port or a zone.
 */
export function canonicalAddress(address: string | undefined): string | undefined {
  const text = address?.trim().toLowerCase() ?? ''
  const [, bracketed, withPort] = /^\[([^\]]*)\](?::\d+)?$|^([^:]+):\d+$/.exec(text) ?? []
  const bare = (bracketed ?? withPort ?? text).replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/, '')
  return isIPv6(bare) ? groupsOf(bare).slice(0, 4).join(':') : bare || undefined
}

/**
 * The first 48 bits of a canonical IPv6 address: a provider may give that many to one customer, who can then use
 * 65,536 of our clients.
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
