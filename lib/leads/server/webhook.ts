import 'server-only'
import { Webhook } from 'standardwebhooks'
import { abortable, shutdown } from './shutdown'

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

export type DeliveryResult = { outcome: Outcome; retryAfterMs: number }

export const attemptTimeoutMs = 8000
/** One deadline for all attempts of a send: while a visitor waits, and in the background. Both end before a lease does. */
export const inlineBudgetMs = 10_000
export const backgroundBudgetMs = 20_000
const maxRetryAfterMs = 24 * 3_600_000

/** After these the receiver certainly has not processed the lead, so that it may be sent again at once. */
const retryableOutcomes: Outcome[] = ['refused', 'unresolved', 'throttled', 'unavailable']

type WebhookMessage = { id: string; body: string }
type Answers = Map<string, DeliveryResult>

/**
 * Delivers for a visitor who waits: tries every address in turn, and those again that certainly have not
 * processed the lead, until the budget is spent. Never throws, never tells more than the outcome.
 */
export async function deliverWithRetries(
  parcel: WebhookMessage,
  urls: readonly string[],
  secrets: readonly string[],
): Promise<DeliveryResult> {
  const deadline = performance.now() + inlineBudgetMs
  const answers: Answers = new Map()
  let open = urls
  for (let round = 0; ; round++) {
    await tryEach(parcel, open, secrets, deadline, answers)
    const result = summary(urls, answers)
    open = open.filter((url) => retryableOutcomes.includes(answers.get(url)?.outcome ?? 'timeout'))
    if (result.outcome === 'delivered' || open.length === 0) return result
    const asked = Math.max(...open.map((url) => answers.get(url)?.retryAfterMs ?? 0))
    const pause = Math.max(asked, 250 * 2 ** round * (0.75 + Math.random() / 2))
    if (performance.now() + pause >= deadline || shutdown.sendsAborted) return result
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** Delivers in the background: each address once. The schedule decides about the next try. */
export async function deliverOnce(
  parcel: WebhookMessage,
  urls: readonly string[],
  secrets: readonly string[],
  budgetMs = backgroundBudgetMs,
): Promise<DeliveryResult> {
  const answers: Answers = new Map()
  await tryEach(parcel, urls, secrets, performance.now() + budgetMs, answers)
  return summary(urls, answers)
}

/** Tries addresses in order until one accepts. An address that hangs leaves the others their share of the time. */
async function tryEach(
  parcel: WebhookMessage,
  urls: readonly string[],
  secrets: readonly string[],
  deadline: number,
  answers: Answers,
): Promise<void> {
  for (const [index, url] of urls.entries()) {
    const share = (deadline - performance.now()) / (urls.length - index)
    if (share <= 0) return
    const answer = await attempt(parcel, url, secrets, Math.min(attemptTimeoutMs, share))
    answers.set(url, answer)
    if (answer.outcome === 'delivered') return
  }
}

/**
 * What all addresses together came to: the last answer. The webhook is gone only if every address says so, and
 * waits only as long as the first address that may be tried again.
 */
function summary(urls: readonly string[], answers: Answers): DeliveryResult {
  const given = [...answers.values()]
  const delivered = given.find(({ outcome }) => outcome === 'delivered')
  if (delivered) return delivered
  const alive = given.filter(({ outcome }) => outcome !== 'gone')
  const last = alive.at(-1)
  if (last) {
    const waits = alive.map(({ retryAfterMs }) => retryAfterMs)
    return { outcome: last.outcome, retryAfterMs: Math.min(...waits) }
  }
  if (urls.length === 0) return { outcome: 'unreachable', retryAfterMs: 0 }
  const allGone = urls.every((url) => answers.has(url))
  return { outcome: allGone ? 'gone' : 'timeout', retryAfterMs: 0 }
}

async function attempt(
  parcel: WebhookMessage,
  url: string,
  secrets: readonly string[],
  timeoutMs: number,
): Promise<DeliveryResult> {
  try {
    return await post(parcel, url, secrets, timeoutMs, ({ status, headers }) => ({
      outcome: outcomeFromStatus(status),
      retryAfterMs: retryAfter(headers.get('retry-after')),
    }))
  } catch (error) {
    return { outcome: outcomeFromError(error), retryAfterMs: 0 }
  }
}

/** Makes one request and returns what `read` makes of the answer. Throws when there is no answer in time. */
export function post<T>(
  parcel: WebhookMessage,
  url: string,
  secrets: readonly string[],
  timeoutMs: number,
  read: (response: Response) => T | Promise<T>,
  headers: Record<string, string> = {},
): Promise<T> {
  return abortable(timeoutMs, async (signal) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...webhookHeaders(parcel, secrets),
        ...headers,
      },
      body: parcel.body,
      // Followed, a 302 would turn the POST into a GET and a lost lead into a 200.
      redirect: 'manual',
      signal,
    })
    try {
      return await read(response)
    } finally {
      void response.body?.cancel().catch(() => undefined)
    }
  })
}

/** One id for every try of a lead. With secrets, signed as Standard Webhooks say, by each of them while they rotate. */
function webhookHeaders(
  { id, body }: WebhookMessage,
  secrets: readonly string[],
): Record<string, string> {
  const named = { 'webhook-id': id, 'idempotency-key': id }
  if (secrets.length === 0) return named
  const now = new Date()
  return {
    ...named,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  }
}

export function outcomeFromStatus(status: number): Outcome {
  if (status >= 200 && status < 300) return 'delivered'
  if (status >= 300 && status < 400) return 'redirected'
  if (status === 410) return 'gone'
  if (status === 429) return 'throttled'
  // A 502 or 504 comes from a gateway, behind which the lead may have been processed.
  if (status === 503) return 'unavailable'
  return status < 500 ? 'rejected' : 'failed'
}

export function outcomeFromError(error: unknown): Outcome {
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

/** Seconds or an HTTP date, at most a day; anything else and the past are no wait. */
function retryAfter(value: string | null): number {
  const text = value?.trim() ?? ''
  const ms = /^\d+$/.test(text)
    ? Number(text) * 1000
    : /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/.test(text)
      ? Date.parse(text) - Date.now()
      : 0
  return Math.min(Math.max(ms || 0, 0), maxRetryAfterMs)
}
