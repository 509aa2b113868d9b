import 'server-only'
import type { Outcome } from './outcomes'

/** When a lead is sent again, and when no more. */

/** Longer than all attempts while a visitor waits. */
export const leaseMs = 15_000

/** SQL. No lease ends later than this, unless it was written before the clock was set back. */
export function leaseExpired(now: string): string {
  return `(leads.lease_until <= ${now} OR leads.lease_until > ${now} + ${leaseMs * 2})`
}

/** SQL: the last version of a thread that was delivered. */
export function lastDeliveredOfThread(thread: string): string {
  return `(SELECT id FROM leads AS sent WHERE sent.thread = ${thread} AND sent.state = 'delivered'
    ORDER BY sent.version DESC LIMIT 1)`
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** A lead that no webhook has accepted by then is dead, for whatever reason. */
export const giveUpAfterMs = 72 * hour

/** Older leads are redelivered only if ops say so, because their visitors no longer wait for a call. */
export const redeliverDays = 7

/** The wait after the first, second, … failed attempt. The last wait repeats. */
export const backoffMs = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
]

/** A lead's attempts after another attempt that failed, and the wait until the next. */
export function nextAttempt(outcome: Outcome, previousAttempts: number, retryAfterMs: number) {
  // A receiver that is too busy for many leads answers most of them with 429, so that does not lengthen the waits.
  const throttled = outcome === 'throttled'
  const attempts = throttled ? previousAttempts : previousAttempts + 1
  const index = throttled ? Math.max(attempts - 1, 1) : attempts - 1
  const wait = backoffMs[Math.min(index, backoffMs.length - 1)] ?? 0
  const jittered = wait * (0.9 + Math.random() * 0.2)
  return { attempts, waitMs: Math.round(Math.max(jittered, retryAfterMs)) }
}
