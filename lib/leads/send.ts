import 'server-only'
import { createHash } from 'node:crypto'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { Webhook } from 'standardwebhooks'
import { eventUid } from '@/lib/dates/calendar-links'
import { type LeadKind, leadKinds } from '@/lib/forms/forms'
import { type BodyExtra, env, type WebhookName, webhookOf } from '@/lib/server/env'
import { perProcess } from '@/lib/server/per-process'
import { calledPath, type SentLead } from './lead'
import { attemptTimeoutMs, type Outcome, outcomeFromError, outcomeFromStatus } from './outcomes'

export const sending = perProcess('sending', () => ({
  /** Set by the shutdown. Then no other request to a webhook begins. */
  aborted: false,
  open: new Set<AbortController>(),
  /** When the last send to each webhook failed. lib/ops/health.ts says what follows. */
  failedAt: new Map<string, number>(),
}))

const maxRetryAfterMs = 24 * 3_600_000
const maxBodyBytes = 65_536
const bodyTimeoutMs = 1000

export type WebhookMessage = { id: string; body: string; headers?: Record<string, string> }
export type SendResult = {
  outcome: Outcome
  retryAfterMs: number
  /** Of the answer, if there was one. */
  status?: number
  /** The time of the answer, by the clock there. */
  date?: string | undefined
  /** The beginning of the body of the answer. */
  answer?: string
}

/** The body is the payload, and the extras that WEBHOOK_BODY_EXTRAS asks for. */
export function messageOf(
  { id, thread, kind, payload, extras, version, replaces }: SentLead,
  wanted: readonly BodyExtra[],
): WebhookMessage {
  const { attribution = {}, consent } = extras
  const all: Record<BodyExtra, unknown> = { leadId: id, attribution, consent }
  const added = Object.fromEntries(wanted.map((extra) => [extra, all[extra]]))
  const headers = {
    // The body has only what the specification lists.
    ...(kind === 'booking' && { 'calendar-uid': eventUid(thread) }),
    // Whoever knows the thread can change the form, so receivers get a hash of it.
    'webhook-form': createHash('sha256').update(thread).digest('base64url'),
    'webhook-version': String(version),
    ...(replaces && { 'webhook-replaces': replaces }),
    ...(env.siteUrlIsSet &&
      env.journal && { 'webhook-called': `${env.siteUrl}${calledPath}?id=${id}` }),
  }
  return { id, body: JSON.stringify({ ...payload, ...added }), headers }
}

/**
 * Makes one attempt. Never throws. `fetch` takes twice the CPU time and the memory of node:http, and collecting what it leaves
 * blocks the event loop for three times as long.
 */
export async function sendOnce(
  message: WebhookMessage,
  url: string,
  secrets: readonly string[],
  timeoutMs = attemptTimeoutMs,
): Promise<SendResult> {
  if (sending.aborted) return { outcome: 'timeout', retryAfterMs: 0 }
  // Not `AbortSignal.any`: in Node 20, its timeout is lost in a garbage collection, and nobody would end the request.
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(timeoutError()), timeoutMs)
  sending.open.add(controller)
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
      },
    })
    const { statusCode: status, headers } = response
    return {
      outcome: outcomeFromStatus(status),
      retryAfterMs: parseRetryAfter(headers['retry-after']),
      status,
      date: headers.date,
      answer: await readBody(response),
    }
  } catch (error) {
    return { outcome: outcomeFromError(error), retryAfterMs: 0 }
  } finally {
    response?.destroy()
    clearTimeout(timer)
    sending.open.delete(controller)
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

type WebhookResponse = IncomingMessage & { statusCode: number }

/**
 * Returns the beginning. A receiver may drop the work when the connection ends before its answer does, so this reads the rest too.
 */
async function readBody(response: WebhookResponse): Promise<string> {
  const timeout = setTimeout(() => response.destroy(), bodyTimeoutMs)
  let start = ''
  let bytes = 0
  try {
    for await (const chunk of response) {
      start ||= String(chunk)
      bytes += chunk.length
      if (bytes >= maxBodyBytes) break
    }
  } catch {
    // The status has decided.
  } finally {
    clearTimeout(timeout)
  }
  return start
}

/** Every attempt has the lead's id. Each secret signs as Standard Webhooks requires, so that secrets can be rotated. */
function webhookHeaders({ id, body, headers }: WebhookMessage, secrets: readonly string[]) {
  const ids = {
    'webhook-id': id,
    'idempotency-key': id,
    ...headers,
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

export function abortSends(): void {
  sending.aborted = true
  for (const send of sending.open) send.abort(timeoutError())
}

function timeoutError() {
  return new DOMException('The request took too long', 'TimeoutError')
}

/** The kinds of lead that go to a webhook. None while it is not set. */
export function sendableKinds(webhook: WebhookName): LeadKind[] {
  if (!env.webhookUrls[webhook]) return []
  return leadKinds.filter((kind) => webhookOf[kind] === webhook)
}
