import { multipartType, secondsUntilClosed } from '../../support/visitor/http'

const post = `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: ${multipartType['content-type']}\r\n`

/** The start of each request, and what is sent every second after it. */
const slowRequests: Record<string, [head: string, rest: string]> = {
  headers: ['GET / HTTP/1.1\r\nhost: x\r\nx: ', 'a'],
  'a body': [`${post}content-length: 9999\r\n\r\n`, 'a'],
  'a body in chunks': [`${post}transfer-encoding: chunked\r\n\r\n`, '1\r\na\r\n'],
  'the body of a rejected post': [`${post}content-length: 99999999\r\n\r\n`, 'a'],
  'an empty request': ['', ''],
}

/** Sends all of them at the same time and measures after how many seconds the server closes each connection. */
export async function sendSlowRequests(url: string): Promise<{ kind: string; seconds: number }[]> {
  return Promise.all(
    Object.entries(slowRequests).map(async ([kind, [head, rest]]) => ({
      kind,
      seconds: await secondsUntilClosed(url, head, rest),
    })),
  )
}
