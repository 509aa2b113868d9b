import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { log } from './log'

/** What is wrong with the environment stops the start, in a sentence. */
export async function start(): Promise<void> {
  outliveTheLog()
  try {
    const [{ env, missingWebhooks }, { socketAddressHeader }, { startRedelivery }] =
      await Promise.all([import('./env'), import('./leads/guard'), import('./leads/redeliver')])
    if (!env.journal)
      log('warning', {
        warning:
          'No journal: no disk lasts here. Set DATABASE_URL=postgres://… to keep leads whose webhook fails',
      })
    for (const name of missingWebhooks())
      log('warning', {
        warning: `${name} is not set: its leads ${env.journal ? 'wait in the journal' : 'are refused'}`,
      })
    if (env.tracing) (await import('./tracing')).startTracing()
    noteSocketAddresses(socketAddressHeader)
    if (!process.env.VERCEL) startRedelivery()
  } catch (error) {
    process.stderr.write(`Cannot start: ${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  }
}

/** Whoever reads the log may go away. Without this, the complaint about it would be logged, and complained about, for ever. */
function outliveTheLog(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

/** Actions see headers only, so the server writes down the true sender, over whatever the client sent. */
function noteSocketAddresses(header: string): void {
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage }
    request.headers[header] = request.socket.remoteAddress
  })
}
