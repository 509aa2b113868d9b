import 'server-only'
import { faultOf } from '@/lib/server/log'

export const timeoutMs = 2000
/** Only slow failures open the breaker. A fast failure does not delay a visitor. */
const slowMs = 1000
const openMs = 5000

/** A deadlock and a serialization failure: a database that works has undone one of two transactions. */
export const conflicts: readonly string[] = ['40P01', '40001']

class TimeoutError extends Error {
  readonly code = 'ETIMEDOUT'
}

const turnTimeoutMs = 5000

/** Lets so many calls run at once. Another one waits for its turn, but not for long, so that no visitor waits for many. */
export function limitCalls(atOnce: number) {
  const waiting: (() => void)[] = []
  let running = 0

  return async function inTurn<T>(call: () => Promise<T>): Promise<T> {
    if (running >= atOnce)
      await new Promise<void>((resolve, reject) => {
        const next = () => {
          clearTimeout(timer)
          resolve()
        }
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(next), 1)
          reject(new TimeoutError('Waited too long'))
        }, turnTimeoutMs)
        waiting.push(next)
      })
    else running++
    try {
      return await call()
    } finally {
      // The next one takes the place.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
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
      if (now - started >= slowMs && !conflicts.includes(faultOf(error))) {
        openUntil = now + openMs
        cause = error
      } else if (probing) openUntil = Number.NEGATIVE_INFINITY
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
}
