import 'server-only'
import { getJournal } from '@/lib/leads'
import { env } from '@/lib/server/env'
import { faultOf, isTerminal, log, OpsError, warn } from '@/lib/server/log'
import { startBackground } from './background'
import { causeOf, knownCauseOf } from './conditions'
import { warnAboutSettings } from './start-warnings'
import { stopOnSignals } from './stop'

const isSelfHosted = process.env.NODE_ENV === 'production' && !env.onVercel

/** Prepares a server before its first request. Throws when it cannot start. */
export async function start(): Promise<void> {
  // The reader of the log may disconnect. Node would report that to the same log, which would fail again, without end.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  if (isSelfHosted) stopOnSignals()
  warnAboutSettings()
  if (env.onVercel) return
  await checkJournal()
  startBackground()
  if (!isSelfHosted) return
  // Next.js has set PORT to the port on which it listens.
  const { HOSTNAME, PORT } = process.env
  // The last line that a person sees is an address to open.
  if (isTerminal()) process.stdout.write(`\nhttp://${HOSTNAME || 'localhost'}:${PORT}\n\n`)
  else log('listening', { on: `http://${HOSTNAME || '0.0.0.0'}:${PORT}` })
}

/**
 * Updates the tables of the journal. Throws when they are of a newer version, and when its file cannot be written. With any
 * other fault, leads are sent without the journal until it works.
 */
async function checkJournal(): Promise<void> {
  try {
    await getJournal()?.store.check()
  } catch (error) {
    if (faultOf(error) === 'NEWER_JOURNAL') throw error
    if (env.journalFile && !knownCauseOf(error))
      throw new OpsError(`DATABASE_URL names a file that cannot be used: ${causeOf(error)}`)
    warn(`The journal cannot be written: ${causeOf(error)}. Leads are sent without it until it can`)
  }
}
