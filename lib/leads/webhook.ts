import 'server-only'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { Webhook } from 'standardwebhooks'
import { runtime } from '@/lib/server/runtime'
import { attemptTimeoutMs, type Outcome, outcomeFromError, outcomeFromStatus } from './outcomes'

const maxRetryAfterMs = 24 * 3_600_000

export type WebhookMessage = {
  id: string
  body: string
  /** Of a booking: names its event in calendars. The body has only what the specification lists. */
  calendarUid?: string
  /** Of a changed booking: the id of the lead that it replaces. */
  replaces?: string
}
export type SendResult = { outcome: Outcome; retryAfterMs: number }

/** Makes one attempt. Never throws. */
export async function sendOnce(
  message: WebhookMessage,
  url: string,
  secrets: readonly string[],
  timeoutMs = attemptTimeoutMs,
): Promise<SendResult> {
  try {
    return await post(message, url, secrets, timeoutMs, ({ statusCode, headers }) => ({
      outcome: outcomeFromStatus(statusCode),
      retryAfterMs: parseRetryAfter(headers['retry-after']),
    }))
  } catch (error) {
    return { outcome: outcomeFromError(error), retryAfterMs: 0 }
  }
}

export function abortSends(): void {
  runtime.sends.aborted = true
  for (const send of runtime.sends.open) send.abort(timeoutError())
}

function timeoutError() {
  return new DOMException('The request took too long', 'TimeoutError')
}

export type WebhookResponse = IncomingMessage & { statusCode: number }

/**
 * Makes one request and returns what `read` makes of the response. Throws when there is none in time. `fetch` takes twice
 * the CPU time and the memory of node:http, and collecting what it leaves blocks the event loop for three times as long.
 */
export async function post<T>(
  message: WebhookMessage,
  url: string,
  secrets: readonly string[],
  timeoutMs: number,
  read: (response: WebhookResponse) => T | Promise<T>,
  headers: Record<string, string> = {},
): Promise<T> {
  if (runtime.sends.aborted) throw timeoutError()
  // Not `AbortSignal.any`: in Node 20, its timeout is lost in a garbage collection, and nobody would end the request.
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(timeoutError()), timeoutMs)
  runtime.sends.open.add(controller)
  let response: WebhookResponse | undefined
  try {
    response = await openRequest(url, message.body, {
      method: 'POST',
      signal: controller.signal,
      headers: {
        'content-type': 'application/json',
        accept: '*/*',
        'user-agent': 'plumbing-xperience',
        ...webhookHeaders(message, secrets),
        ...headers,
      },
    })
    return await read(response)
  } finally {
    response?.destroy()
    clearTimeout(timer)
    runtime.sends.open.delete(controller)
  }
}

/**
 * Each request opens a new connection: a kept one could close just as the lead is sent, and nobody would know if it
 * arrived. Over TLS, it resumes an earlier session, which spares both sides most of the handshake.
 */
const plain = { request: http.request, agent: new http.Agent({ keepAlive: false }) }
const secure = { request: https.request, agent: new https.Agent({ keepAlive: false }) }

function openRequest(url: string, body: string, options: http.RequestOptions) {
  return new Promise<WebhookResponse>((resolve, reject) => {
    const { request, agent } = url.startsWith('https:') ? secure : plain
    request(url, { ...options, agent })
      .on('response', (response) => resolve(response as WebhookResponse))
      .on('error', reject)
      // After some answers, such as 101, there is neither a response nor an error.
      .on('close', () => reject(Object.assign(new Error('Closed'), { code: 'ECONNRESET' })))
      .end(body)
  })
}

/** Every attempt has the lead's id. Each secret signs as Standard Webhooks requires, so that secrets can be rotated. */
function webhookHeaders(
  { id, body, calendarUid, replaces }: WebhookMessage,
  secrets: readonly string[],
) {
  const ids = {
    'webhook-id': id,
    'idempotency-key': id,
    ...(calendarUid && { 'calendar-uid': calendarUid }),
    ...(replaces && { 'webhook-replaces': replaces }),
  }
  if (secrets.length === 0) return ids
  const now = new Date()
  return {
    ...ids,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  }
}

/** Reads seconds or an HTTP date, at most a day. Anything else, and a date in the past, is no wait. */
function parseRetryAfter(value = ''): number {
  const isDate = /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/.test(value)
  const ms = isDate ? Date.parse(value) - Date.now() : Number(/^\d+$/.exec(value)?.[0] ?? 0) * 1000
  return Math.min(Math.max(ms || 0, 0), maxRetryAfterMs)
}
