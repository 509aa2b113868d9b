import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { eventUid } from '@/lib/dates/calendar-links'
import { env, type WebhookName, webhookNames, webhookOf } from '@/lib/server/env'
import { increment } from '@/lib/server/increment'
import { log } from '@/lib/server/log'
import { runtime } from '@/lib/server/runtime'
import type { Journal } from './journal'
import type { LeadRecord, LeasedLead } from './lead'
import { attemptTimeoutMs, outcomes } from './outcomes'
import { webhookBody } from './payload'
import { recordDelivered } from './record'
import { tryJournal } from './store/store'
import { type SendResult, sendOnce, type WebhookMessage } from './webhook'
import { sendableKinds } from './webhook-addresses'

/** The time for all attempts while a visitor waits. Shorter than a lease. */
export const inlineBudgetMs = 10_000

const { unsettled, failedAt } = runtime.sends

/**
 * Sends a lead, settles its lease if it has one, and logs the result. Never throws. True when the lead was delivered, or
 * waits in the journal for its webhook to be set. A lead that this process has delivered is not sent again, even if the
 * journal failed and has not learned of it.
 */
export async function deliver(
  journal: Journal | null,
  lead: LeadRecord | LeasedLead,
  /** Whether a visitor waits for the result. */
  sender: 'visitor' | 'background',
  started = performance.now(),
): Promise<boolean> {
  const { id, kind } = lead
  const lease = 'lease' in lead ? lead : null
  const url = env.webhookUrls[webhookOf[kind]]
  if (!url) {
    log(lease ? 'kept' : 'failed', { id, kind, outcome: 'no webhook set' })
    if (lease) await tryJournal(() => journal?.returnLease(lease), id)
    return lease !== null
  }

  const result = await attempt(lead, url, sender)
  const delivered = result.outcome === 'delivered'
  if (lease && !delivered && runtime.sends.aborted) {
    log('kept', { id, kind, outcome: 'server stopped' })
    // If this fails, the lease expires.
    await tryJournal(() => journal?.returnLease(lease), id)
    return false
  }
  const success = sender === 'visitor' ? 'delivered' : 'redelivered'
  log(delivered ? success : 'failed', {
    id,
    kind,
    outcome: result.outcome,
    ...(lease && { attempt: lease.attempts + 1 }),
    ...(delivered && !lease && env.journal && { recorded: false }),
    ms: Math.round(performance.now() - started),
  })
  const settle = async (lease: LeasedLead) => {
    await journal?.settle(lease, result.outcome, result.retryAfterMs)
    return true
  }
  if (lease && (await tryJournal(() => settle(lease), id))) unsettled.delete(id)
  // A failed attempt is made again when the lease expires.
  else if (delivered && env.journal) remember(lead)
  return delivered
}

async function attempt(
  lead: LeadRecord | LeasedLead,
  url: string,
  sender: 'visitor' | 'background',
): Promise<SendResult> {
  if (isUnsettled(lead.id)) return { outcome: 'delivered', retryAfterMs: 0 }
  const message = {
    id: lead.id,
    body: webhookBody(lead, env.bodyExtras),
    ...(lead.kind === 'booking' && { calendarUid: eventUid(lead.submissionId) }),
    ...('lease' in lead && lead.replaces && { replaces: lead.replaces }),
  }
  const send = sender === 'visitor' ? sendWithRetries : sendOnce
  const began = performance.now()
  const result = await send(message, url, env.webhookSecrets)
  const labels = { kind: lead.kind, outcome: result.outcome }
  increment('site_send_seconds_count', labels)
  increment('site_send_seconds_sum', labels, (performance.now() - began) / 1000)
  if (result.outcome === 'delivered') failedAt.delete(webhookOf[lead.kind])
  else failedAt.set(webhookOf[lead.kind], performance.now())
  return result
}

/** Sends while a visitor waits: tries again after a retryable outcome, until the budget is spent. Never throws. */
export async function sendWithRetries(
  message: WebhookMessage,
  url: string,
  secrets: readonly string[],
): Promise<SendResult> {
  const deadline = performance.now() + inlineBudgetMs
  for (let round = 0; ; round++) {
    const timeLeft = deadline - performance.now()
    const result = await sendOnce(message, url, secrets, Math.min(attemptTimeoutMs, timeLeft))
    const backoff = 250 * 2 ** round * (0.75 + Math.random() / 2)
    const waitMs = Math.max(result.retryAfterMs, backoff)
    const isLast = performance.now() + waitMs >= deadline || runtime.sends.aborted
    if (isLast || !outcomes[result.outcome].retryable) return result
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
}

/** How many leads are sent to one webhook at a time. */
const concurrency = 16

/** Sends all due leads of all webhooks, for as long as the budget lasts. */
export async function redeliverDue(journal: Journal, budgetMs: number) {
  const deadline = performance.now() + budgetMs
  const tally = { delivered: 0, failed: 0 }
  const runs = webhookNames.map((webhook) => sendDue(journal, webhook, deadline, tally))
  for (const run of await Promise.allSettled(runs)) if (run.status === 'rejected') throw run.reason
  return tally
}

/** Sends due leads to one webhook until none is left, the deadline has passed, or the process shuts down. */
export async function sendDue(
  journal: Journal,
  webhook: WebhookName,
  deadline = Number.POSITIVE_INFINITY,
  tally = { delivered: 0, failed: 0 },
): Promise<void> {
  await settleRemembered(journal)
  const kinds = sendableKinds(webhook)
  const sending = new Set<Promise<void>>()
  try {
    while (performance.now() < deadline && !runtime.shutdown.started) {
      const lead = await journal.leaseNextDue(kinds)
      if (!lead) return
      // The kinds alternate, so that a backlog of one delays no other.
      kinds.push(...kinds.splice(0, 1))
      const sent = deliver(journal, lead, 'background').then((delivered) => {
        tally[delivered ? 'delivered' : 'failed']++
        sending.delete(sent)
      })
      sending.add(sent)
      if (sending.size >= concurrency) await Promise.race(sending)
      // Lets page requests run between leads, because SQLite uses the same thread.
      else await setImmediate()
    }
  } finally {
    await Promise.all(sending)
  }
}

/**
 * The leads that this process delivered while the journal failed. The journal may have them as undelivered: a database can
 * execute a statement that has timed out here, even much later. Those that it may not have are kept until it works again.
 */
const rememberMs = 3_600_000
const batchSize = 500
/** So many have a few megabytes. */
const maxUnrecorded = 1000

export function isUnsettled(id: string): boolean {
  return unsettled.has(id)
}

function remember(lead: LeadRecord | LeasedLead): void {
  const { id } = lead
  if (unsettled.has(id)) return
  const at = performance.now()
  if ('lease' in lead) {
    unsettled.set(id, { at })
    return
  }
  unsettled.set(id, { at, ...(unrecordedNow() < maxUnrecorded && { lead }) })
}

/** How many leads are kept until the journal works again. */
export function unrecordedNow(): number {
  return [...unsettled.values()].filter(({ lead }) => lead).length
}

/** Settles remembered leads in the journal, and records those that it does not have, once it works again. */
async function settleRemembered(journal: Journal): Promise<void> {
  if (unsettled.size === 0) return
  const remembered = [...unsettled].slice(0, batchSize)
  for (const id of await journal.settleDelivered(remembered.map(([id]) => id))) forget(id)
  for (const [id, { at, lead }] of remembered) {
    if (lead && unsettled.has(id)) {
      const ageMs = Math.round(performance.now() - at)
      const record = () => recordDelivered(journal.store, lead, ageMs).then(() => true)
      if (await tryJournal(record, id)) forget(id)
    } else if (performance.now() - at > rememberMs) unsettled.delete(id)
  }
}

function forget(id: string): void {
  const known = unsettled.get(id)
  // Both webhooks have a loop that does this.
  if (!unsettled.delete(id) || !known?.lead) return
  log('recorded', { id, kind: known.lead.kind })
}

/** A failed send counts for a minute. After that, it no longer says whether the webhook works. */
const failureCountsMs = 60_000

/** Whether the last send to a webhook failed, within the last minute. */
export function hasFailingWebhook(): boolean {
  const since = performance.now() - failureCountsMs
  return [...failedAt.values()].some((at) => at > since)
}
