import 'server-only'

/** Only delays open the breaker: a failure that is told at once costs a visitor nothing. */
const slowMs = 1000
const openMs = 5000

class TimeoutError extends Error {
  readonly code = 'ETIMEDOUT'
}

/**
 * Limits how long each piece of work may take. After one that failed slowly, all work is refused at once for a few
 * seconds; then one piece is let through to see whether the other side answers again.
 */
export function circuitBreaker(timeoutMs: number) {
  let openUntil = Number.NEGATIVE_INFINITY

  return async function limited<T>(work: () => Promise<T>): Promise<T> {
    const began = performance.now()
    if (began < openUntil) throw new TimeoutError('Refused: the last request took too long')
    const probing = openUntil > Number.NEGATIVE_INFINITY
    // One probe at a time: the others are refused until it is back.
    if (probing) openUntil = began + timeoutMs + openMs
    try {
      const result = await withTimeout(work(), timeoutMs)
      openUntil = Number.NEGATIVE_INFINITY
      return result
    } catch (error) {
      const now = performance.now()
      if (now - began >= slowMs) openUntil = now + openMs
      else if (probing) openUntil = Number.NEGATIVE_INFINITY
      throw error
    }
  }
}

async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError('Took too long')), ms)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
