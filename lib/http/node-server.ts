import 'server-only'
import { randomBytes } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { perProcess } from '@/lib/server/per-process'
import { shutdown } from '@/lib/server/shutdown'

/**
 * What only the server of Next.js sees of a request, and its end. Vercel has its own server, which does both. This imports no
 * settings, because it runs before Next.js reads their files.
 */

/**
 * The headers in which a request gets the address of its socket, because actions see only headers, and the names of the proxy
 * headers that it has, because Next.js adds some itself. No client can guess these names.
 */
export const { socketAddressHeader, proxiedHeader } = perProcess('headers', () => ({
  socketAddressHeader: `x-socket-address-${randomBytes(16).toString('hex')}`,
  proxiedHeader: `x-proxied-${randomBytes(16).toString('hex')}`,
}))

/** Close connections whose requests arrive slowly, or whose answers are not read. Node looks every 30 seconds. */
const connectionLimits = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  timeout: 60_000,
  // Of requests that arrive without waiting for answers, other visitors wait for this many.
  maxRequestsPerSocket: 100,
}
/** The time that Next.js takes grows with the square of the number of parameters: 7,500 took 3.6 seconds. */
const maxQueryLength = 1000
const closeIdleEveryMs = 100

const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/** What Node publishes before it passes a request to the server of Next.js. */
type Exchange = { request: IncomingMessage; response: ServerResponse; server: Server }

/** The server, once it has had a request. */
export const watched = perProcess('server', (): { server?: Server } => ({}))

/** Call it once, before the server listens: it gets requests before Next.js calls `register`. */
export function watchServer(): void {
  subscribe('http.server.request.start', (message) => {
    const { request, response, server } = message as Exchange
    if (watched.server !== server) {
      watched.server = Object.assign(server, connectionLimits)
      // Next.js would leave the connection of an upgrade open. Without a listener, Node handles it like any other request.
      server.removeAllListeners('upgrade')
    }
    request.headers[socketAddressHeader] = request.socket.remoteAddress
    const proxied = proxyHeaders.filter((name) => name in request.headers)
    if (proxied.length > 0) request.headers[proxiedHeader] = proxied.join()
    request.url = targetFor(request.url)
    // Next.js answers 500 to a file that has changed. No browser asks so.
    delete request.headers['if-match']
    if (!['GET', 'HEAD'].includes(request.method ?? '')) passToProxy(request)
    if (shutdown.started) response.setHeader('connection', 'close')
  })
}

/**
 * The address that Next.js gets. It answers 500 to targets without a path, such as that of `OPTIONS *`, and to a form that is
 * posted to `/.rsc`.
 */
function targetFor(url = ''): string {
  if (!url.startsWith('/') || /\.rsc($|\?)/.test(url)) return '/*'
  const start = url.indexOf('?')
  return start >= 0 && url.length - start > maxQueryLength ? url.slice(0, start) : url
}

/** Without a length, a request would not reach proxy.ts, which refuses it. Next.js answers 500 to some, and to TRACE. */
function passToProxy(request: IncomingMessage): void {
  if (request.method !== 'POST') request.method = 'PUT'
  if (!request.headers['transfer-encoding']) request.headers['content-length'] ??= '0'
}

/** Answers the requests that have arrived, and accepts no more. A connection that is kept after its answer would delay the end. */
export async function closeServer(): Promise<void> {
  const { server } = watched
  if (!server?.listening) return
  const timer = setInterval(() => server.closeIdleConnections(), closeIdleEveryMs)
  await new Promise((resolve) => server.close(resolve))
  clearInterval(timer)
}
