import { connect } from 'node:net'
import { multipartType, rawRequest, sendRaw } from '../support/raw-http'
import { expect, startSite, test } from '../support/test'

const type = `content-type: ${multipartType['content-type']}`
const slow: Record<string, [start: string, byte: string]> = {
  head: ['GET / HTTP/1.1\r\nhost: x\r\nx: ', 'a'],
  body: [`POST / HTTP/1.1\r\nhost: x\r\n${type}\r\ncontent-length: 9999\r\n\r\n`, 'a'],
  chunks: [
    `POST / HTTP/1.1\r\nhost: x\r\n${type}\r\ntransfer-encoding: chunked\r\n\r\n`,
    '1\r\na\r\n',
  ],
  'body of a refused post': [
    `POST / HTTP/1.1\r\nhost: x\r\n${type}\r\ncontent-length: 99999999\r\n\r\n`,
    'a',
  ],
  nothing: ['', ''],
}

test('a request that drips is cut within 30 seconds, and the next is answered', async ({
  receiver,
}) => {
  test.setTimeout(60_000)
  const site = await startSite(receiver)
  const times = await Promise.all(
    Object.entries(slow).map(async ([kind, [start, byte]]) => [
      kind,
      await secondsUntilCut(site.url, start, byte),
    ]),
  )
  for (const [kind, seconds] of times) expect(seconds, String(kind)).toBeLessThan(30)
  expect((await fetch(site.url)).status).toBe(200)
  expect(site.log).not.toMatch(/^\s+at .+:\d+:\d+/m)
  await site.stop()
})

function secondsUntilCut(url: string, start: string, byte: string): Promise<number> {
  const began = performance.now()
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(start)
  const drip = setInterval(() => socket.write(byte), 1000)
  socket.on('error', () => undefined)
  socket.resume()
  return new Promise((resolve) => {
    socket.on('close', () => {
      clearInterval(drip)
      resolve((performance.now() - began) / 1000)
    })
  })
}

test('a length over the limit is refused at once, before the body', async ({ site }) => {
  const headers = { ...multipartType, 'content-length': '99999999' }
  const answer = await sendRaw(site.url, rawRequest(site.url, { headers }))
  expect(answer.status).toBe(413)
  expect(answer.ms).toBeLessThan(5000)
})
