import 'server-only'
import { once } from 'node:events'
import { createServer, IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { hostname, userInfo } from 'node:os'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import next from 'next'
import { socketAddressHeader, take } from '@/lib/leads'
import { faultOf, log, logError, OpsError } from '../log'
import { runtime } from '../runtime'
import { isNativePost, policyWithNonce } from './native-post'
import { builtActions, rejectTooFast, type ServerAction } from './refused-forms'
import { type Rejection, rejectionHeaders } from './rejection'
import { readBody, rejectByBody, rejectByHeaders, tooLarge } from './request-filter'
import { beginShutdown } from './shutdown'

/**
 * The server of a self-hosted site: a custom server, as Next.js calls it. It filters requests before Next.js handles
 * them, adds a header with the address of the socket, because server actions see only headers, and after a stop signal
 * finishes what it has begun. On Vercel, proxy.vercel.ts and next.config.mjs do what is possible there.
 */
export async function serve(): Promise<void> {
  const { port, host } = readAddress()
  const app = next({
    dev: false,
    dir: process.cwd(),
    port,
    hostname: host,
    // Next.js adds its listener for protocol upgrades to this server, which never listens, so that Node handles a
    // request for an upgrade like any other.
    httpServer: createServer(),
  })
  await app.prepare()
  const { server, finish } = createSiteServer(app.getRequestHandler(), builtActions())
  const stop = async () => {
    // A terminal sends SIGINT to every process, and npm forwards it.
    if (runtime.shutdown.started) return
    beginShutdown(() => process.exit(0))
    await Promise.all([finish(), ...runtime.shutdown.running])
    await app.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop)
  await once(server.listen(port, host), 'listening').catch((error) => {
    throw new OpsError(listenProblem(faultOf(error), port, host))
  })
  // Such as too many open files.
  server.on('error', (error) => logError('server', error))
  log('listening', { on: addressOf(server.address() as AddressInfo) })
}

function readAddress() {
  const { PORT, HOSTNAME = '' } = process.env
  const port = Number(PORT?.trim() || 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new OpsError('PORT must be a number from 0 to 65535')
  // Shells in containers and on RHEL export the machine's name as HOSTNAME. It is not an address to listen on.
  const firstLabel = (name: string) => name.trim().split('.')[0]?.toLowerCase()
  const isMachine = firstLabel(HOSTNAME) === firstLabel(hostname())
  return { port, host: isMachine ? undefined : HOSTNAME.trim() || undefined }
}

function listenProblem(code: string, port: number, host = ''): string {
  const problems: Record<string, string> = {
    EADDRINUSE: `PORT ${port} is taken: stop the program that uses it, or set another one`,
    EACCES: `PORT ${port} is not allowed for the user ${userInfo().username}: set one from 1024 on`,
  }
  const ofHost = `HOSTNAME is "${host}", which is no address of this machine: remove it, or set it to 127.0.0.1 behind a proxy`
  return `${problems[code] ?? ofHost} (${code})`
}

function addressOf({ address, family, port }: AddressInfo): string {
  const host = family === 'IPv6' ? `[${address}]` : address
  const all = ['::', '0.0.0.0'].includes(address) ? ' (all addresses)' : ''
  return `http://${host}:${port}${all}`
}

/** Close connections whose requests arrive slowly, or whose answers are not read. */
const timeouts = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 2000,
}
const unreadAnswerTimeoutMs = 60_000

/** For how long, after a stop signal, a proxy can use up the connections that it keeps. */
const keepIdleMs = 500
/** A moment after the shutdown has aborted all webhook requests (shutdown.ts), so posts end at once. */
const acceptMs = 10_500
const slowPostMs = 300

/** A response that is under way. */
type Busy = { response: ServerResponse; since: number }

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Creates a server that calls the handler for each request that passes, and the function that ends it. Posts must name one
 * of these actions.
 */
export function createSiteServer(handle: Handler, actions: ServerAction[] = []) {
  let finishing = false
  const busy = new Map<Socket, Busy>()
  const server = createServer(timeouts, (request, response) => {
    const { socket } = request
    // Browsers and proxies wait for an answer before they send the next request. Others could make the server keep
    // thousands of answers that they do not read. Destroying the request, not the socket, saves Node an error for each.
    if (busy.has(socket)) return void request.destroy()
    busy.set(socket, { response, since: performance.now() })
    response.once('close', () => busy.delete(socket))
    if (finishing) response.setHeader('connection', 'close')
    request.headers = allowedHeaders(request)
    request.headers[socketAddressHeader] = socket.remoteAddress
    answer(request, response).catch((error) => answerFault(response, error))
  }).setTimeout(unreadAnswerTimeoutMs)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request
    const headers = { get: (name: string) => request.headers[name]?.toString() ?? null }
    const rejection = rejectByHeaders(method, url, headers)
    if (rejection) return reject(response, rejection)
    if (method !== 'POST') return handle(request, response)
    const ticket = take(headers)
    if (!ticket) return reject(response, rejectTooFast(headers))
    // By default, the iterator closes the connection when the body is too large, so the client would get no answer.
    const body = await readBody(request.iterator({ destroyOnReturn: false })).catch(() => undefined)
    // The client has closed the connection.
    if (body === undefined) return ticket.giveBack('not accepted')
    const refuse = (why: Rejection) => {
      ticket.giveBack('malformed')
      reject(response, why)
    }
    if (!body) {
      // The rest of the body is not read.
      response.setHeader('connection', 'close')
      return refuse(tooLarge)
    }
    const rejectionOfBody = rejectByBody(body, url, headers, actions)
    if (rejectionOfBody) return refuse(rejectionOfBody)
    const accepted = withBody(request, body)
    response.setHeader('cache-control', 'no-store')
    if (isNativePost(method, headers)) {
      const policy = policyWithNonce()
      accepted.headers['content-security-policy'] = policy
      response.setHeader('content-security-policy', policy)
    }
    return runtime.ticket.run(ticket, () => handle(accepted, response))
  }

  /**
   * Answers what has arrived, then closes the server. Until then every response closes its connection, because a proxy
   * would go on using those that it keeps. A post can wait ten seconds for a slow webhook. The server goes on accepting
   * connections meanwhile, so that other visitors see no error. Posts of the last 300 ms are usually answered at once.
   */
  async function finish(): Promise<void> {
    finishing = true
    for (const { response } of busy.values())
      if (!response.headersSent) response.setHeader('connection', 'close')
    const deadline = performance.now() + acceptMs
    const isSlowPost = ({ response, since }: Busy) =>
      response.req.method === 'POST' && performance.now() - since > slowPostMs
    await sleep(keepIdleMs)
    while (performance.now() < deadline && [...busy.values()].some(isSlowPost)) await sleep(50)
    // Timers run before the loop accepts connections and reads. What has arrived by now must not be cut off.
    await setImmediate()
    await new Promise((resolve) => server.close(resolve))
  }

  return { server, finish }
}

/** Next.js answers most of its errors itself. */
function answerFault(response: ServerResponse, error: unknown): void {
  logError('request', error)
  if (response.headersSent) response.destroy()
  else response.writeHead(500).end('This did not work. Please try again.\n')
}

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

function allowedHeaders({ method, headers }: IncomingMessage): IncomingMessage['headers'] {
  const names = method === 'POST' ? postHeaders : commonHeaders
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  )
}

/** A request whose body has been read, with that body. */
function withBody(request: IncomingMessage, body: Buffer): IncomingMessage {
  const { method, url, headers, httpVersion, httpVersionMajor, httpVersionMinor } = request
  const copy = new IncomingMessage(request.socket)
  Object.assign(copy, { method, url, headers, httpVersion, httpVersionMajor, httpVersionMinor })
  copy.complete = true
  copy.push(body)
  copy.push(null)
  return copy
}

function reject(response: ServerResponse, rejection: Rejection): void {
  response.writeHead(rejection.status, rejectionHeaders(rejection))
  response.end(rejection.html ?? `${rejection.text}\n`)
}
