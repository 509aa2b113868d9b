import { connect, type Socket } from 'node:net'
import { codeBlocks } from '../process/files'
import { forEachConcurrently, sleep } from '../process/wait'
import {
  type HttpRequest,
  multipartType,
  type RawResponse,
  rawRequest,
  sendRaw,
  sendRequest,
} from '../visitor/http'

/** Clients that take what nginx shares among all: its connections, its limits, and its cache. */

const host = 'www.example.com'
const attacker = '127.0.0.66'
const visitor = '127.0.0.2'

/** A client with this address can name any other as its own. */
export const balancer = '127.0.0.65'

/** The change that docs/deploying.md names for a site behind a load balancer. */
export function trustBalancer(configuration: string): string {
  const [lines = ''] = codeBlocks(
    'docs/deploying.md',
    '## Several instances on PostgreSQL',
    'nginx',
  )
  return configuration.replace('http {', `http {\n${lines.replace('10.0.0.0/8', balancer)}`)
}

/**
 * Keeps so many connections to each port, which send half a request, and opens another for each that is closed. Meanwhile,
 * distant visitors send a request to each port. Returns what they get.
 */
export async function visitDuringHalfRequests(
  ports: number[],
  count: number,
): Promise<RawResponse['status'][]> {
  const sockets = new Set<Socket>()
  let finished = false
  /** Resolves when the half request is sent, or the connection closed. */
  const connectTo = (port: number) =>
    new Promise<void>((resolve) => {
      const socket = open(port, attacker).resume()
      sockets.add(socket)
      socket.write('GET / HTTP/1.1\r\nHost: x', () => resolve())
      socket.once('close', async () => {
        sockets.delete(socket)
        await sleep(100)
        if (!finished) await connectTo(port)
      })
    })
  await Promise.all(ports.flatMap((port) => Array.from({ length: count }, () => connectTo(port))))
  const statuses: RawResponse['status'][] = []
  for (const port of ports) {
    const request = rawRequest(`http://${host}`, { method: 'GET' })
    const url = `http://127.0.0.1:${port}`
    for (let visits = 0; visits < 20; visits++)
      statuses.push((await sendRaw(url, request, { localAddress: visitor, delayMs: 100 })).status)
  }
  finished = true
  for (const socket of sockets) socket.destroy()
  return statuses
}

/** Sends the headers of a request whose body never arrives. It is no post, because the limit of posts would refuse many. */
export function sendHeaders(
  port: number,
  localAddress: string,
  headers: Record<string, string>,
): Socket {
  const socket = open(port, localAddress)
  const all = { ...multipartType, 'content-length': '999', ...headers }
  socket.write(rawRequest(`http://${host}`, { method: 'GET', headers: all }))
  return socket
}

function open(port: number, localAddress: string): Socket {
  return connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined)
}

/** Requests for the same page with queries, hosts, spellings, and headers of its own. */
export function pageRequests(port: number, page: string, countOfEach: number): HttpRequest[] {
  const request = (path: string, headers: Record<string, string> = {}) => ({
    port,
    path,
    headers: { host, ...headers },
  })
  return Array.from({ length: countOfEach }, (_, index) => [
    request(`${page}?x=${index}`),
    request(page, { host: `${index}.example` }),
    request(`/${index}/..${page}`),
    request(page, { rsc: String(index) }),
    request(page, { 'accept-encoding': `gzip, x-${index}` }),
  ]).flat()
}

/** Sends these requests, and returns those whose responses nginx has stored. */
export async function storedBy(requests: HttpRequest[]): Promise<HttpRequest[]> {
  const stored: HttpRequest[] = []
  await forEachConcurrently(requests, 16, async (request) => {
    const { headers } = await sendRequest(request)
    if (['MISS', 'EXPIRED'].includes(String(headers['x-cache-status']))) stored.push(request)
  })
  return stored
}
