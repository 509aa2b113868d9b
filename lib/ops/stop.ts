import 'server-only'
import { closeServer } from '@/lib/http/node-server'
import { recordUnrecorded } from '@/lib/leads/deliver'
import { getJournal } from '@/lib/leads/journal'
import { memory } from '@/lib/leads/outage'
import { abortSends } from '@/lib/leads/send'
import { tryJournal } from '@/lib/leads/store/database'
import { log } from '@/lib/server/log'
import { shutdown } from '@/lib/server/shutdown'
import { writeVisits } from '@/lib/visits/counts'

/** After a stop signal: when webhook requests are aborted, and when the process ends in any case. */
const abortSendsAfterMs = 10_000
const exitAfterMs = 14_000

export function stopOnSignals(): void {
  // A terminal sends SIGINT to every process, and npm forwards it.
  for (const signal of ['SIGTERM', 'SIGINT'])
    process.on(signal, () => {
      if (!shutdown.started) void stop()
    })
}

/**
 * Answers the requests that have arrived, ends the background work, records what was sent while the journal failed, and exits.
 * What cannot be recorded is in the log.
 */
export async function stop(exit = () => process.exit(0)): Promise<void> {
  shutdown.started = true
  setTimeout(abortSends, abortSendsAfterMs).unref()
  const end = () => {
    const ids = [...memory.unrecorded.keys()]
    if (ids.length > 0) log('unrecorded', { ids: ids.join(' ') })
    exit()
  }
  setTimeout(end, exitAfterMs).unref()
  await Promise.all([closeServer().then(writeVisits), ...shutdown.running])
  const journal = memory.unrecorded.size > 0 && (await tryJournal(getJournal))
  if (journal) await recordUnrecorded(journal)
  end()
}
