import 'server-only'

/** How an attempt to deliver can end, when a lead is sent again, and when no more. */

/** Without an answer by then, an attempt ends with `timeout`. */
export const attemptTimeoutMs = 8000

type OutcomeFacts = {
  /** The receiver cannot have processed the lead, so it is safe to send it again at once. */
  retryable: boolean
  /** Goes into alerts. */
  means: string
  /** What to do about it, after a test lead. */
  advice: string
}

/** How an attempt to deliver can end. Only `delivered` means that the receiver answered 2xx. */
export const outcomes = {
  delivered: {
    retryable: false,
    means: 'the webhook accepted the lead',
    advice:
      'It answered. Look there whether its run succeeded: some services answer before it begins.',
  },
  redirected: {
    retryable: false,
    means: 'the webhook answered with a redirect',
    advice: 'Redirects are not followed: set the final address, and check that it needs no login.',
  },
  throttled: {
    retryable: true,
    means: 'the webhook had too many requests',
    advice: 'The receiver gets too many requests: wait a minute, and test again.',
  },
  unavailable: {
    retryable: true,
    means: 'the webhook was not available',
    advice: 'The receiver is not available right now: test again later.',
  },
  rejected: {
    retryable: false,
    means: 'the webhook did not accept the request',
    advice:
      'The receiver does not accept the request: check the path, and that the webhook still exists and is turned on.',
  },
  failed: {
    retryable: false,
    means: 'the webhook failed',
    advice: 'The receiver failed: read its log.',
  },
  refused: {
    retryable: true,
    means: 'nothing listens at the address of the webhook',
    advice: 'Nothing listens there: check the host and the port, and start the receiver.',
  },
  unresolved: {
    retryable: true,
    means: 'the host of the webhook has no address',
    advice: 'The host name has no address: check its spelling and the DNS.',
  },
  reset: {
    retryable: false,
    means: 'the webhook cut the connection',
    advice: 'The receiver cut the connection: check its log, and whether it expects https.',
  },
  garbled: {
    retryable: false,
    means: 'the answer of the webhook was not HTTP',
    advice: 'The answer is not HTTP: check the port.',
  },
  untrusted: {
    retryable: false,
    means: 'the certificate of the webhook is not valid',
    advice:
      'The certificate is not valid for this address, has expired, or was signed by an unknown authority: renew it.',
  },
  unreachable: {
    retryable: false,
    means: 'there was no connection to the webhook',
    advice: 'No connection: check the network and the firewall.',
  },
  timeout: {
    retryable: false,
    means: 'the webhook did not answer in time',
    advice: `No answer within ${attemptTimeoutMs / 1000} seconds: have the receiver answer before it does its work.`,
  },
} as const satisfies Record<string, OutcomeFacts>

export type Outcome = keyof typeof outcomes

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
