import 'server-only'
import { processWide } from '@/lib/process-wide'
import { abortSends } from './webhook'

/** After a stop signal: when webhook requests are aborted, and when the process ends in any case. */
const abortSendsAfterMs = 10_000
const exitAfterMs = 14_000

export const shutdown = processWide('shutdown', () => ({
  /** Then no lead is leased. */
  started: false,
  /** The background work that is under way. */
  running: new Set<Promise<unknown>>(),
}))

export function beginShutdown(exit: () => void): void {
  shutdown.started = true
  setTimeout(abortSends, abortSendsAfterMs).unref()
  setTimeout(exit, exitAfterMs).unref()
}
