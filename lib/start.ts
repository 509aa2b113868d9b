import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { log } from './log'

/** What is wrong with the environment stops the start, in a sentence. */
export async function start(): Promise<void> {
  try {
    const [{ missingWebhooks }, { socketAddressHeader }] = await Promise.all([
      import('./env'),
      import('./leads/guard'),
    ])
    for (const warning of missingWebhooks()) log('warning', { warning })
    noteSocketAddresses(socketAddressHeader)
  } catch (error) {
    process.stderr.write(`Cannot start: ${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  }
}

/** Actions see headers only, so the server writes down the true sender, over whatever the client sent. */
function noteSocketAddresses(header: string): void {
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage }
    request.headers[header] = request.socket.remoteAddress
  })
}
