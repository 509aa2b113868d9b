import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { eventUid } from '@/lib/dates/calendar-links'
import type { LeadKind } from '@/lib/forms/forms'
import { env, type WebhookName, webhookNames, webhookOf } from '@/lib/server/env'
import { log } from '@/lib/server/log'
import { runtime, type Unsettled } from '@/lib/server/runtime'
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

const { unsettled, failedAt, deliveredIds, threads } = runtime.sends

/** Does the work on the versions of one thread in turn, so that this process sends one of them at a time. */
export function inTurn<T>(thread: string, work: () => Promise<T>): Promise<T> {
  const turn = (threads.get(thread) ?? Promise.resolve()).then(work)
  const ended = turn
    .catch(() => undefined)
    .finally(() => {
      if (threads.get(thread) === ended) threads.delete(thread)
    })
  threads.set(thread, ended)
  return turn
}

/**
 * Sends a lead, settles its lease if it has one, and logs the result. Never throws. True when the lead was delivered, or
 * waits in the journal for its webhook to be set.
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
  const replaces = 'lease' in lead ? lead.replaces : deliveredOf(lead.thread).at(-1)
  const message = {
    id: lead.id,
    body: webhookBody(lead, env.bodyExtras),
    ...(lead.kind === 'booking' && { calendarUid: eventUid(lead.thread) }),
    ...(replaces && { replaces }),
  }
  const send = sender === 'visitor' ? sendWithRetries : sendOnce
  const result = await send(message, url, env.webhookSecrets)
  if (result.outcome === 'delivered') {
    failedAt.delete(webhookOf[lead.kind])
    rememberDelivered(lead)
  } else failedAt.set(webhookOf[lead.kind], performance.now())
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
  await recordRemembered(journal)
  const kinds = sendableKinds(webhook)
  const sending = new Set<Promise<void>>()
  try {
    while (performance.now() < deadline && !runtime.shutdown.started) {
      const lead = await journal.leaseNextDue(kinds)
      if (!lead) return
      // The kinds alternate, so that a backlog of one delays no other.
      kinds.push(...kinds.splice(0, 1))
      const sent = sendInTurn(journal, lead).then((delivered) => {
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
 * False, and the lead is leased again when its lease expires, while a version of its thread was sent that the journal does not
 * know yet, and while this process is sending it: after a step of the clock, its lease can seem to have expired.
 */
async function sendInTurn(journal: Journal, lead: LeasedLead): Promise<boolean> {
  const { thread } = lead
  if (threads.has(thread) || unsettledOf(thread).length > 0) return false
  return inTurn(thread, () => deliver(journal, lead, 'background'))
}

/**
 * The leads that this process delivered while the journal failed. The journal may have them as undelivered: a database can
 * execute a statement that has timed out here, even much later. They have a few megabytes.
 */
const maxUnrecorded = 1000

/** For when there is no journal that could know it. */
export function wasDelivered({ id, thread }: LeadRecord): boolean {
  return deliveredOf(thread).includes(id)
}

function remember(lead: LeadRecord): void {
  if (unsettled.has(lead.id) || unsettled.size >= maxUnrecorded) return
  unsettled.set(lead.id, { at: performance.now(), lead })
}

function rememberDelivered({ id, thread }: LeadRecord): void {
  const ids = deliveredOf(thread).filter((other) => other !== id)
  deliveredIds.delete(thread)
  deliveredIds.set(thread, [...ids, id])
  const [oldest] = deliveredIds.keys()
  if (oldest && deliveredIds.size > maxUnrecorded) deliveredIds.delete(oldest)
}

function deliveredOf(thread: string): string[] {
  return deliveredIds.get(thread) ?? []
}

/** Records the remembered leads in the journal, once it works again. */
async function recordRemembered(journal: Journal): Promise<void> {
  for (const thread of new Set([...unsettled.values()].map(({ lead }) => lead.thread)))
    await recordThread(journal, thread)
}

/** The same for the versions of a thread, in their order. Stops, and returns false, at one that cannot be recorded. */
export async function recordThread({ store }: Journal, thread: string): Promise<boolean> {
  for (const { at, lead } of unsettledOf(thread)) {
    const { id, kind } = lead
    const ageMs = Math.round(performance.now() - at)
    const superseded = await tryJournal(() => recordDelivered(store, lead, ageMs), id)
    if (!superseded) return false
    logSuperseded(kind, superseded)
    // Each webhook has a loop that does this.
    if (!unsettled.delete(id)) continue
    log('recorded', { id, kind })
  }
  return true
}

function unsettledOf(thread: string): Unsettled[] {
  return [...unsettled.values()].filter(({ lead }) => lead.thread === thread)
}

export function logSuperseded(kind: LeadKind, ids: readonly string[]): void {
  for (const id of ids) log('superseded', { id, kind })
}

/** A failed send counts for a minute. After that, it no longer says whether the webhook works. */
const failureCountsMs = 60_000

/** Whether the last send to a webhook failed, within the last minute. */
export function hasFailingWebhook(): boolean {
  const since = performance.now() - failureCountsMs
  return [...failedAt.values()].some((at) => at > since)
}
