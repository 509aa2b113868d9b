import { createServer } from 'node:http'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { beginShutdown, shutdown } from '@/lib/leads/shutdown'
import { sendOnce, sends } from '@/lib/leads/webhook'
import { listenOnFreePort } from '../../support/ports'

const exit = vi.fn()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  exit.mockReset()
})
afterEach(() => {
  vi.useRealTimers()
  shutdown.started = false
  sends.aborted = false
})

it('open webhook requests are aborted 10 seconds after a stop signal, and no others are sent', async () => {
  let received = 0
  const silent = createServer(() => void received++)
  const url = `http://127.0.0.1:${await listenOnFreePort(silent)}/`
  const send = () => sendOnce({ id: 'a', body: '{}' }, url, [], 60_000)
  const open = send()
  await vi.waitUntil(() => received === 1)
  beginShutdown(exit)
  expect(shutdown.started).toBe(true)
  await vi.advanceTimersByTimeAsync(9999)
  expect(sends.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await open).toMatchObject({ outcome: 'timeout' })
  expect(await send()).toMatchObject({ outcome: 'timeout' })
  expect(received).toBe(1)
  silent.close()
})

it('the process ends 14 seconds after a stop signal, whatever is still open', async () => {
  beginShutdown(exit)
  await vi.advanceTimersByTimeAsync(13_999)
  expect(exit).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(exit).toHaveBeenCalledTimes(1)
})
