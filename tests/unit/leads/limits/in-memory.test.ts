import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { resubmitDelayMs } from '@/lib/forms/fields'
import {
  beginDelay,
  countInMemory,
  countInvalid,
  isDelayed,
  isFull,
  mayPost,
} from '@/lib/leads/limits/in-memory'
import { runtime } from '@/lib/runtime'

const hourMs = 3_600_000

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T20:00:00Z') })
  runtime.limits.periods.clear()
  runtime.limits.delays.clear()
})
afterEach(() => {
  vi.useRealTimers()
})

it('delays a second form of a client for two seconds, and no other client, also while the clock is set back', () => {
  expect(resubmitDelayMs).toBe(2000)
  beginDelay('10.0.0.1')
  vi.setSystemTime('2026-11-20T19:00:00Z')
  expect([isDelayed('10.0.0.1'), isDelayed('10.0.0.2')]).toEqual([true, false])
  vi.advanceTimersByTime(1999)
  expect(isDelayed('10.0.0.1')).toBe(true)
  vi.advanceTimersByTime(1)
  expect(isDelayed('10.0.0.1')).toBe(false)
})

it('delays a client after its eleventh invalid form in a minute', () => {
  for (let i = 0; i < 10; i++) countInvalid('10.0.0.7')
  expect(isDelayed('10.0.0.7')).toBe(false)
  countInvalid('10.0.0.7')
  countInvalid('10.0.0.8')
  expect([isDelayed('10.0.0.7'), isDelayed('10.0.0.8')]).toEqual([true, false])
  vi.advanceTimersByTime(60_000)
  countInvalid('10.0.0.7')
  expect(isDelayed('10.0.0.7')).toBe(false)
})

it('lets a client post 40 times in ten seconds, and no other client wait for it', () => {
  const posts = Array.from({ length: 41 }, () => mayPost('10.0.0.1'))
  expect(posts).toEqual([...Array(40).fill(true), false])
  expect(mayPost('10.0.0.2')).toBe(true)
  vi.advanceTimersByTime(9999)
  expect(mayPost('10.0.0.1')).toBe(false)
  vi.advanceTimersByTime(1)
  expect(mayPost('10.0.0.1')).toBe(true)
})

it('forgets the clients whose two seconds have passed, with the next form', () => {
  for (let i = 0; i < 10; i++) beginDelay(`10.0.1.${i}`)
  vi.advanceTimersByTime(1000)
  beginDelay('10.0.1.0')
  expect(runtime.limits.delays.size).toBe(10)
  vi.advanceTimersByTime(1000)
  beginDelay('10.0.1.21')
  expect(runtime.limits.delays.size).toBe(2)
})

it('keeps 100,000 keys at most, and forgets those that came longest ago', () => {
  const counter = (key: number) => ({ key: String(key), periodMs: hourMs, limit: 1 })
  const keys = () => runtime.limits.periods.get(hourMs)?.counts.size
  for (let key = 0; key < 100_000; key++) countInMemory([counter(key)])
  countInMemory([counter(0)])
  expect(keys()).toBe(100_000)
  countInMemory([counter(100_000)])
  expect(keys()).toBe(90_001)
  const kept = [0, 1, 10_000, 10_001, 100_000].filter((key) => isFull(counter(key)))
  expect(kept).toEqual([0, 10_001, 100_000])
  const { delays } = runtime.limits
  for (let key = 0; key < 100_000; key++) delays.set(String(key), Number.POSITIVE_INFINITY)
  beginDelay('10.0.0.1')
  expect([delays.size, delays.has('0'), delays.has('1')]).toEqual([100_000, false, true])
})
