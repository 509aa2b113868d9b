import 'server-only'

/** Without an answer by then, an attempt ends with `timeout`. */
export const attemptTimeoutMs = 8000

/** How an attempt to deliver can end, and what ops read about it. Only `delivered` means that the receiver answered 2xx. */
export const outcomes = {
  delivered:
    'It answered. Look there whether its run succeeded: some services answer before it begins.',
  redirected:
    'Redirects are not followed: set the final address, and check that it needs no login.',
  throttled: 'The receiver gets too many requests.',
  unavailable: 'The receiver is not available right now.',
  rejected:
    'The receiver does not accept the request: check the path, and that the webhook still exists and is turned on.',
  failed: 'The receiver failed: read its log.',
  refused: 'Nothing listens there: check the host and the port, and start the receiver.',
  unresolved: 'The host name has no address: check its spelling and the DNS.',
  reset: 'The receiver cut the connection: check its log, and whether it expects https.',
  garbled: 'The answer is not HTTP: check the port.',
  untrusted:
    'The certificate is not valid for this address, has expired, or was signed by an unknown authority: renew it.',
  unreachable: 'No connection: check the network and the firewall.',
  timeout: `No answer within ${attemptTimeoutMs / 1000} seconds: have the receiver answer before it does its work.`,
} as const

export type Outcome = keyof typeof outcomes

/** The receiver cannot have processed the lead, so it is safe to send it again at once. */
export function isRetryable(outcome: Outcome): boolean {
  return ['throttled', 'unavailable', 'refused', 'unresolved'].includes(outcome)
}

/** The receiver may have processed the lead, although it did not say so. */
export function isUncertain(outcome: Outcome): boolean {
  return ['failed', 'timeout', 'reset', 'garbled', 'unreachable'].includes(outcome)
}

export function outcomeFromStatus(status: number): Outcome {
  if (status >= 200 && status < 300) return 'delivered'
  if (status >= 300 && status < 400) return 'redirected'
  if (status === 429) return 'throttled'
  // 502 and 504 come from a gateway, and the receiver behind it may have processed the lead. They count as `failed`.
  if (status === 503) return 'unavailable'
  return status < 500 ? 'rejected' : 'failed'
}

const outcomesOfCodes: Record<string, Outcome> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'unresolved',
  EAI_AGAIN: 'unresolved',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
}

export function outcomeFromError(error: unknown): Outcome {
  const { name, code = '' } = Object(error)
  if (name === 'TimeoutError' || name === 'AbortError') return 'timeout'
  // Errors of the HTTP parser.
  if (String(code).startsWith('HPE_')) return 'garbled'
  // TLS has a code for each fault of a certificate, such as CERT_HAS_EXPIRED.
  if (/CERT|UNABLE_TO_(VERIFY|GET)/.test(String(code))) return 'untrusted'
  return outcomesOfCodes[String(code)] ?? 'unreachable'
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** A lead that no webhook has accepted by then is dead, for whatever reason. */
export const giveUpAfterMs = 72 * hour

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
