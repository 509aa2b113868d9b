import 'server-only'
import { consent } from '@/lib/content/layout'
import { log, logRefused } from '@/lib/log'
import type { LeadKind } from '@/lib/site'
import { clientAddress } from '../client-address'
import { parseFormValues, parseSubmissionMeta } from '../forms/form-data'
import type { SubmitResult } from '../forms/result'
import { validateLead } from '../forms/schema'
import { orNull } from './database'
import { deliver, isUnsettled } from './deliver'
import { getJournal, type Journal } from './journal'
import { deriveSubmissionId, leadId } from './lead-id'
import { buildPayload } from './payload'
import { consumeRateLimit } from './rate-limit'
import type { LeadRecord, LeasedLead, Suspicion } from './records'
import { suspicionOf } from './suspicion'
import { inlineBudgetMs, sends } from './webhook'

/**
 * Handles a submitted form: checks the rate limit, validates, records the lead in the journal, and delivers it.
 * Validates again what the page has validated. An accepted lead was delivered or is in the journal. The result has the
 * entries of a rejected form, and the submission id for the next attempt.
 */
export async function receiveForm(
  kind: LeadKind,
  form: unknown,
  headers: Headers,
): Promise<SubmitResult> {
  const now = new Date()
  const started = performance.now()
  const entries = parseFormValues(kind, form)
  const { submissionId: givenId, attribution, filledHoneypot } = parseSubmissionMeta(form)
  const reject = (result: SubmitResult, submissionId = givenId ?? '') => ({
    ...result,
    entries: { ...entries, submissionId },
  })

  const permit = await consumeRateLimit(headers)
  if (!permit) {
    logRefused('too-fast', kind)
    return reject({ status: 'too-fast' })
  }
  const validated = validateLead(kind, entries)
  if ('fields' in validated) {
    await permit.refund()
    logRefused('invalid', kind)
    return reject({ status: 'invalid', fields: validated.fields })
  }

  const payload = buildPayload(validated.lead, now)
  const journal = await orNull(getJournal)
  const client = clientAddress(headers) ?? ''
  const submissionId = givenId ?? (await deriveSubmissionId(journal, kind, payload, client))
  const lead: LeadRecord = {
    id: leadId(submissionId, kind, payload),
    submissionId,
    kind,
    payload,
    extras: { consent: consent.version, attribution },
  }
  const suspicion = await suspicionOf(journal, lead, filledHoneypot === true)
  const accepted = suspicion
    ? await quarantine(journal, lead, suspicion)
    : await accept(journal, lead, started)
  if (!accepted) {
    permit.takeBack()
    return reject({ status: 'undelivered' }, submissionId)
  }
  await permit.count()
  return { status: 'accepted' }
}

/**
 * Records a lead that is not sent unless ops release it. Bots get a normal success response. Without a journal the
 * response is a failure, because the sender could be a person, whose lead would be lost.
 */
async function quarantine(
  journal: Journal | null,
  lead: LeadRecord,
  suspicion: Suspicion,
): Promise<boolean> {
  log('suspect', { id: lead.id, kind: lead.kind, why: suspicion })
  const recorded = () => journal?.recordSuspect(lead, suspicion).then(() => true)
  return (await orNull(recorded, lead.id)) ?? false
}

/** Records a lead and delivers it. True when it was delivered or waits in the journal for its webhook to be set. */
async function accept(journal: Journal | null, lead: LeadRecord, started: number) {
  const { id, kind } = lead
  const recorded = isUnsettled(id) ? 'delivered' : await record(journal, lead)
  const lease = typeof recorded === 'object' ? recorded : null
  log('received', {
    id,
    kind,
    ms: Math.round(performance.now() - started),
    ...(lease?.corrects && { corrects: lease.corrects }),
  })
  if (typeof recorded === 'string') return recorded === 'delivered'
  return deliver(journal, lease ?? lead, 'visitor', started)
}

/**
 * Null when there is no journal or it fails: the lead is sent anyway. While another process is sending the same lead,
 * this waits for the result.
 */
async function record(
  journal: Journal | null,
  lead: LeadRecord,
): Promise<LeasedLead | 'delivered' | 'busy' | null> {
  const deadline = performance.now() + inlineBudgetMs
  for (;;) {
    const recorded = (await orNull(() => journal?.record(lead), lead.id)) ?? null
    const giveUp = sends.aborted || performance.now() > deadline
    if (recorded !== 'busy' || giveUp) return recorded
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
