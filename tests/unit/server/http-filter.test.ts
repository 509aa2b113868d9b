import { Agent, createServer, get, type ServerResponse } from 'node:http'
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
