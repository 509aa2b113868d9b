import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type RequestListener, request } from 'node:http'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { proxiedHeader, socketAddressHeader, watchServer } from '@/lib/http/node-server'
import { listenOnFreePort } from '../../support/process/ports'

vi.mock('node:diagnostics_channel', { spy: true })

const watching: Parameters<typeof subscribe>[] = []
beforeAll(() => {
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

/** Ends with the answer, or with an error. */
function get(
  port: number,
  path = '/',
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<void> {
  return new Promise((resolve) => {
    request({ port, path, headers, method }, (response) => response.resume().on('end', resolve))
      .on('error', () => resolve())
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
