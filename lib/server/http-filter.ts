import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import { type IncomingMessage, type RequestListener, Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { socketAddressHeader } from '../leads/server/client-address'
import { mustWait } from '../leads/server/rate-limit'
import { rejectByHeaders, rejectionHeaders } from '../leads/server/request-filter'
import { rejectTooFast } from '../leads/server/too-fast'

/**
 * The request headers that reach Next.js. Its responses also depend on others, such as `rsc`, `next-url`, and
 * `x-middleware-prefetch`, but `Vary` does not list them, so a shared cache could send one client's response to all.
 * Our pages do not need them, because their links are plain.
 */
const commonHeaders = [
  'host',
  'accept-encoding',
  'if-none-match',
  'if-modified-since',
  'authorization',
  'traceparent',
  'tracestate',
  'baggage',
]
const postHeaders = [
  ...commonHeaders,
  'accept',
  'content-length',
  'content-type',
  'next-action',
  'next-router-state-tree',
  'origin',
  'transfer-encoding',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
]

/**
 * Filters requests on a self-hosted server before Next.js handles them, and adds a header with the address of the
 * socket, because server actions see only headers. On Vercel, routing depends on the other headers, so there proxy.ts
 * and next.config.mjs forbid caching instead.
 *
 * Next.js listens before it is ready, so its server is not changed then but when it begins to listen: from then on, its
 * own listener is called only for requests that pass.
 */
export function startHttpFilter(): void {
  subscribe('tracing:net.server.listen:asyncStart', (message) => {
    const { server } = message as { server: unknown }
    if (!(server instanceof Server)) return
    Object.assign(server, timeouts)
    closeOnStopSignal(server, filterRequests(server))
  })
}

/** Close connections whose requests arrive slowly, or whose answers are not read. Node reads them once it listens. */
const timeouts = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  timeout: 60_000,
  connectionsCheckingInterval: 2000,
}

const closeIdleAfterMs = 500
/** A moment after the shutdown has aborted all webhook requests (lib/leads/server/shutdown.ts), so posts end at once. */
const acceptForMs = 10_500
const slowPostMs = 300

/** A response that is under way. */
type Busy = { response: ServerResponse; since: number }

/** Returns the response that is under way on each connection. */
function filterRequests(server: Server): Map<Socket, Busy> {
  const listeners = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  const busy = new Map<Socket, Busy>()
  server.on('request', (request, response) => {
    const { socket } = request
    // Browsers and proxies wait for an answer before they send the next request. Others could make the server keep
    // thousands of answers that they do not read. Destroying the request, not the socket, saves Node an error for each.
    if (busy.has(socket)) return void request.destroy()
    busy.set(socket, { response, since: performance.now() })
    response.once('close', () => busy.delete(socket))
    request.headers = allowedHeaders(request)
    request.headers[socketAddressHeader] = socket.remoteAddress
    if (reject(request, response)) return
    for (const listener of listeners) listener.call(server, request, response)
  })
  // Without a listener, Node handles a request for a protocol upgrade like any other request.
  server.removeAllListeners('upgrade')
  return busy
}

/**
 * Makes every response after a stop signal close its connection. A proxy that keeps connections would go on using them,
 * and its requests would be cut off when the process ends. Node closes idle connections at once, also one on which a
 * request is arriving, so this gives a proxy half a second to use them up.
 *
 * A post can wait ten seconds for a slow webhook. The server goes on accepting connections meanwhile, so that other
 * visitors see no error until it is answered. Not for posts of the last 300 ms, which are usually answered at once.
 */
function closeOnStopSignal(server: Server, busy: Map<Socket, Busy>): void {
  const close = server.closeIdleConnections.bind(server)
  // Timers run before the loop reads its sockets. The requests that have arrived by then must not be cut off.
  server.closeIdleConnections = () => setTimeout(() => setImmediate(close), closeIdleAfterMs)
  const stopAccepting = server.close.bind(server)
  server.close = (callback) => {
    const deadline = performance.now() + acceptForMs
    const hasSlowPost = () =>
      [...busy.values()].some(
        ({ response, since }) =>
          response.req.method === 'POST' && performance.now() - since > slowPostMs,
      )
    const closeAfterSlowPosts = () => {
      if (performance.now() < deadline && hasSlowPost()) setTimeout(closeAfterSlowPosts, 50)
      // Right after the loop has accepted the connections that are waiting. The system resets the others.
      else setImmediate(stopAccepting, callback)
    }
    closeAfterSlowPosts()
    return server
  }
  const stop = () => {
    for (const { response } of busy.values()) response.shouldKeepAlive = false
    server.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false
    })
  }
  // Before Next.js listens for these signals, they end the process.
  server.once('listening', () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop)
  })
}

function allowedHeaders({ method, headers }: IncomingMessage): IncomingMessage['headers'] {
  const names = method === 'POST' ? postHeaders : commonHeaders
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  )
}

/** True when it has sent a response. */
function reject(request: IncomingMessage, response: ServerResponse): boolean {
  const { method = '', url = '' } = request
  const headers = { get: (name: string) => request.headers[name]?.toString() ?? null }
  const rejection =
    rejectByHeaders(method, url.split('?')[0] ?? '', headers) ??
    (method === 'POST' && mustWait(headers) ? rejectTooFast(headers) : null)
  if (!rejection) return false
  response.writeHead(rejection.status, rejectionHeaders(rejection))
  response.end(rejection.html ?? `${rejection.text}\n`)
  return true
}
