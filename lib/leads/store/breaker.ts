import 'server-only'

export const timeoutMs = 2000
/** Only slow failures open the breaker. A fast failure does not delay a visitor. */
const slowMs = 1000
const openMs = 5000

class TimeoutError extends Error {
  readonly code = 'ETIMEDOUT'
}

/**
 * Limits the duration of each call. After a slow failure, all calls fail at once for five seconds, with the error of that
 * failure. Then a single call goes through, to find out whether the database answers again.
 */
export function circuitBreaker() {
  let openUntil = Number.NEGATIVE_INFINITY
  let cause: unknown

  return async function limited<T>(call: () => Promise<T>, limitMs = timeoutMs): Promise<T> {
    const started = performance.now()
    if (started < openUntil) throw cause
    const probing = openUntil > Number.NEGATIVE_INFINITY
    // Other calls fail until this one has ended.
    if (probing) openUntil = started + limitMs + openMs
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new TimeoutError('Took too long')), limitMs)
    })
    try {
      const result = await Promise.race([call(), timeout])
      openUntil = Number.NEGATIVE_INFINITY
      return result
    } catch (error) {
      const now = performance.now()
      if (now - started >= slowMs) {
        openUntil = now + openMs
        cause = error
      } else if (probing) openUntil = Number.NEGATIVE_INFINITY
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
}
