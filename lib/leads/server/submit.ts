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
import { getJournal } from './journal/open'
import type { LeadRecord, LeasedLead } from './journal/records'
import { buildPayload, webhookBody } from './payload'
import { consumeRateLimit } from './rate-limit'
import { recordSend } from './recent-sends'
import { shutdown } from './shutdown'
import { type DeliveryResult, deliverWithRetries, inlineBudgetMs } from './webhook'

/**
 * The road of a lead: guard, clean and validate, write down, deliver, answer. Whatever the page claims to have
 * checked is checked again. An accepted lead is never lost: it was delivered, or it is in the journal.
 */
export async function submit(
  kind: LeadKind,
  form: unknown,
  headers: Headers,
): Promise<SubmitResult> {
  const now = new Date()
  const began = performance.now()
  const turn = await consumeRateLimit(headers)
  if (!turn) return reject(kind, { status: 'too-fast' })

  const checked = validateLead(kind, parseFormValues(kind, form), now)
  if ('fields' in checked) {
    await turn.giveBack()
    return reject(kind, { status: 'invalid', fields: checked.fields })
  }

  const { submissionId, attribution, bait } = parseSubmissionMeta(form)
  const lead: LeadRecord = {
    id: submissionId ?? randomUUID(),
    kind,
    payload: buildPayload(checked.lead, now),
    extras: { consent: consent.version, attribution },
  }
  if (bait) return quarantine(lead)
  const entry = await recordLead(lead)
  const sent = typeof entry === 'object' && entry ? entry : lead
  log('received', {
    id: sent.id,
    kind,
    ms: millisecondsSince(began),
    ...(sent.id !== lead.id && { corrects: lead.id }),
  })
  if (entry === 'delivered') return { status: 'accepted' }
  if (entry === 'busy') return { status: 'undelivered' }
  return (await send(sent, entry, began)) ? { status: 'accepted' } : { status: 'undelivered' }
}

function reject(kind: LeadKind, answer: SubmitResult): SubmitResult {
  log('refused', { kind, why: answer.status })
  return answer
}

/** A bot is answered like a person. Where what it sent cannot be kept, it is refused: it might have been one. */
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
 * Null where there is no journal, or one that fails: that does not stop a lead. A lead that the background is
 * sending at this moment is waited for, so that the visitor's newest entries are the ones that count.
 */
async function recordLead(lead: LeadRecord): Promise<LeasedLead | 'delivered' | 'busy' | null> {
  const deadline = performance.now() + inlineBudgetMs
  for (;;) {
    try {
      const entry = (await getJournal()?.record(lead)) ?? null
      if (entry !== 'busy' || shutdown.sendsAborted || performance.now() > deadline) return entry
    } catch (error) {
      logError('journal', error, { id: lead.id })
      return null
    }
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

async function send(lead: LeadRecord, entry: LeasedLead | null, began: number): Promise<boolean> {
  const urls = webhookUrls(lead.kind)
  if (urls.length === 0) return deferDelivery(lead, entry)

  const parcel = { id: lead.id, body: webhookBody(lead, env.bodyExtras) }
  const tried = await deliverWithRetries(parcel, urls, env.webhookSecrets)
  const delivered = tried.outcome === 'delivered'
  recordSend(lead.kind, delivered)
  log(delivered ? 'delivered' : 'failed', {
    id: lead.id,
    kind: lead.kind,
    outcome: tried.outcome,
    ms: millisecondsSince(began),
  })
  if (entry) await settle(entry, tried)
  return delivered
}

async function deferDelivery(lead: LeadRecord, entry: LeasedLead | null): Promise<boolean> {
  log(entry ? 'kept' : 'failed', { id: lead.id, kind: lead.kind, outcome: 'no webhook set' })
  if (!entry) return false
  try {
    await getJournal()?.returnLease(entry)
  } catch (error) {
    // It is written down all the same; its lease ends by itself.
    logError('journal', error, { id: lead.id })
  }
  return true
}

/** What is not settled stays leased, and is sent again under its id when the lease ends. */
async function settle(entry: LeasedLead, { outcome, retryAfterMs }: DeliveryResult): Promise<void> {
  try {
    if (outcome !== 'delivered' && shutdown.sendsAborted)
      return await getJournal()?.returnLease(entry)
    const state = await getJournal()?.settle(entry, outcome, { retryAfterMs })
    if (state === 'dead') log('dead', { id: entry.id, kind: entry.kind, outcome })
  } catch (error) {
    logError('journal', error, { id: entry.id })
  }
}

function millisecondsSince(began: number): number {
  return Math.round(performance.now() - began)
}
