import 'server-only'
import { abortSends } from '@/lib/leads'
import { runtime } from '@/lib/runtime'

/** After a stop signal: when webhook requests are aborted, and when the process ends in any case. */
const abortSendsAfterMs = 10_000
const exitAfterMs = 14_000

export function beginShutdown(exit: () => void): void {
  runtime.shutdown.started = true
  setTimeout(abortSends, abortSendsAfterMs).unref()
  setTimeout(exit, exitAfterMs).unref()
}
