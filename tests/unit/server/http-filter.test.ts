import { Agent, createServer, get, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { expect, it, vi } from 'vitest'
import { startHttpFilter } from '@/lib/server/http-filter'
import { listenOnFreePort } from '../../support/ports'

startHttpFilter()

it('every response after a stop signal closes its connection, also one that was open before', async () => {
  const held: ServerResponse[] = []
  const server = createServer((_, response) => void held.push(response))
  const port = await listenOnFreePort(server)
  const agent = new Agent({ keepAlive: true })
  const connectionOf = (path: string) =>
    new Promise((resolve) =>
      get({ port, path, agent }, (response) => {
        response.resume()
        resolve(response.headers.connection)
      }),
    )
  const before = connectionOf('/')
  await vi.waitUntil(() => held.length === 1)
  process.emit('SIGTERM')
  held.pop()?.end()
  expect(await before).toBe('close')
  const after = connectionOf('/')
  await vi.waitUntil(() => held.length === 1)
  held.pop()?.end()
  expect(await after).toBe('close')
  await new Promise((resolve) => server.close(resolve))
})

it('a request before the answer to the last one closes the connection, and is not handled', async () => {
  let handled = 0
  const server = createServer(() => void handled++)
  const port = await listenOnFreePort(server)
  const socket = connect(port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(100))
  await new Promise((resolve) => socket.on('close', resolve).on('error', () => undefined))
  expect(handled).toBe(1)
  await new Promise((resolve) => server.close(resolve))
})

it('a request after the answer to the last one is handled on the same connection', async () => {
  const sockets = new Set<unknown>()
  const server = createServer(({ socket }, response) => {
    sockets.add(socket)
    response.end()
  })
  const port = await listenOnFreePort(server)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const statusOf = () =>
    new Promise((resolve, reject) =>
      get({ port, agent }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode))
      }).on('error', reject),
    )
  expect([await statusOf(), await statusOf()]).toEqual([200, 200])
  expect(sockets.size).toBe(1)
  agent.destroy()
  await new Promise((resolve) => server.close(resolve))
})

it('accepts connections after a stop signal while a slow post is being answered', async () => {
  const held: ServerResponse[] = []
  const server = createServer((request, response) => {
    if (request.method === 'POST') held.push(response)
    else response.end()
  })
  const port = await listenOnFreePort(server)
  const status = (method: string) =>
    new Promise((resolve) => {
      const headers = {
        ...(method === 'POST' && { 'content-type': 'multipart/form-data; boundary=x' }),
      }
      request({ port, method, headers, agent: false }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .on('error', ({ code }: NodeJS.ErrnoException) => resolve(code))
        .end()
    })
  const slow = status('POST')
  await vi.waitUntil(() => held.length === 1)
  await new Promise((resolve) => setTimeout(resolve, 400))
  const closed = new Promise((resolve) => server.close(resolve))
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(await status('GET')).toBe(200)
  held.pop()?.end()
  expect(await slow).toBe(200)
  await closed
  expect(await status('GET')).toBe('ECONNREFUSED')
})
