import { createServer, type Server, type ServerResponse } from 'node:http'
import { expect, it, onTestFinished, vi } from 'vitest'
import { watched } from '@/lib/http/node-server'
import { sending } from '@/lib/leads/send'
import { stop } from '@/lib/ops/stop'
import { shutdown } from '@/lib/server/shutdown'
import { listenOnFreePort } from '../../support/process/ports'

function startShutdown(server?: Server) {
  watched.server = server
  onTestFinished(() => {
    watched.server = undefined
    Object.assign(shutdown, { started: false })
    shutdown.running.clear()
    sending.aborted = false
  })
  const exit = vi.fn()
  return { exit, stopped: stop(exit as never) }
}

it('after a stop signal, answers the requests that have arrived and ends the background work, then exits', async () => {
  const held: ServerResponse[] = []
  const server = createServer((_, response) => held.push(response))
  const open = fetch(`http://127.0.0.1:${await listenOnFreePort(server)}`)
  await expect.poll(() => held.length).toBe(1)
  let endWork = () => {}
  shutdown.running.add(new Promise<void>((resolve) => (endWork = resolve)))
  const { exit, stopped } = startShutdown(server)
  // Connecting to its port could reach another process, which has taken it.
  expect(server.listening).toBe(false)
  held[0]?.end()
  expect((await open).status).toBe(200)
  await expect.poll(() => connections(server)).toBe(0)
  expect(exit).not.toHaveBeenCalled()
  endWork()
  await stopped
  expect(exit).toHaveBeenCalledTimes(1)
})

function connections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_, count) => resolve(count)))
}

it('after a stop signal, aborts webhook requests in 10 seconds, and exits in 14 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  shutdown.running.add(new Promise(() => undefined))
  const { exit } = startShutdown()
  expect(shutdown.started).toBe(true)
  await vi.advanceTimersByTimeAsync(9999)
  expect(sending.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(sending.aborted).toBe(true)
  await vi.advanceTimersByTimeAsync(3999)
  expect(exit).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(exit).toHaveBeenCalledTimes(1)
})
