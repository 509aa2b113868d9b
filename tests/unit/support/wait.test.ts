import { expect, it } from 'vitest'
import { waitUntil, withTimeout } from '../../support/wait'

it('a wait that times out says what it waited for', async () => {
  const never = new Promise<void>(() => undefined)
  await expect(withTimeout(0.01, 'a server to start', never)).rejects.toThrow(
    'Waited 0.01 s for a server to start',
  )
  await expect(waitUntil(0.01, 'a lead to arrive', () => false)).rejects.toThrow(
    'Waited 0.01 s for a lead to arrive',
  )
})

it('a wait that succeeds returns the result', async () => {
  expect(await withTimeout(1, 'a number', Promise.resolve(7))).toBe(7)
  let calls = 0
  await waitUntil(1, 'the second call', () => ++calls === 2)
  expect(calls).toBe(2)
})
