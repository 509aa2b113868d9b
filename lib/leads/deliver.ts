import 'server-only'
import type { LeadKind } from '@/lib/forms/forms'
import type { SubmitResult } from '@/lib/forms/result'
import { env, webhookOf } from '@/lib/server/env'
import { processSecret } from '@/lib/server/hash'
import { log, logRefused } from '@/lib/server/log'
import { addMemoryCounts, readMemoryCounts, resetMemoryCounts } from '@/lib/server/memory-counts'
import { acceptLead, parsePost, returnedEntries } from './accept'
import { type Client, countersLeft, countersOf, type Limits, limitsOf, verdict } from './admit'
import { getJournal, type Journal } from './journal'
import type { LeadRecord, LeasedLead, SentLead } from './lead'
import { resetCounts } from './limit-counts'
import {
  inThreadTurn,
  memory,
  newestSent,
  rememberSent,
  rememberUnrecorded,
  unrecordedOf,
  unrecordedVersion,
  wasDelivered,
} from './outage'
import { attemptTimeoutMs, isRetryable } from './outcomes'
import { busyWaitMs, leaseRecorded, type Receipt, recordDelivered, recordLead } from './record'
import { messageOf, type SendResult, sending, sendOnce, type WebhookMessage } from './send'
import { type Store, tryJournal } from './store/database'

/** The only file that orders: accept, admit, record, send, settle. */

/**
 * Handles a submitted form. An accepted lead was delivered or is in the journal. The result has the entries of a refused form,
 * and the submission id for the next attempt.
 */
export async function receiveForm(
  kind: LeadKind,
  posted: unknown,
  client: Client,
): Promise<SubmitResult> {
  const now = new Date()
  const started = performance.now()
  const post = parsePost(kind, posted)
  const { validated, filledHoneypot = false } = post
  if ('fields' in validated) {
    logRefused('invalid', kind)
    return { status: 'invalid', fields: validated.fields, entries: returnedEntries(post) }
  }
  const journal = await tryJournal(getJournal)
  const secret = (await tryJournal(() => journal?.store.secret())) ?? processSecret
  const { address = '' } = client
  const { lead, ids } = acceptLead(post, validated.lead, secret, address, now)
  const limits = limitsOf(lead, client, secret, filledHoneypot)
  return inThreadTurn(lead.thread, async () => {
    const receipt = await record(journal, lead, limits)
    if (receipt.state === 'refused') {
      const { status } = receipt.refused
      const limit = status === 'too-many' ? 'LEADS_PER_HOUR' : undefined
      if (client.limitedBy === 'all') logRefused(status, kind, limit)
      else log('refused', { kind, reason: status })
      return { ...receipt.refused, entries: returnedEntries(post) }
    }
    if (await handOver(journal, lead, receipt, started)) return { status: 'accepted' }
    // The resubmit delay begins with an accepted lead.
    const delay = countersOf(limits.counters, 'delay')
    resetMemoryCounts(delay)
    if (journal) await tryJournal(() => resetCounts(journal.store.write, delay), lead.id)
    return { status: 'undelivered', entries: returnedEntries(post, ids) }
  })
}

/** While these entries or another version are being sent, this waits for the lease. */
async function record(journal: Journal | null, lead: LeadRecord, limits: Limits): Promise<Receipt> {
  const deadline = performance.now() + busyWaitMs
  let receipt = await tryRecord(journal, lead, limits, (store) =>
    recordLead(store, lead, limits, newestSent(lead.thread)),
  )
  while (receipt.state === 'busy' && !sending.aborted && performance.now() <= deadline) {
    await new Promise((resolve) => setTimeout(resolve, 250))
    receipt = await tryRecord(journal, lead, limits, (store) => leaseRecorded(store, lead))
  }
  return receipt
}

/** What this process has delivered is not sent again, even if the journal does not know it. */
async function tryRecord(
  journal: Journal | null,
  lead: LeadRecord,
  limits: Limits,
  work: (store: Store) => Promise<Receipt>,
): Promise<Receipt> {
  const { id, thread, kind } = lead
  // First the older versions that were sent while it failed, so that it knows their order.
  const receipt =
    journal && (await recordThread(journal, thread))
      ? await tryJournal(() => work(journal.store), id)
      : null
  logSuperseded(kind, receipt?.superseded ?? [])
  return receipt ?? (wasDelivered(lead) ? { state: 'delivered' } : admitInMemory(lead, limits))
}

/** While the journal fails, this process counts alone, and from zero: a lead once, however often it comes within the hour. */
function admitInMemory(lead: LeadRecord, limits: Limits): Receipt {
  const seen = { key: `lead:${lead.id}`, periodMs: 3_600_000, limit: 1 }
  const isSeen = readMemoryCounts([seen]).size > 0
  const counters = isSeen ? [] : countersLeft(limits, undefined, false)
  const counts = readMemoryCounts(counters)
  const { refused, reason, counted } = verdict(limits.holdReason, counters, counts)
  if (refused) return { state: 'refused', refused }
  if (reason) return { state: 'held', reason, isStored: false }
  if (!isSeen) addMemoryCounts([seen, ...counted])
  return { state: 'unrecorded', lead: unrecordedVersion(lead) }
}

/** True when the lead was delivered, or waits in the journal for its webhook to be set or, if it is held, for ops. */
async function handOver(
  journal: Journal | null,
  { id, kind }: LeadRecord,
  receipt: Receipt,
  started: number,
): Promise<boolean> {
  if (receipt.state === 'held') {
    log('held', { id, kind, reason: receipt.reason }, 'yellow')
    // Bots get a normal success response. When it is not stored, the response is a failure, because the sender could be a
    // person, whose lead would be lost.
    return receipt.isStored
  }
  const lease = receipt.state === 'leased' ? receipt.lease : null
  const unrecorded = receipt.state === 'unrecorded' ? receipt.lead : null
  const isLost = receipt.state === 'unsent' && !receipt.isRecorded
  log('received', {
    id,
    kind,
    ms: Math.round(performance.now() - started),
    ...(lease?.replaces && { replaces: lease.replaces }),
    ...((unrecorded || isLost) && env.journal && { recorded: false }),
  })
  const lead = lease ?? unrecorded
  return lead ? deliver(journal, lead, 'visitor', started) : receipt.state === 'delivered'
}

/**
 * Sends a lead, settles its lease if it has one, and logs the result. Never throws. True when the lead was delivered, or
 * waits in the journal for its webhook to be set.
 */
export async function deliver(
  journal: Journal | null,
  lead: SentLead | LeasedLead,
  /** Whether a visitor waits for the result. */
  sender: 'visitor' | 'background',
  started = performance.now(),
): Promise<boolean> {
  const { id, kind } = lead
  const lease = 'lease' in lead ? lead : null
  const url = env.webhookUrls[webhookOf[kind]]
  if (!url) {
    const fields = { id, kind, outcome: 'no webhook set' }
    if (lease) log('kept', fields)
    else log('failed', fields, 'red')
    if (lease) await tryJournal(() => journal?.returnLease(lease), id)
    return lease !== null
  }

  const { outcome, retryAfterMs } = await attempt(lead, url, sender)
  const delivered = outcome === 'delivered'
  if (lease && !delivered && sending.aborted) {
    log('kept', { id, kind, outcome: 'server stopped' })
    // If this fails, the lease expires.
    await tryJournal(() => journal?.returnLease(lease), id)
    return false
  }
  const success = sender === 'visitor' ? 'delivered' : 'redelivered'
  const fields = {
    id,
    kind,
    outcome,
    ...(lease && { attempt: lease.attempts + 1 }),
    ...(delivered && !lease && env.journal && { recorded: false }),
    ms: Math.round(performance.now() - started),
  }
  if (delivered) log(success, fields)
  else log('failed', fields, 'red')
  const settled =
    lease && (await tryJournal(() => journal?.settle(lease, outcome, retryAfterMs), id))
  if (settled) memory.unrecorded.delete(id)
  // The journal failed, or the lease seemed to have expired. A failed attempt is made again.
  else if (delivered && env.journal) rememberUnrecorded(lead, started)
  return delivered
}

async function attempt(
  lead: SentLead,
  url: string,
  sender: 'visitor' | 'background',
): Promise<SendResult> {
  const message = messageOf(lead, env.bodyExtras)
  const send = sender === 'visitor' ? sendWithRetries : sendOnce
  const result = await send(message, url, env.webhookSecrets)
  const webhook = webhookOf[lead.kind]
  const delivered = result.outcome === 'delivered'
  rememberSent(lead, delivered)
  if (delivered) sending.failedAt.delete(webhook)
  else sending.failedAt.set(webhook, performance.now())
  return result
}

/** The time for all attempts while a visitor waits. Shorter than a lease. */
export const inlineBudgetMs = 10_000

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
    const isLast = performance.now() + waitMs >= deadline || sending.aborted
    if (isLast || !isRetryable(result.outcome)) return result
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
}

/**
 * Records the versions of a thread that were sent while the journal failed, in their order. Stops, and returns false, at one
 * that cannot be recorded.
 */
async function recordThread(journal: Journal, thread: string): Promise<boolean> {
  for (const { at, lead } of unrecordedOf(thread)) {
    const { id, kind } = lead
    const superseded = await tryJournal(() => recordDelivered(journal.store, lead, at), id)
    if (!superseded) return false
    logSuperseded(kind, superseded)
    // A visitor's correction and the loop of unrecorded leads can do this at once.
    if (memory.unrecorded.delete(id)) log('recorded', { id, kind })
  }
  return true
}

export async function recordUnrecorded(journal: Journal): Promise<void> {
  const threads = new Set([...memory.unrecorded.values()].map(({ lead }) => lead.thread))
  for (const thread of threads) await recordThread(journal, thread)
}

function logSuperseded(kind: LeadKind, ids: readonly string[]): void {
  for (const id of ids) log('superseded', { id, kind })
}
