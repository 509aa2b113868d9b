import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { socketAddressHeader } from '@/lib/client-address'
import { resubmitDelayMs } from '@/lib/forms/fields'
import { admission, admitPost, cancelPost, consumeRateLimit } from '@/lib/leads/rate-limit'

const from = (address: string) => new Headers({ [socketAddressHeader]: address })
const accept = async (address: string) => {
  const permit = await consumeRateLimit(from(address))
  await permit?.count()
  return permit !== null
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T20:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  admission.isAtServer = false
})

it('the rate limit rejects a second submission within two seconds and accepts one after that', async () => {
  expect(resubmitDelayMs).toBe(2000)
  expect(await accept('10.0.0.1')).toBe(true)
  // Each client is counted separately, and a refund ends the delay.
  await (await consumeRateLimit(from('10.0.0.2')))?.refund()
  expect(await accept('10.0.0.2')).toBe(true)
  vi.advanceTimersByTime(1999)
  expect(await accept('10.0.0.1')).toBe(false)
  vi.advanceTimersByTime(1)
  expect(await accept('10.0.0.1')).toBe(true)
})

it('makes a client wait after ten corrections in a minute', async () => {
  const correct = async () => (await consumeRateLimit(from('10.0.0.7')))?.refund()
  for (let i = 0; i < 11; i++) await correct()
  expect(admitPost(from('10.0.0.7'))).toBe(false)
  vi.advanceTimersByTime(60_000)
  await correct()
  expect(admitPost(from('10.0.0.7'))).toBe(true)
})

it('rejects a post after the 300th accepted lead of a client within an hour', async () => {
  for (let i = 0; i < 300; i++) {
    expect(await accept('10.0.0.5')).toBe(true)
    vi.advanceTimersByTime(2000)
  }
  expect(admitPost(from('10.0.0.5'))).toBe(false)
  expect(await accept('10.0.0.5')).toBe(false)
  expect(await accept('10.0.0.6')).toBe(true)
  vi.advanceTimersByTime(3_600_000)
  expect(await accept('10.0.0.5')).toBe(true)
})

it('counts no refused and no invalid post toward the hour', async () => {
  for (let i = 0; i < 400; i++) (await consumeRateLimit(from('10.0.0.8')))?.takeBack()
  for (let i = 0; i < 400; i++) {
    await (await consumeRateLimit(from('10.0.0.8')))?.refund()
    vi.advanceTimersByTime(2000)
  }
  expect(await accept('10.0.0.8')).toBe(true)
})

it('limits the accepted leads of one IPv6 network together', async () => {
  const address = (i: number) => `2001:db8:5:${i.toString(16)}::1`
  for (let i = 0; i < 1200; i++) (await consumeRateLimit(from(address(i))))?.takeBack()
  for (let i = 1200; i < 2400; i++) expect(await accept(address(i))).toBe(true)
  expect(await accept('2001:db8:5:ffff::1')).toBe(false)
  expect(await accept('2001:db8:6::1')).toBe(true)
})

it('limits posts of one IPv6 network that arrive at the same time', async () => {
  admission.isAtServer = true
  const posts = Array.from({ length: 1300 }, (_, i) =>
    consumeRateLimit(from(`2001:db8:7:${i.toString(16)}::1`)),
  )
  const permits = (await Promise.all(posts)).filter((permit) => permit !== null)
  expect(permits).toHaveLength(1200)
  permits[0]?.takeBack()
  expect(await accept('2001:db8:7:ffff::1')).toBe(true)
  expect(await accept('2001:db8:7:fffe::1')).toBe(false)
})

it('counts clients without an address as one', async () => {
  expect(await consumeRateLimit(new Headers())).not.toBeNull()
  expect(await consumeRateLimit(new Headers())).toBeNull()
})

it('lets one of many posts that arrived at once through to the action', async () => {
  const post = () => admitPost(from('10.0.0.9'))
  admission.isAtServer = true
  expect(Array.from({ length: 5 }, post)).toEqual([true, false, false, false, false])
  const permit = await consumeRateLimit(from('10.0.0.9'))
  expect(post()).toBe(false)
  await permit?.refund()
  expect(post()).toBe(true)
  // The filter has refused it, so no action will.
  cancelPost(from('10.0.0.9'))
  expect(post()).toBe(true)
})
