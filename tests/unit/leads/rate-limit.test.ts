import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { resubmitDelayMs } from '@/lib/forms/fields'
import { countInMemory, isFull, take, ticketOf } from '@/lib/leads/limits'
import { socketAddressHeader } from '@/lib/leads/limits/client-address'
import { runtime } from '@/lib/runtime'

const from = (address: string) => new Headers({ [socketAddressHeader]: address })
const hourMs = 3_600_000
const accept = (address: string) => take(from(address)) !== null

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T20:00:00Z') })
  runtime.limits.periods.clear()
  runtime.limits.delays.clear()
})
afterEach(() => {
  vi.useRealTimers()
})

it('the rate limit rejects a second submission within two seconds and accepts one after that', () => {
  expect(resubmitDelayMs).toBe(2000)
  expect(accept('10.0.0.1')).toBe(true)
  // Each client is counted separately, and an invalid form ends the delay that it began.
  take(from('10.0.0.2'))?.giveBack('invalid')
  expect(accept('10.0.0.2')).toBe(true)
  vi.advanceTimersByTime(1999)
  expect(accept('10.0.0.1')).toBe(false)
  vi.advanceTimersByTime(1)
  expect(accept('10.0.0.1')).toBe(true)
})

it('makes a client wait after ten corrections in a minute', () => {
  const correct = () => take(from('10.0.0.7'))?.giveBack('invalid')
  for (let i = 0; i < 11; i++) correct()
  expect(accept('10.0.0.7')).toBe(false)
  vi.advanceTimersByTime(60_000)
  correct()
  expect(accept('10.0.0.7')).toBe(true)
})

it('counts the corrections of each client', () => {
  for (let i = 0; i < 11; i++) take(from('10.0.0.11'))?.giveBack('invalid')
  take(from('10.0.0.12'))?.giveBack('invalid')
  expect(accept('10.0.0.12')).toBe(true)
})

it('counts only invalid forms as corrections', () => {
  for (let i = 0; i < 20; i++) take(from('10.0.0.13'))?.giveBack('malformed')
  take(from('10.0.0.13'))?.giveBack('invalid')
  expect(accept('10.0.0.13')).toBe(true)
})

it('forgets the clients whose two seconds have passed, with the next post', () => {
  for (let i = 0; i < 10; i++) accept(`10.0.1.${i}`)
  vi.advanceTimersByTime(1000)
  accept('10.0.1.20')
  expect(runtime.limits.delays.size).toBe(11)
  vi.advanceTimersByTime(1000)
  accept('10.0.1.21')
  expect(runtime.limits.delays.size).toBe(2)
})

it('rejects a post after the 30th accepted lead of a client within an hour', () => {
  for (let i = 0; i < 30; i++) {
    expect(accept('10.0.0.5')).toBe(true)
    vi.advanceTimersByTime(2000)
  }
  expect(accept('10.0.0.5')).toBe(false)
  expect(accept('10.0.0.5')).toBe(false)
  expect(accept('10.0.0.6')).toBe(true)
  vi.advanceTimersByTime(hourMs)
  expect(accept('10.0.0.5')).toBe(true)
})

it('counts no refused and no invalid post toward the hour', () => {
  for (let i = 0; i < 40; i++) take(from('10.0.0.8'))?.giveBack('not accepted')
  for (let i = 0; i < 40; i++) {
    take(from('10.0.0.8'))?.giveBack('invalid')
    vi.advanceTimersByTime(2000)
  }
  expect(accept('10.0.0.8')).toBe(true)
})

it('limits the accepted leads of one IPv6 network together', () => {
  const address = (i: number) => `2001:db8:5:${i.toString(16)}::1`
  for (let i = 0; i < 120; i++) take(from(address(i)))?.giveBack('not accepted')
  for (let i = 120; i < 240; i++) expect(accept(address(i))).toBe(true)
  expect(accept('2001:db8:5:ffff::1')).toBe(false)
  expect(accept('2001:db8:6::1')).toBe(true)
})

it('limits posts of one IPv6 network that arrive at the same time', () => {
  const posts = Array.from({ length: 130 }, (_, i) => take(from(`2001:db8:7:${i.toString(16)}::1`)))
  const permits = posts.filter((permit) => permit !== null)
  expect(permits).toHaveLength(120)
  permits[0]?.giveBack('not accepted')
  expect(accept('2001:db8:7:ffff::1')).toBe(true)
  expect(accept('2001:db8:7:fffe::1')).toBe(false)
})

it('counts clients without an address as one', () => {
  expect(take(new Headers())).not.toBeNull()
  expect(take(new Headers())).toBeNull()
})

it('lets one of many posts that arrived at once through to the action', () => {
  const tickets = Array.from({ length: 5 }, () => take(from('10.0.0.9')))
  expect(tickets.map((ticket) => ticket !== null)).toEqual([true, false, false, false, false])
  const [ticket] = tickets
  if (!ticket) throw new Error('There is no ticket')
  expect(runtime.ticket.run(ticket, () => ticketOf(from('10.0.0.9')))).toBe(ticket)
  expect(accept('10.0.0.9')).toBe(false)
  ticket.giveBack('invalid')
  const next = take(from('10.0.0.9'))
  expect(next).not.toBeNull()
  // The filter has refused it, so no action will.
  next?.giveBack('malformed')
  expect(accept('10.0.0.9')).toBe(true)
})

it('gives back only what a ticket has taken itself', () => {
  const post = () => take(from('10.0.0.10'))
  const unfinished = post()
  vi.advanceTimersByTime(2000)
  const valid = post()
  expect(valid).not.toBeNull()
  unfinished?.giveBack('malformed')
  unfinished?.giveBack('invalid')
  expect(post()).toBeNull()
  valid?.giveBack('invalid')
  expect(post()).not.toBeNull()
})

it('gives back no place in an hour that has begun since', () => {
  const address = (i: number) => `2001:db8:8:${i.toString(16)}::1`
  const before = Array.from({ length: 50 }, (_, i) => take(from(address(i))))
  vi.advanceTimersByTime(hourMs)
  for (let i = 0; i < 120; i++) expect(accept(address(i))).toBe(true)
  for (const ticket of before) ticket?.giveBack('not accepted')
  expect(accept(address(120))).toBe(false)
})

const keysOfHour = () => runtime.limits.periods.get(hourMs)?.counts.size

it('keeps nothing of clients whose posts do not count', () => {
  for (let i = 0; i < 100; i++) take(from(`2001:db8:9:${i.toString(16)}::1`))?.giveBack('malformed')
  expect([keysOfHour(), runtime.limits.delays.size]).toEqual([0, 0])
})

it('keeps 100,000 keys at most, and forgets those that came longest ago', () => {
  const counter = (key: number) => ({ key: String(key), periodMs: hourMs, limit: 1 })
  const come = (key: number) => countInMemory(counter(key))
  for (let key = 0; key < 100_000; key++) come(key)
  come(0)
  expect(keysOfHour()).toBe(100_000)
  come(100_000)
  expect(keysOfHour()).toBe(90_001)
  const kept = [0, 1, 10_000, 10_001, 100_000].filter((key) => isFull(counter(key)))
  expect(kept).toEqual([0, 10_001, 100_000])
})
