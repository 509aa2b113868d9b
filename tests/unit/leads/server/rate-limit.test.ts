import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clientAddress, consumeRateLimit, socketAddressHeader } from '@/lib/leads/server/rate-limit'
import { resubmitDelayMs } from '@/lib/leads/shared/fields'

const from = (address: string) => new Headers({ [socketAddressHeader]: address })

describe('takeTurn', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-11-20T20:00:00Z') })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('refuses a second turn within two seconds and grants it after', async () => {
    expect(resubmitDelayMs).toBe(2000)
    expect(await consumeRateLimit(from('10.0.0.1'))).not.toBeNull()
    vi.advanceTimersByTime(1999)
    expect(await consumeRateLimit(from('10.0.0.1'))).toBeNull()
    vi.advanceTimersByTime(1)
    expect(await consumeRateLimit(from('10.0.0.1'))).not.toBeNull()
  })

  it('keeps clients apart', async () => {
    expect(await consumeRateLimit(from('10.0.0.2'))).not.toBeNull()
    expect(await consumeRateLimit(from('10.0.0.3'))).not.toBeNull()
  })

  it('gives a turn back, so that a mended field can be sent at once', async () => {
    const turn = await consumeRateLimit(from('10.0.0.4'))
    await turn?.giveBack()
    expect(await consumeRateLimit(from('10.0.0.4'))).not.toBeNull()
  })

  it('refuses a flood from one client, however patient, until the hour is over', async () => {
    for (let i = 0; i < 300; i++) {
      expect(await consumeRateLimit(from('10.0.0.5'))).not.toBeNull()
      vi.advanceTimersByTime(2000)
    }
    expect(await consumeRateLimit(from('10.0.0.5'))).toBeNull()
    expect(await consumeRateLimit(from('10.0.0.6'))).not.toBeNull()
    vi.advanceTimersByTime(3_600_000)
    expect(await consumeRateLimit(from('10.0.0.5'))).not.toBeNull()
  })

  it('refuses a flood from the many addresses of one IPv6 network, and no other network', async () => {
    for (let i = 0; i < 1200; i++)
      expect(await consumeRateLimit(from(`2001:db8:5:${i.toString(16)}::1`))).not.toBeNull()
    expect(await consumeRateLimit(from('2001:db8:5:ffff::1'))).toBeNull()
    expect(await consumeRateLimit(from('2001:db8:6::1'))).not.toBeNull()
  })

  it('lets a client pass whose address nobody knows', async () => {
    expect(await consumeRateLimit(new Headers())).not.toBeNull()
    expect(await consumeRateLimit(new Headers())).not.toBeNull()
  })
})

describe('settings that do not fit the requests', () => {
  const warnings = (headers: Record<string, string>, setting: string, times = 1): string[] => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    for (let i = 0; i < times; i++) clientAddress(new Headers(headers), setting)
    const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)).warning)
    write.mockRestore()
    return lines
  }
  // Every test has hours of its own: what one was told is not told again within a minute.
  let hours = 0
  beforeEach(() => {
    vi.useFakeTimers()
    vi.advanceTimersByTime(++hours * 3_600_000)
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const socket = { [socketAddressHeader]: '192.0.2.1' }
  const chain = (value: string) => ({ ...socket, 'x-forwarded-for': value })

  it.each([
    ['direct', chain('203.0.113.7'), /CLIENT_ADDRESS=proxy:1/],
    ['vercel', socket, /no X-Vercel-Forwarded-For.*CLIENT_ADDRESS/],
    ['proxy:1', socket, /X-Forwarded-For is missing.*CLIENT_ADDRESS=proxy:1/],
    ['proxy:1', chain('192.0.2.1'), /X-Forwarded-For is missing.*CLIENT_ADDRESS=proxy:1/],
    ['proxy:2', chain('203.0.113.7'), /fewer addresses than CLIENT_ADDRESS=proxy:2/],
    ['proxy:1', chain('6.6.6.6, 203.0.113.7'), /more addresses than CLIENT_ADDRESS=proxy:1/],
    ['proxy:1', chain('unknown'), /X-Forwarded-For holds something else/],
  ])('%s with %o are told, one line a minute', (setting, headers, sentence) => {
    expect(warnings(headers, setting, 3)).toEqual([expect.stringMatching(sentence)])
    vi.advanceTimersByTime(59_000)
    expect(warnings(headers, setting)).toEqual([])
    vi.advanceTimersByTime(1000)
    expect(warnings(headers, setting)).toHaveLength(1)
  })

  it.each([
    ['direct', socket],
    ['direct', chain('192.0.2.1')],
    ['vercel', { ...socket, 'x-vercel-forwarded-for': '203.0.113.7' }],
    ['proxy:1', chain('203.0.113.7')],
    ['proxy:1', chain('[2001:db8::1]:443')],
    ['proxy:2', chain('203.0.113.7, 10.0.0.9')],
  ])('%s with %o are as they should be', (setting, headers) => {
    expect(warnings(headers, setting)).toEqual([])
  })

  it('fall back to the sender where a header holds no address', () => {
    expect(clientAddress(new Headers(chain('unknown')), 'proxy:1')).toBe('192.0.2.1')
  })
})

describe('clientAddress', () => {
  const forged = new Headers({
    'x-forwarded-for': '6.6.6.6, 203.0.113.7, 10.0.0.9',
    'x-vercel-forwarded-for': '198.51.100.4',
    'x-real-ip': '6.6.6.6',
    [socketAddressHeader]: '192.0.2.1',
  })

  it.each([
    ['direct', '192.0.2.1'],
    ['vercel', '198.51.100.4'],
    ['proxy:1', '10.0.0.9'],
    ['proxy:2', '203.0.113.7'],
    ['proxy:3', '6.6.6.6'],
    ['proxy:4', '192.0.2.1'],
  ])('with CLIENT_ADDRESS %s is %s', (setting, address) => {
    expect(clientAddress(forged, setting)).toBe(address)
  })

  it.each(['9.9.9.9:1234', '9.9.9.9:5678', '9.9.9.9'])(
    'behind a proxy that adds ports, %s is one client',
    (address) => {
      expect(clientAddress(new Headers({ 'x-forwarded-for': address }), 'proxy:1')).toBe('9.9.9.9')
    },
  )
})
