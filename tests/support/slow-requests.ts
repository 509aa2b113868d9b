import { connect } from 'node:net'
import { multipartType } from './raw-http'

const post = `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: ${multipartType['content-type']}\r\n`

/** Requests that begin like this and go on by one byte a second. */
const slow: Record<string, [start: string, more: string]> = {
  'a head': ['GET / HTTP/1.1\r\nhost: x\r\nx: ', 'a'],
  'a body': [`${post}content-length: 9999\r\n\r\n`, 'a'],
  'a body in chunks': [`${post}transfer-encoding: chunked\r\n\r\n`, '1\r\na\r\n'],
  'the body of a refused post': [`${post}content-length: 99999999\r\n\r\n`, 'a'],
  nothing: ['', ''],
}

/** Drips all of them at the same time, and tells after how many seconds the server cut each. */
export async function dripAll(url: string): Promise<{ kind: string; seconds: number }[]> {
  return Promise.all(
    Object.entries(slow).map(async ([kind, [start, more]]) => ({
      kind,
      seconds: await secondsUntilCut(url, start, more),
    })),
  )
}

function secondsUntilCut(url: string, start: string, more: string): Promise<number> {
  const began = performance.now()
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(start)
  const drip = setInterval(() => socket.write(more), 1000)
  socket.on('error', () => undefined)
  socket.resume()
  return new Promise((resolve) => {
    socket.on('close', () => {
      clearInterval(drip)
      resolve((performance.now() - began) / 1000)
    })
  })
}
