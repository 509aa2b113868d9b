import 'server-only'
import { log } from './log'

/** What is wrong with the environment stops the start, in a sentence. */
export async function start(): Promise<void> {
  ignoreClosedLogStreams()
  shortenWarnings()
  exitCleanly()
  try {
    const [
      { checkSecretFiles, env, missingWebhooks },
      { socketAddressHeader },
      { startBackground },
      { filterHttpRequests },
      { cutSlowRequests },
    ] = await Promise.all([
      import('./env'),
      import('../leads/server/rate-limit'),
      import('../leads/server/background'),
      import('./http-filter'),
      import('./slow-requests'),
    ])
    checkSecretFiles()
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
    if (process.env.VERCEL) return
    filterHttpRequests(socketAddressHeader)
    cutSlowRequests()
    startBackground()
  } catch (error) {
    process.stderr.write(`Cannot start: ${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  }
}

/** Whoever reads the log may go away. Without this, the complaint about it would be logged, and complained about, for ever. */
function ignoreClosedLogStreams(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

/** A warning tells what is wrong. Where in the framework, whoever posts nonsense could fill the log with. */
function shortenWarnings(): void {
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
