import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { abortable, beginShutdown, shutdown } from '@/lib/leads/server/shutdown'

const { exit } = process
/** Stands for the real `process.exit`, which would end the tests. */
const exited = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  exited.mockReset()
  process.exit = exited as unknown as typeof process.exit
})
afterEach(() => {
  vi.useRealTimers()
  process.exit = exit
  shutdown.started = false
  shutdown.sendsAborted = false
})

describe('after a stop signal', () => {
  it('process.exit waits for the background work, then exits with 0', async () => {
    beginShutdown(() => new Promise((resolve) => setTimeout(resolve, 5000)))
    process.exit(143)
    await vi.advanceTimersByTimeAsync(4999)
    expect(exited).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(exited.mock.calls).toEqual([[0]])
  })

  it('open webhook requests are aborted after 10 seconds, and no others are sent', async () => {
    const send = () =>
      abortable(60_000, (signal) => {
        signal.throwIfAborted()
        return new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason)),
        )
      })
    const open = send().catch(({ name }) => name)
    beginShutdown(() => open)
    await vi.advanceTimersByTimeAsync(9999)
    expect(shutdown.sendsAborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await open).toBe('TimeoutError')
    await expect(send()).rejects.toThrow('took too long')
  })

  it('the process ends after 14 seconds, whatever is still open', async () => {
    beginShutdown(() => new Promise(() => undefined))
    process.exit(143)
    await vi.advanceTimersByTimeAsync(13_999)
    expect(exited).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(exited.mock.calls).toEqual([[0]])
  })
})
