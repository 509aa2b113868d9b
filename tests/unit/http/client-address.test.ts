import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { canonicalAddress, clientAddress, isLocalTrial, networkOf } from '@/lib/http/client-address'
import { proxiedHeader, socketAddressHeader } from '@/lib/http/node-server'
import { env } from '@/lib/server/env'
import { captureLog } from '../../support/site/in-process'

describe('CLIENT_ADDRESS', () => {
  // The name of the header is random, so no title has it: StrykerJS finds tests by their titles.
  const withSocket = (headers: Record<string, string>) =>
    new Headers({ [socketAddressHeader]: '192.0.2.1', ...headers })
  const warnings = (headers: Record<string, string>, setting: string): string[] => {
    clientAddress(withSocket(headers), setting)
    return log.warnings()
  }
  // The same warning is logged once a minute, so each test runs in another hour.
  let hours = 0
  let log: ReturnType<typeof captureLog>
  beforeEach(() => {
    vi.useFakeTimers()
    vi.advanceTimersByTime(++hours * 3_600_000)
    log = captureLog()
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const chain = (value: string) => ({
    'x-forwarded-for': value,
    [proxiedHeader]: 'via,x-forwarded-for',
  })

  it.each([
    ['direct', '192.0.2.1'],
    ['vercel', '198.51.100.4'],
    ['proxy:1', '10.0.0.9'],
    ['proxy:2', '203.0.113.7'],
    ['proxy:4', '192.0.2.1'],
  ])('set to %s, takes %s', (setting, address) => {
    const headers = withSocket(chain('6.6.6.6, 203.0.113.7, 10.0.0.9'))
    headers.set('x-vercel-forwarded-for', '198.51.100.4')
    headers.set('x-real-ip', '6.6.6.6')
    expect(clientAddress(headers, setting)).toBe(address)
  })

  it.each<[string, Record<string, string>, RegExp]>([
    ['direct', chain('203.0.113.7'), /CLIENT_ADDRESS=proxy:1/],
    ['vercel', {}, /no X-Vercel-Forwarded-For.*CLIENT_ADDRESS/],
    ['proxy:1', {}, /X-Forwarded-For is missing.*CLIENT_ADDRESS=proxy:1/],
    ['proxy:1', { host: 'localhost.example' }, /X-Forwarded-For is missing/],
    ['proxy:1', { host: 'my-localhost' }, /X-Forwarded-For is missing/],
    // Next.js adds the address of the socket.
    ['proxy:1', { 'x-forwarded-for': '192.0.2.1' }, /X-Forwarded-For is missing/],
    ['proxy:2', { ...chain('203.0.113.7, 1.1.1.1'), [proxiedHeader]: 'via' }, /is missing or has/],
    ['proxy:2', chain('203.0.113.7'), /fewer addresses than CLIENT_ADDRESS=proxy:2/],
    ['proxy:1', chain('6.6.6.6, 203.0.113.7'), /more addresses than CLIENT_ADDRESS=proxy:1/],
    ['proxy:1', chain('unknown'), /fewer addresses than CLIENT_ADDRESS=proxy:1/],
    ['proxy:1', chain('gateway'), /fewer addresses than CLIENT_ADDRESS=proxy:1/],
    ['proxy:1', chain('for=203.0.113.7'), /fewer addresses than CLIENT_ADDRESS=proxy:1/],
  ])('set to %s, logs one warning a minute about the headers %o', (setting, headers, sentence) => {
    expect(warnings(headers, setting)).toEqual([expect.stringMatching(sentence)])
    vi.advanceTimersByTime(59_000)
    expect(warnings(headers, setting)).toEqual([])
    vi.advanceTimersByTime(1000)
    expect(warnings(headers, setting)).toHaveLength(1)
  })

  it.each<[string, Record<string, string>]>([
    ['direct', {}],
    ['direct', { 'x-forwarded-for': '198.51.100.4' }],
    ['direct', chain('192.0.2.1')],
    ['vercel', { 'x-vercel-forwarded-for': '203.0.113.7' }],
    ['proxy:1', chain('203.0.113.7')],
    // A visitor on the machine of the proxy.
    ['proxy:1', chain('192.0.2.1')],
    ['proxy:1', chain('[2001:db8::1]:443')],
    ['proxy:2', chain('203.0.113.7, 10.0.0.9')],
  ])('set to %s, accepts the headers %o', (setting, headers) => {
    expect(warnings(headers, setting)).toEqual([])
  })

  it.each([
    ['http://localhost:3000', '127.0.0.1', '127.0.0.1:3000', true],
    ['http://127.0.0.1:8080', '::ffff:127.0.0.1', 'localhost', true],
    ['http://localhost:3000', '::1', '[::1]:3000', true],
    ['http://localhost:3000', '192.0.2.1', 'localhost', false],
    ['http://localhost:3000', '127.0.0.1', 'px.example', false],
    ['http://localhost:3000', '127.0.0.1', 'my-localhost', false],
    // A proxy on the machine that adds no header, and a client that sends this name.
    ['https://px.example', '127.0.0.1', 'localhost', false],
    ['https://localhost.example', '127.0.0.1', 'localhost', false],
  ])(
    'with SITE_URL=%s, a request from %s to %s is a local trial: %s',
    (siteUrl, socket, host, isTrial) => {
      vi.spyOn(env, 'siteUrl', 'get').mockReturnValue(siteUrl)
      const all = new Headers({ host, 'x-forwarded-for': socket, [socketAddressHeader]: socket })
      expect(isLocalTrial(all)).toBe(isTrial)
      clientAddress(all, 'proxy:1')
      expect(log.warnings()).toHaveLength(isTrial ? 0 : 1)
      all.set(proxiedHeader, 'via')
      expect(isLocalTrial(all)).toBe(false)
    },
  )

  it('set to a proxy, falls back to the socket when the header contains no address', () => {
    expect(clientAddress(withSocket(chain('unknown')), 'proxy:1')).toBe('192.0.2.1')
  })
})

it.each([
  ['203.0.113.7:1234', '203.0.113.7'],
  [' 203.0.113.7 ', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['[::FFFF:203.0.113.7]:443', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['[2001:0DB8:0001:0002::6]', '2001:db8:1:2'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['[fe80::1%25en1]:80', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
  ['2001:db8::3:4:5:6:7', '2001:db8:0:3'],
  ['64:ff9b::ffff:203.0.113.7', '64:ff9b:0:0'],
  ['unknown', 'unknown'],
  ['for=[::1]', 'for=[::1]'],
  ['[::1];by=1', '[::1];by=1'],
  ['203.0.113.7:1234;by=1', '203.0.113.7:1234;by=1'],
  ['', undefined],
  [undefined, undefined],
])('the canonical address of %s is %s', (address, canonical) => {
  expect(canonicalAddress(address)).toBe(canonical)
})

it('the network of an IPv6 address is its first 48 bits, and others have none', () => {
  expect(networkOf('2001:db8:1:2')).toBe('2001:db8:1')
  expect(networkOf('203.0.113.7')).toBeUndefined()
})
