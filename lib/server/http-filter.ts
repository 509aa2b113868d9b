import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { rejectByHeaders, rejectionHeaders } from '../leads/server/request-filter'

/**
 * The request headers that Next.js gets to see. Its answers also depend on many others, such as `rsc`, `next-url` and
 * `x-middleware-prefetch`, without saying so in `Vary`: a shared cache would then give one client's answer to all.
 * Our links are plain, so that no page needs those.
 */
const headersOfAll = [
  'host',
  'accept-encoding',
  'if-none-match',
  'if-modified-since',
  'authorization',
  'traceparent',
  'tracestate',
  'baggage',
]
const headersOfPosts = [
  ...headersOfAll,
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
 * Filters requests on a server of our own before Next.js handles them, and writes the address of the sender into a
 * header, because server actions see headers only. On Vercel the platform routes requests by such headers, so that
 * there proxy.ts and next.config.mjs forbid storing instead.
 */
export function filterHttpRequests(addressHeader: string): void {
  const filtered = new WeakSet<Server>()
  // The first request names the server, before the server hands it on.
  subscribe('http.server.request.start', (message) => {
    const { server } = message as { server: Server }
    if (filtered.has(server)) return
    filtered.add(server)
    const listeners = server.listeners('request') as RequestListener[]
    server.removeAllListeners('request')
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const { remoteAddress } = request.socket
      if (production) {
        request.headers = seenHeaders(request)
        if (refuse(request, response)) return
      }
      request.headers[addressHeader] = remoteAddress
      for (const listener of listeners) listener.call(server, request, response)
    })
    // Without a listener, a request to change the protocol is answered like any other.
    if (production) server.removeAllListeners('upgrade')
  })
}

/** The development server speaks with its pages by headers and posts of its own. */
const production = process.env.NODE_ENV === 'production'

function seenHeaders({ method, headers }: IncomingMessage): IncomingMessage['headers'] {
  const names = method === 'POST' ? headersOfPosts : headersOfAll
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  )
}

/** True when it has answered. */
function refuse(request: IncomingMessage, response: ServerResponse): boolean {
  const { method = '', url = '', headers } = request
  const refused = rejectByHeaders(method, url.split('?')[0] ?? '', {
    get: (name) => headers[name]?.toString() ?? null,
  })
  if (!refused) return false
  response.writeHead(refused.status, rejectionHeaders(refused))
  response.end(`${refused.text}\n`)
  return true
}
