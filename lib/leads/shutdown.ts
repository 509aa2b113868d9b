import 'server-only'
import { processWide } from '@/lib/process-wide'

/** After a stop signal: when webhook requests are aborted, and when the process ends in any case. */
const abortSendsAfterMs = 10_000
const exitAfterMs = 14_000

/** Once `started`, no lead is leased. Once `sendsAborted`, no webhook request is sent. */
export const shutdown = processWide('shutdown', () => ({
  started: false,
  sendsAborted: false,
  sends: new Set<AbortController>(),
  /** The background work that is under way. */
  running: new Set<Promise<unknown>>(),
}))

export function beginShutdown(exit: () => void): void {
  shutdown.started = true
  setTimeout(abortSends, abortSendsAfterMs).unref()
  setTimeout(exit, exitAfterMs).unref()
}

export function abortSends(): void {
  shutdown.sendsAborted = true
  for (const send of shutdown.sends) send.abort(timeoutError())
}

/** Runs a request that is aborted after a time, or by the shutdown. */
export async function abortable<T>(
  ms: number,
  request: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (shutdown.sendsAborted) throw timeoutError()
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(timeoutError()), ms)
  shutdown.sends.add(controller)
  try {
    return await request(controller.signal)
  } finally {
    clearTimeout(timer)
    shutdown.sends.delete(controller)
  }
}

function timeoutError() {
  return new DOMException('The request took too long', 'TimeoutError')
}
