import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server } from 'node:http'
import { log } from './log'

/** What is wrong with the environment stops the start, in a sentence. */
export async function start(): Promise<void> {
  outliveTheLog()
  warnBriefly()
  exitCleanly()
  try {
    const [{ env, missingWebhooks }, { socketAddressHeader }, { startBackground }] =
      await Promise.all([import('./env'), import('./leads/guard'), import('./leads/background')])
    if (!env.journal)
      log('warning', {
        warning:
          'No journal: no disk lasts here. Set DATABASE_URL=postgres://… to keep leads whose webhook fails',
      })
    for (const name of missingWebhooks())
      log('warning', {
        warning: `${name} is not set: its leads ${env.journal ? 'wait in the journal' : 'are refused'}`,
      })
    if (process.env.NODE_ENV === 'production' && !env.siteUrlIsSet)
      log('warning', {
        warning: `SITE_URL is not set: canonical addresses, the sitemap and structured data say ${env.siteUrl}`,
      })
    if (env.tracing) (await import('./tracing')).startTracing()
    watchRequests(socketAddressHeader)
    if (!process.env.VERCEL) startBackground()
  } catch (error) {
    process.stderr.write(`Cannot start: ${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  }
}

/** Whoever reads the log may go away. Without this, the complaint about it would be logged, and complained about, for ever. */
function outliveTheLog(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

/** A warning tells what is wrong. Where in the framework, whoever posts nonsense could fill the log with. */
function warnBriefly(): void {
  const { warn } = console
  console.warn = (...parts) =>
    warn(...parts.map((part) => (part instanceof Error ? part.message.split('\n')[0] : part)))
}

/** Next exits with 128 plus the number of the signal. A server that stopped as told exits with 0. */
function exitCleanly(): void {
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      process.once('exit', () => {
        process.exitCode = 0
      })
    })
}

const requestTimeoutMs = 30_000

/**
 * Actions see headers only, so the server writes down the true sender, over whatever the client sent. Who has not
 * sent a request whole by then is cut off.
 */
function watchRequests(header: string): void {
  subscribe('http.server.request.start', (message) => {
    const { request, server } = message as { request: IncomingMessage; server: Server }
    request.headers[header] = request.socket.remoteAddress
    // The framework fails at the mere name of it. Any other method that no route has is refused.
    if (request.method === 'TRACE') request.method = 'LINK'
    server.requestTimeout = requestTimeoutMs
  })
}
