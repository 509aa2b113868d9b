import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { recordUnrecorded } from '@/lib/leads/deliver'
import { getJournal } from '@/lib/leads/journal'
import { unrecordedIds } from '@/lib/leads/outage'
import { abortSends } from '@/lib/leads/send'
import { tryJournal } from '@/lib/leads/store/database'
import { log } from '@/lib/server/log'
import { shutdown } from '@/lib/server/shutdown'
import { writeVisits } from '@/lib/visits/counts'
import { proxiedHeader, socketAddressHeader } from './client-address'

/** What only the server of Next.js sees of a request, and its end. Vercel has its own server, which does both. */

/** Close connections whose requests arrive slowly, or whose answers are not read. Node looks every 30 seconds. */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  timeout: 60_000,
  // Of requests that arrive without waiting for answers, other visitors wait for this many.
  maxRequestsPerSocket: 100,
}
/** The time that Next.js takes grows with the square of the number of parameters: 7,500 took 3.6 seconds. */
const maxQueryLength = 1000
/** After a stop signal: when webhook requests are aborted, and when the process ends in any case. */
const abortSendsAfterMs = 10_000
const exitAfterMs = 14_000
const closeIdleEveryMs = 100

const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/** What Node publishes before it passes a request to the server of Next.js. */
type Exchange = { request: IncomingMessage; response: ServerResponse; server: Server }

/** Call it once, before the server handles requests. */
export function watchServer(): void {
  let server: Server | undefined
  subscribe('http.server.request.start', (message) => {
    const { request, response, server: current } = message as Exchange
    if (server !== current) {
      server = Object.assign(current, limits)
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
  // A terminal sends SIGINT to every process, and npm forwards it.
  for (const signal of ['SIGTERM', 'SIGINT'])
    process.on(signal, () => {
      if (!shutdown.started) void stop(server)
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

/**
 * Answers the requests that have arrived, ends the background work, records what was sent while the journal failed, and exits.
 * What cannot be recorded is in the log.
 */
export async function stop(
  server: Server | undefined,
  exit = () => process.exit(0),
): Promise<void> {
  shutdown.started = true
  setTimeout(abortSends, abortSendsAfterMs).unref()
  const end = () => {
    const ids = unrecordedIds()
    if (ids.length > 0) log('unrecorded', { ids: ids.join(' ') })
    exit()
  }
  setTimeout(end, exitAfterMs).unref()
  await Promise.all([closed(server).then(writeVisits), ...shutdown.running])
  const journal = unrecordedIds().length > 0 && (await tryJournal(getJournal))
  if (journal) await recordUnrecorded(journal)
  end()
}

/** A connection that is kept after its answer would delay the end. */
async function closed(server: Server | undefined): Promise<void> {
  if (!server?.listening) return
  const timer = setInterval(() => server.closeIdleConnections(), closeIdleEveryMs)
  await new Promise((resolve) => server.close(resolve))
  clearInterval(timer)
}
