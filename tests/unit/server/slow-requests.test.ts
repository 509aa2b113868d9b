import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cutSlowRequests } from '@/lib/server/slow-requests'

const server = createServer((request, response) => {
  request.resume()
  request.on('error', () => undefined)
  response.end('whole')
})
beforeAll(async () => {
  cutSlowRequests({ limitMs: 200, checkEveryMs: 20 })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.close())

function open(): Socket {
  return connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
}

/** Sends a byte every few milliseconds until the server closes the connection. */
async function untilClosed(start: string, byte: string): Promise<void> {
  const socket = open()
  socket.resume()
  socket.write(start)
  const timer = setInterval(() => socket.write(byte), 10)
  await new Promise((resolve) => socket.on('close', resolve))
  clearInterval(timer)
}

const whole = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'
const slowRequests = {
  'a head': ['GET / HTTP/1.1\r\nhost: x\r\nx: ', 'a'],
  'a body': ['POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9999\r\n\r\n', 'a'],
  'a body in chunks': [
    'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n',
    '1\r\na\r\n',
  ],
  'the head after a whole request': [`${whole}GET / HTTP/1.1\r\nx: `, 'a'],
  nothing: ['', ''],
} as const

it.each(Object.entries(slowRequests))(
  'closes a slow connection that sends %s',
  async (_, [start, byte]) => {
    await untilClosed(start, byte)
  },
)

it('keeps an idle connection open between requests', async () => {
  const idle = open()
  idle.write(whole)
  await once(idle, 'data')
  // Each of these takes longer than the limit.
  await untilClosed(...slowRequests['a head'])
  await untilClosed(...slowRequests['a body'])
  idle.write(whole)
  expect(String(await once(idle, 'data'))).toContain('200 OK')
  idle.destroy()
})
