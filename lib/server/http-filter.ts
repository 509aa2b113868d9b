import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import { type IncomingMessage, type RequestListener, Server, type ServerResponse } from 'node:http'
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
    if (server instanceof Server) filterRequests(server)
  })
}

function filterRequests(server: Server): void {
  const listeners = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    request.headers = allowedHeaders(request)
    request.headers[socketAddressHeader] = request.socket.remoteAddress
    if (reject(request, response)) return
    for (const listener of listeners) listener.call(server, request, response)
  })
  // Without a listener, Node handles a request for a protocol upgrade like any other request.
  server.removeAllListeners('upgrade')
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
