import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { circuitBreaker, limitCalls } from '@/lib/leads/store/breaker'

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

it.each(['40P01', '40001'])(
  'a slow call that ends with the conflict %s lets the next one through',
  async (code) => {
    const limited = circuitBreaker()
    const conflict = limited(async () => {
      await new Promise((resolve) => setTimeout(resolve, 1500))
      throw Object.assign(new Error('conflict'), { code })
    }).catch((error) => error.code)
    await vi.advanceTimersByTimeAsync(1500)
    expect([await conflict, await limited(async () => 'ok')]).toEqual([code, 'ok'])
  },
)

it('of more calls than may run at once, the others wait, and their wait does not open the breaker', async () => {
  const limited = circuitBreaker()
  const inTurn = limitCalls(2)
  const answers: (() => void)[] = []
  const call = () =>
    inTurn(() => limited(() => new Promise<string>((resolve) => answers.push(() => resolve('ok')))))
  const calls = Array.from({ length: 6 }, () => call().catch(({ code }) => code))
  for (let round = 0; round < 2; round++) {
    await vi.advanceTimersByTimeAsync(1900)
    for (const answer of answers.splice(0)) answer()
  }
  // The last two have waited for longer than any call may take, and one waits for too long.
  await vi.advanceTimersByTimeAsync(0)
  const late = call().catch(({ code }) => code)
  await vi.advanceTimersByTimeAsync(1900)
  for (const answer of answers.splice(0)) answer()
  expect(await Promise.all(calls)).toEqual(Array(6).fill('ok'))
  await vi.advanceTimersByTimeAsync(0)
  for (const answer of answers.splice(0)) answer()
  expect(await late).toBe('ok')
})

it('a call waits for five seconds at most', async () => {
  const inTurn = limitCalls(1)
  let answer = () => {}
  const first = inTurn(() => new Promise<void>((resolve) => (answer = resolve)))
  const second = inTurn(async () => 'ok').catch(({ code }) => code)
  await vi.advanceTimersByTimeAsync(5000)
  expect(await second).toBe('ETIMEDOUT')
  answer()
  await first
  expect(await inTurn(async () => 'ok')).toBe('ok')
})
