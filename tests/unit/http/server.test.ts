import { Agent, type RequestListener, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { createSiteServer } from '@/lib/http/server'
import { listenOnFreePort } from '../../support/ports'

let agent: Agent
let held: ServerResponse[]
let port: number

async function start(handle: RequestListener) {
  agent = new Agent({ keepAlive: true, maxSockets: 1 })
  held = []
  const site = createSiteServer(async (...exchange) => handle(...exchange))
  port = await listenOnFreePort(site.server)
  return site
}
afterEach(() => agent.destroy())

/** Keeps the response in `held` until the test ends it. */
const hold: RequestListener = (_, response) => void held.push(response)
const isHeld = () => vi.waitUntil(() => held.length > 0)

/** The status and the header `connection` of an answer, or the code of the error. */
function send(method = 'GET', via: Agent | false = agent): Promise<unknown[]> {
  const form = { 'content-type': 'multipart/form-data; boundary=x' }
  return new Promise((resolve) => {
    request({ port, method, agent: via, headers: method === 'POST' ? form : {} }, (response) => {
      const { statusCode, headers } = response
      response.resume().on('end', () => resolve([statusCode, headers.connection]))
    })
      .on('error', ({ code }: NodeJS.ErrnoException) => resolve([code]))
      .end()
  })
}

it('answers requests one after the other on a connection', async () => {
  const sockets = new Set<unknown>()
  const { server } = await start(({ socket }, response) => {
    sockets.add(socket)
    response.end()
  })
  for (let i = 0; i < 2; i++) expect(await send()).toEqual([200, 'keep-alive'])
  expect(sockets.size).toBe(1)
  agent.destroy()
  await new Promise((resolve) => server.close(resolve))
})

it('closes connections whose answers are not read for a minute', async () => {
  const { server } = await start(hold)
  expect(server.timeout).toBe(60_000)
  // Node closes a connection on which nothing has moved for that long.
  server.setTimeout(50)
  expect(await send('GET', false)).toEqual(['ECONNRESET'])
  await new Promise((resolve) => server.close(resolve))
})

it('answers 500 when Next.js fails, and logs no message of the error', async () => {
  const { server } = await start(() => {
    throw new TypeError('secret.example')
  })
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  expect(await send('GET', false)).toEqual([500, 'close'])
  const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)))
  expect(lines).toEqual([{ time: expect.any(String), event: 'request fault', fault: 'TypeError' }])
  await new Promise((resolve) => server.close(resolve))
})

it('closes a connection that sends a request before the answer to the last one', async () => {
  let handled = 0
  const { server } = await start(() => void handled++)
  const socket = connect(port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(100))
  await new Promise((resolve) => socket.on('close', resolve).on('error', () => undefined))
  expect(handled).toBe(1)
  await new Promise((resolve) => server.close(resolve))
})

it('closes each connection with its next response once it finishes', async () => {
  const { finish } = await start(hold)
  const before = send()
  await isHeld()
  const finished = finish()
  held.pop()?.end()
  expect(await before).toEqual([200, 'close'])
  const after = send()
  await isHeld()
  held.pop()?.end()
  expect(await after).toEqual([200, 'close'])
  await finished
  expect(await send()).toEqual(['ECONNREFUSED'])
})

it('accepts connections while a slow post is being answered', async () => {
  const { finish } = await start((incoming, response) => {
    if (incoming.method === 'POST') held.push(response)
    else response.end()
  })
  const slow = send('POST')
  await isHeld()
  const finished = finish()
  // Longer than the time for which it keeps idle connections.
  await sleep(900)
  expect(await send('GET', false)).toEqual([200, 'close'])
  held.pop()?.end()
  expect(await slow).toEqual([200, 'close'])
  await finished
  expect(await send('GET', false)).toEqual(['ECONNREFUSED'])
})
