import 'server-only'
import { randomUUID } from 'node:crypto'
import { consent } from '@/lib/content/site'
import { env, webhookUrls } from '@/lib/server/env'
import { log, logError } from '@/lib/server/log'
import type { LeadKind } from '@/lib/site'
import { parseFormValues } from '../shared/form-data'
import type { SubmitResult } from '../shared/result'
import { validateLead } from '../shared/schema'
import { parseSubmissionMeta } from '../shared/submission-meta'
import { getJournal } from './journal/journal'
import type { LeadRecord, LeasedLead } from './journal/records'
import { buildPayload, webhookBody } from './payload'
import { consumeRateLimit } from './rate-limit'
import { shutdown } from './shutdown'
import {
  type DeliveryResult,
  deliverWithRetries,
  inlineBudgetMs,
  recordSendResult,
} from './webhook'

/**
 * Handles a submitted form: checks the rate limit, validates, records the lead in the journal, sends it to the webhook,
 * and settles it in the journal. Validates again what the page has validated. An accepted lead was delivered or is in
 * the journal.
 */
export async function submit(
  kind: LeadKind,
  form: unknown,
  headers: Headers,
): Promise<SubmitResult> {
  const now = new Date()
  const started = performance.now()
  const permit = await consumeRateLimit(headers)
  if (!permit) return reject(kind, { status: 'too-fast' })

  const validated = validateLead(kind, parseFormValues(kind, form), now)
  if ('fields' in validated) {
    await permit.refund()
    return reject(kind, { status: 'invalid', fields: validated.fields })
  }

  const { submissionId, attribution, filledHoneypot } = parseSubmissionMeta(form)
  const submitted: LeadRecord = {
    id: submissionId ?? randomUUID(),
    kind,
    payload: buildPayload(validated.lead, now),
    extras: { consent: consent.version, attribution },
  }
  if (filledHoneypot) return quarantine(submitted)

  const recorded = await recordLead(submitted)
  const lease = typeof recorded === 'object' ? recorded : null
  // A correction of a delivered lead was recorded under an id of its own.
  const lead = lease ?? submitted
  log('received', {
    id: lead.id,
    kind,
    ms: millisecondsSince(started),
    ...(lead.id !== submitted.id && { corrects: submitted.id }),
  })
  if (recorded === 'delivered') return { status: 'accepted' }
  if (recorded === 'busy') return { status: 'undelivered' }
  return { status: (await deliver(lead, lease, started)) ? 'accepted' : 'undelivered' }
}

function reject(kind: LeadKind, result: SubmitResult): SubmitResult {
  log('refused', { kind, why: result.status })
  return result
}

/**
 * Records a lead whose honeypot was filled in. Bots get a normal success response. Without a journal the response is a
 * failure, because the sender could be a person, whose lead would be lost.
 */
async function quarantine(lead: LeadRecord): Promise<SubmitResult> {
  log('suspect', { id: lead.id, kind: lead.kind })
  try {
    const journal = getJournal()
    await journal?.recordSuspect(lead)
    return { status: journal ? 'accepted' : 'undelivered' }
  } catch (error) {
    logError('journal', error, { id: lead.id })
    return { status: 'undelivered' }
  }
}

/**
 * Records a lead. Null when there is no journal or it fails: the lead is sent anyway. While the background is sending
 * the same lead, this waits, so that the visitor's newest entries are recorded last.
 */
async function recordLead(lead: LeadRecord): Promise<LeasedLead | 'delivered' | 'busy' | null> {
  const deadline = performance.now() + inlineBudgetMs
  for (;;) {
    try {
      const recorded = (await getJournal()?.record(lead)) ?? null
      if (recorded !== 'busy' || shutdown.sendsAborted || performance.now() > deadline)
        return recorded
    } catch (error) {
      logError('journal', error, { id: lead.id })
      return null
    }
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

/** Sends a lead and settles its lease, if it has one. True when the lead was delivered or waits in the journal. */
async function deliver(
  lead: LeadRecord,
  lease: LeasedLead | null,
  started: number,
): Promise<boolean> {
  const urls = webhookUrls(lead.kind)
  if (urls.length === 0) return deferDelivery(lead, lease)

  const message = { id: lead.id, body: webhookBody(lead, env.bodyExtras) }
  const result = await deliverWithRetries(message, urls, env.webhookSecrets)
  const delivered = result.outcome === 'delivered'
  recordSendResult(lead.kind, result.outcome)
  log(delivered ? 'delivered' : 'failed', {
    id: lead.id,
    kind: lead.kind,
    outcome: result.outcome,
    ms: millisecondsSince(started),
  })
  if (lease) await settle(lease, result)
  return delivered
}

/** Leaves a lead in the journal until its webhook is set. */
async function deferDelivery(lead: LeadRecord, lease: LeasedLead | null): Promise<boolean> {
  log(lease ? 'kept' : 'failed', { id: lead.id, kind: lead.kind, outcome: 'no webhook set' })
  if (!lease) return false
  try {
    await getJournal()?.returnLease(lease)
  } catch (error) {
    // The lead is in the journal, and its lease expires.
    logError('journal', error, { id: lead.id })
  }
  return true
}

/** When the journal fails here, the lead stays leased. It is sent again under the same id when its lease expires. */
async function settle(lease: LeasedLead, { outcome, retryAfterMs }: DeliveryResult): Promise<void> {
  try {
    const journal = getJournal()
    if (outcome !== 'delivered' && shutdown.sendsAborted) return await journal?.returnLease(lease)
    const state = await journal?.settle(lease, outcome, { retryAfterMs })
    if (state === 'dead') log('dead', { id: lease.id, kind: lease.kind, outcome })
  } catch (error) {
    logError('journal', error, { id: lease.id })
  }
}

function millisecondsSince(started: number): number {
  return Math.round(performance.now() - started)
}
