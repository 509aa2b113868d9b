import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { socketAddressHeader } from '@/lib/client-address'
import { resubmitDelayMs } from '@/lib/forms/fields'
import { admitPost, cancelPost, consumeRateLimit } from '@/lib/leads/limits'
import { runtime } from '@/lib/runtime'

const from = (address: string) => new Headers({ [socketAddressHeader]: address })
const accept = (address: string) => {
  return consumeRateLimit(from(address)) !== null
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T20:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  runtime.limits.isAtServer = false
})

it('the rate limit rejects a second submission within two seconds and accepts one after that', () => {
  expect(resubmitDelayMs).toBe(2000)
  expect(accept('10.0.0.1')).toBe(true)
  // Each client is counted separately, and a refund ends the delay.
  consumeRateLimit(from('10.0.0.2'))?.refund()
  expect(accept('10.0.0.2')).toBe(true)
  vi.advanceTimersByTime(1999)
  expect(accept('10.0.0.1')).toBe(false)
  vi.advanceTimersByTime(1)
  expect(accept('10.0.0.1')).toBe(true)
})

it('makes a client wait after ten corrections in a minute', () => {
  const correct = () => consumeRateLimit(from('10.0.0.7'))?.refund()
  for (let i = 0; i < 11; i++) correct()
  expect(admitPost(from('10.0.0.7'))).toBe(false)
  vi.advanceTimersByTime(60_000)
  correct()
  expect(admitPost(from('10.0.0.7'))).toBe(true)
})

it('rejects a post after the 300th accepted lead of a client within an hour', () => {
  for (let i = 0; i < 300; i++) {
    expect(accept('10.0.0.5')).toBe(true)
    vi.advanceTimersByTime(2000)
  }
  expect(admitPost(from('10.0.0.5'))).toBe(false)
  expect(accept('10.0.0.5')).toBe(false)
  expect(accept('10.0.0.6')).toBe(true)
  vi.advanceTimersByTime(3_600_000)
  expect(accept('10.0.0.5')).toBe(true)
})

it('counts no refused and no invalid post toward the hour', () => {
  for (let i = 0; i < 400; i++) consumeRateLimit(from('10.0.0.8'))?.takeBack()
  for (let i = 0; i < 400; i++) {
    consumeRateLimit(from('10.0.0.8'))?.refund()
    vi.advanceTimersByTime(2000)
  }
  expect(accept('10.0.0.8')).toBe(true)
})

it('limits the accepted leads of one IPv6 network together', () => {
  const address = (i: number) => `2001:db8:5:${i.toString(16)}::1`
  for (let i = 0; i < 1200; i++) consumeRateLimit(from(address(i)))?.takeBack()
  for (let i = 1200; i < 2400; i++) expect(accept(address(i))).toBe(true)
  expect(accept('2001:db8:5:ffff::1')).toBe(false)
  expect(accept('2001:db8:6::1')).toBe(true)
})

it('limits posts of one IPv6 network that arrive at the same time', () => {
  runtime.limits.isAtServer = true
  const posts = Array.from({ length: 1300 }, (_, i) =>
    consumeRateLimit(from(`2001:db8:7:${i.toString(16)}::1`)),
  )
  const permits = posts.filter((permit) => permit !== null)
  expect(permits).toHaveLength(1200)
  permits[0]?.takeBack()
  expect(accept('2001:db8:7:ffff::1')).toBe(true)
  expect(accept('2001:db8:7:fffe::1')).toBe(false)
})

it('counts clients without an address as one', () => {
  expect(consumeRateLimit(new Headers())).not.toBeNull()
  expect(consumeRateLimit(new Headers())).toBeNull()
})

it('lets one of many posts that arrived at once through to the action', () => {
  const post = () => admitPost(from('10.0.0.9'))
  runtime.limits.isAtServer = true
  expect(Array.from({ length: 5 }, post)).toEqual([true, false, false, false, false])
  const permit = consumeRateLimit(from('10.0.0.9'))
  expect(post()).toBe(false)
  permit?.refund()
  expect(post()).toBe(true)
  // The filter has refused it, so no action will.
  cancelPost(from('10.0.0.9'))
  expect(post()).toBe(true)
})
