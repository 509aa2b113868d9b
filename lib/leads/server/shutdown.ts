import 'server-only'
import { processWide } from '@/lib/server/process-wide'

/**
 * How far the end of this process has come. Once it has started, nothing new is claimed. When the time for what is
 * being sent is over, those requests are aborted, and none is made any more.
 */
export const shutdown = processWide('shutdown', () => ({
  started: false,
  sendsAborted: false,
  sends: new Set<AbortController>(),
}))

export function abortSends(): void {
  shutdown.sendsAborted = true
  for (const send of shutdown.sends) send.abort(timeoutError())
}

/** Runs a request that is aborted after a time, and by the end of the process. */
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
  return new DOMException('The time for this request is over', 'TimeoutError')
}
