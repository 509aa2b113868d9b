import { createServer } from 'node:http'
import { expect, it, vi } from 'vitest'
import { beginShutdown } from '@/lib/http/shutdown'
import { sendOnce } from '@/lib/leads/webhook'
import { runtime } from '@/lib/runtime'
import { listenOnFreePort } from '../../support/ports'

it('after a stop signal, open webhook requests are aborted in 10 seconds, no others are sent, and the process ends in 14 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const exit = vi.fn()
  let received = 0
  const silent = createServer(() => void received++)
  const url = `http://127.0.0.1:${await listenOnFreePort(silent)}/`
  const send = () => sendOnce({ id: 'a', body: '{}' }, url, [], 60_000)
  const open = send()
  await vi.waitUntil(() => received === 1)
  beginShutdown(exit)
  expect(runtime.shutdown.started).toBe(true)
  await vi.advanceTimersByTimeAsync(9999)
  expect(runtime.sends.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await open).toMatchObject({ outcome: 'timeout' })
  expect(await send()).toMatchObject({ outcome: 'timeout' })
  expect(received).toBe(1)
  silent.close()
  await vi.advanceTimersByTimeAsync(3999)
  expect(exit).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(exit).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
})
