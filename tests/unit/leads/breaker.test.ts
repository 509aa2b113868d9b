import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { circuitBreaker } from '@/lib/leads/store/breaker'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('after a slow failure all calls fail at once for five seconds, and then until the one that asks again has ended', async () => {
  const limited = circuitBreaker()
  const calls: string[] = []
  const call = (name: string, work: () => Promise<string>) =>
    limited(() => {
      calls.push(name)
      return work()
    }).catch(({ code }) => code)
  const never = () => new Promise<string>(() => undefined)
  const slow = call('slow', never)
  await vi.advanceTimersByTimeAsync(2000)
  expect(await slow).toBe('ETIMEDOUT')
  await vi.advanceTimersByTimeAsync(4999)
  expect(await call('early', async () => 'ok')).toBe('ETIMEDOUT')
  await vi.advanceTimersByTimeAsync(1)
  let answer = (_: string) => {}
  const asking = call('asking', () => new Promise((resolve) => (answer = resolve)))
  expect(await call('beside it', async () => 'ok')).toBe('ETIMEDOUT')
  answer('ok')
  expect([await asking, await call('after it', async () => 'ok')]).toEqual(['ok', 'ok'])
  expect(calls).toEqual(['slow', 'asking', 'after it'])
})
