import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mayPost } from '@/lib/http/request-filter'
import { addMemoryCounts, countsByPeriod, readMemoryCounts } from '@/lib/server/memory-counts'

const hourMs = 3_600_000

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T20:00:00Z') })
  countsByPeriod.clear()
})
afterEach(() => {
  vi.useRealTimers()
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

it('ends the period of each key by itself, also while the clock is set back', () => {
  const counter = (key: string) => ({ key, periodMs: 2000, limit: 1 })
  addMemoryCounts([counter('a')])
  vi.advanceTimersByTime(1000)
  vi.setSystemTime('2026-11-20T19:00:00Z')
  addMemoryCounts([counter('b')])
  vi.advanceTimersByTime(999)
  expect(['a', 'b', 'c'].map((key) => readMemoryCounts([counter(key)]).size > 0)).toEqual([
    true,
    true,
    false,
  ])
  vi.advanceTimersByTime(1)
  expect(['a', 'b'].map((key) => readMemoryCounts([counter(key)]).size > 0)).toEqual([false, true])
  addMemoryCounts([counter('c')])
  expect([...(countsByPeriod.get(2000)?.keys() ?? [])]).toEqual(['b', 'c'])
})

it('keeps 100,000 keys at most, and forgets those that came longest ago', () => {
  const counter = (key: number) => ({ key: String(key), periodMs: hourMs, limit: 1 })
  const keys = () => countsByPeriod.get(hourMs)?.size
  for (let key = 0; key < 100_000; key++) addMemoryCounts([counter(key)])
  addMemoryCounts([counter(0)])
  expect(keys()).toBe(100_000)
  addMemoryCounts([counter(100_000)])
  expect(keys()).toBe(90_001)
  const kept = [0, 1, 10_000, 10_001, 100_000].filter(
    (key) => readMemoryCounts([counter(key)]).size > 0,
  )
  expect(kept).toEqual([0, 10_001, 100_000])
})
