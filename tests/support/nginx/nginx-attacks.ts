import { statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { atMost, type CostAttack } from '../attacker/cost-attacks'
import { codeBlocks } from '../machine/documents'
import { forEachConcurrently } from '../process/concurrency'
import { sleep } from '../process/wait'
import { type HttpRequest, sendRequest } from '../visitor/http-request'
import { leadPost } from '../visitor/lead-post'
import { multipartType, type RawResponse, rawRequest, sendRaw } from '../visitor/raw-http'

/** Attacks on what nginx shares among all clients: its connections, its limits, and its cache. */

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

export const nginxAttacks: Record<string, CostAttack> = {
  async 'half requests on 1,200 connections for each worker'({ url, plainPort }) {
    const ports = [Number(new URL(url).port), plainPort]
    const statuses = await visitDuringHalfRequests(ports, 600 * availableParallelism())
    const refused = statuses.filter((status) => status !== 200 && status !== 301)
    return atMost(refused.length, 0, `of ${statuses.length} distant visitors refused`)
  },

  async 'slow requests from 600 addresses of an IPv6 /64'({ url }) {
    const sockets = Array.from({ length: 600 }, (_, index) =>
      sendHeaders(Number(new URL(url).port), balancer, {
        'x-forwarded-for': ipv6Address(index),
      }),
    )
    for (const socket of sockets) socket.once('data', () => socket.destroy())
    await sleep(5000)
    const held = sockets.filter((socket) => !socket.destroyed).length
    for (const socket of sockets) socket.destroy()
    return atMost(held, 50, 'held')
  },

  async '300 posts from as many addresses of an IPv6 /64'({ url, form }) {
    let passed = 0
    await forEachConcurrently(range(300), 50, async (index) => {
      const post = leadPost(form, 'native', ipv6Address(index))
      const { body } = await sendRaw(url, post, { localAddress: balancer })
      if (!body.includes('<center>nginx</center>')) passed++
    })
    return atMost(passed, 60, 'passed nginx')
  },

  async '1,000 requests for a page by other queries, hosts, spellings, and headers'({ url }) {
    const requests = pageRequests(Number(new URL(url).port), '/book-demo', 200)
    // Some requests arrive before the first response is stored, or when it has expired.
    return atMost((await storedBy(requests)).length, 40, 'responses stored')
  },

  async '5 seconds of requests that one client makes as long as nginx takes them'(target) {
    const { url, plainPort, nginxFolder } = target
    const plainUrl = `http://127.0.0.1:${plainPort}`
    const long = 'x'.repeat(7000)
    const headers = { ...multipartType, referer: `http://${long}/`, 'user-agent': long }
    const requests: { url: string; path: string; length?: string }[] = [
      { url, path: `/?${long}` },
      { url, path: `/thank-you?${'x'.repeat(1000)}` },
      { url, path: `/${'x'.repeat(999)}` },
      { url, path: `/${long}` },
      { url, path: '/', length: '70000' },
      { url: plainUrl, path: `/${long}` },
      { url: plainUrl, path: `/.well-known/acme-challenge/${'x'.repeat(900)}` },
    ]
    const began = performance.now()
    const seconds = () => (performance.now() - began) / 1000
    let sent = 0
    await forEachConcurrently([...requests, ...requests, ...requests], 21, async (each) => {
      const { url, path, length } = each
      const request = rawRequest(`http://${host}`, {
        method: length ? 'POST' : 'GET',
        path,
        headers: { ...headers, ...(length && { 'content-length': length }) },
      })
      for (; seconds() < 5; sent++) await sendRaw(url, request, { localAddress: attacker })
    })
    const lines = ['access.log', 'error.log'].map((name) => join(nginxFolder, name))
    const size = lines.reduce((sum, path) => sum + statSync(path).size, 0)
    // 1,000 requests at once, then 100 a second, with 300 bytes a line, and some of those of visitors.
    return atMost(size / 1000, 300 + 40 * seconds(), `KB of logs, of ${sent} requests`)
  },
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index)
const ipv6Address = (index: number) => `2001:db8:0:1:${index.toString(16)}::1`

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
