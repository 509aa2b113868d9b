import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import {
  createServer,
  type RequestListener,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { proxiedHeader, socketAddressHeader } from '@/lib/http/client-address'
import { stop, watchServer } from '@/lib/http/node-server'
import { sending } from '@/lib/leads/send'
import { shutdown } from '@/lib/server/shutdown'
import { listenOnFreePort } from '../../support/process/ports'

vi.mock('node:diagnostics_channel', { spy: true })

const watching: Parameters<typeof subscribe>[] = []
beforeAll(() => {
  // The signals of the test runner are its own.
  vi.spyOn(process, 'on').mockReturnValue(process)
  watchServer()
  watching.push(...vi.mocked(subscribe).mock.calls)
})
afterAll(() => {
  for (const each of watching) unsubscribe(...each)
})

async function start(handle: RequestListener) {
  const server = createServer(handle).on('upgrade', () => undefined)
  const port = await listenOnFreePort(server)
  onTestFinished(() => void server.closeAllConnections())
  return { server, port }
}

/** The status and the header `connection` of an answer, or the code of the error. */
function get(
  port: number,
  path = '/',
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<unknown[]> {
  return new Promise((resolve) => {
    request({ port, path, headers, method }, (response) => {
      const { statusCode, headers } = response
      response.resume().on('end', () => resolve([statusCode, headers.connection]))
    })
      .on('error', ({ code }: NodeJS.ErrnoException) => resolve([code]))
      .end()
  })
}

it('adds the address of the socket to a request, and limits its query and its connection', async () => {
  const reached: unknown[] = []
  const ifMatch: string[] = []
  const { server, port } = await start(({ url, headers }, response) => {
    reached.push([url, headers[socketAddressHeader], headers[proxiedHeader]])
    ifMatch.push(...(headers['if-match'] ?? []))
    response.end()
  })
  const forged = { [socketAddressHeader]: '192.0.2.1' }
  const proxied = { 'x-forwarded-for': '127.0.0.1', via: '1.1 proxy' }
  await get(port, `/?${'a'.repeat(999)}`, forged)
  await get(port, `/book-demo?${'a&'.repeat(7500)}`, proxied)
  await get(port, '/', { connection: 'upgrade', upgrade: 'websocket' })
  await get(port, '*')
  await get(port, '/.rsc?a')
  await get(port, 'http://[', { 'if-match': '"x"' })
  const address = expect.stringMatching(/^(::ffff:)?127\.0\.0\.1$|^::1$/)
  expect(reached).toEqual([
    [`/?${'a'.repeat(999)}`, address, undefined],
    ['/book-demo', address, 'via,x-forwarded-for'],
    ['/', address, undefined],
    ['/*', address, undefined],
    ['/*', address, undefined],
    ['/*', address, undefined],
  ])
  expect(ifMatch).toEqual([])
  const { headersTimeout, requestTimeout, timeout, maxRequestsPerSocket } = server
  expect({ headersTimeout, requestTimeout, timeout, maxRequestsPerSocket }).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 20_000,
    timeout: 60_000,
    maxRequestsPerSocket: 100,
  })
  server.close()
})

it('passes requests that are neither GET nor HEAD to the proxy, which refuses those of no form', async () => {
  const reached: unknown[] = []
  const { server, port } = await start(({ method, headers }, response) => {
    reached.push([method, headers['content-length']])
    response.end()
  })
  for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'TRACE']) await get(port, '/', {}, method)
  expect(reached).toEqual([
    ['GET', undefined],
    ['HEAD', undefined],
    ['POST', '0'],
    ['PUT', '0'],
    ['PUT', '0'],
  ])
  server.close()
})

function startShutdown(server: Server) {
  onTestFinished(() => {
    Object.assign(shutdown, { started: false })
    shutdown.running.clear()
    sending.aborted = false
  })
  const exit = vi.fn()
  return { exit, stopped: stop(server, exit as never) }
}

it('after a stop signal, answers the requests that have arrived and ends the background work, then exits', async () => {
  const held: ServerResponse[] = []
  const { server, port } = await start((_, response) => held.push(response))
  const open = get(port, '/', { connection: 'keep-alive' })
  await expect.poll(() => held.length).toBe(1)
  let endWork = () => {}
  shutdown.running.add(new Promise<void>((resolve) => (endWork = resolve)))
  const { exit, stopped } = startShutdown(server)
  // Connecting to its port could reach another process, which has taken it.
  expect(server.listening).toBe(false)
  held[0]?.end()
  expect((await open)[0]).toBe(200)
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
  const { exit } = startShutdown(createServer())
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
