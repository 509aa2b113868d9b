import 'server-only'
import { Webhook } from 'standardwebhooks'

/** How a try to deliver ended. Only `delivered` means that the receiver said yes. */
export type Outcome =
  | 'delivered'
  | 'refused'
  | 'unresolved'
  | 'reset'
  | 'garbled'
  | 'unreachable'
  | 'timeout'
  | 'redirected'
  | 'gone'
  | 'throttled'
  | 'unavailable'
  | 'rejected'
  | 'failed'

export type Tried = { outcome: Outcome; retryAfterMs: number }

export const attemptTimeoutMs = 8000
export const inlineBudgetMs = 10_000

/** After these the receiver certainly has not processed the lead, so that it may be sent again at once. */
const untouched: Outcome[] = ['refused', 'unresolved', 'throttled', 'unavailable']

type Parcel = { id: string; body: string }

/**
 * Delivers for a visitor who waits: tries every address in turn, and those again that certainly have not
 * processed the lead, until the budget is spent. Never throws, never tells more than the outcome.
 */
export async function deliverNow(
  parcel: Parcel,
  urls: readonly string[],
  secrets: readonly string[],
): Promise<Tried> {
  const deadline = Date.now() + inlineBudgetMs
  let open = [...urls]
  let last: Tried = { outcome: 'unreachable', retryAfterMs: 0 }
  for (let round = 0; open.length > 0; round++) {
    const again: string[] = []
    for (const url of open) {
      const remaining = deadline - Date.now()
      if (remaining <= 0) return last
      last = await attempt(parcel, url, secrets, Math.min(attemptTimeoutMs, remaining))
      if (last.outcome === 'delivered') return last
      if (untouched.includes(last.outcome)) again.push(url)
    }
    const pause = Math.max(last.retryAfterMs, 250 * 2 ** round * (0.75 + Math.random() / 2))
    if (again.length === 0 || Date.now() + pause >= deadline) return last
    await new Promise((resolve) => setTimeout(resolve, pause))
    open = again
  }
  return last
}

/** Delivers in the background: each address once. The schedule decides about the next try. */
export async function deliverOnce(
  parcel: Parcel,
  urls: readonly string[],
  secrets: readonly string[],
): Promise<Tried> {
  let last: Tried = { outcome: 'unreachable', retryAfterMs: 0 }
  for (const url of urls) {
    last = await attempt(parcel, url, secrets, attemptTimeoutMs)
    if (last.outcome === 'delivered') return last
  }
  return last
}

async function attempt(
  parcel: Parcel,
  url: string,
  secrets: readonly string[],
  timeoutMs: number,
): Promise<Tried> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...identity(parcel, secrets) },
      body: parcel.body,
      // Followed, a 302 would turn the POST into a GET and a lost lead into a 200.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    void response.body?.cancel().catch(() => undefined)
    return {
      outcome: judge(response.status),
      retryAfterMs: retryAfter(response.headers.get('retry-after')),
    }
  } catch (error) {
    return { outcome: diagnose(error), retryAfterMs: 0 }
  }
}

/** One id for every try of a lead. With secrets, signed as Standard Webhooks say, by each of them while they rotate. */
function identity({ id, body }: Parcel, secrets: readonly string[]): Record<string, string> {
  const named = { 'webhook-id': id, 'idempotency-key': id }
  if (secrets.length === 0) return named
  const now = new Date()
  return {
    ...named,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  }
}

function judge(status: number): Outcome {
  if (status >= 200 && status < 300) return 'delivered'
  if (status >= 300 && status < 400) return 'redirected'
  if (status === 410) return 'gone'
  if (status === 429) return 'throttled'
  if (status >= 502 && status <= 504) return 'unavailable'
  return status < 500 ? 'rejected' : 'failed'
}

function diagnose(error: unknown): Outcome {
  if (!(error instanceof Error)) return 'unreachable'
  if (error.name === 'TimeoutError') return 'timeout'
  const code = codeOf(error.cause)
  if (code === 'ECONNREFUSED') return 'refused'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unresolved'
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET') return 'reset'
  // From Node 24 on it has a name only, and no code.
  if (error.cause instanceof Error && error.cause.name === 'HTTPParserError') return 'garbled'
  return 'unreachable'
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}

/** Seconds or a date; nonsense and the past are no wait. */
function retryAfter(value: string | null): number {
  if (!value) return 0
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : new Date(value).getTime() - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : 0
}
