import 'server-only'
import { consentTexts } from '@/lib/content/consent'
import { log, logRefused, warn } from '@/lib/log'
import { runtime } from '@/lib/runtime'
import type { LeadKind } from '@/lib/site'
import { parseFormValues, parseSubmissionMeta } from '../forms/form-data'
import { forms } from '../forms/forms'
import type { SubmitResult } from '../forms/result'
import { validateLead } from '../forms/schema'
import { deliver, inlineBudgetMs, isUnsettled } from './delivery'
import { getJournal, type Journal, type Limits, type Receipt } from './journal'
import { type LeadRecord, maxSuspects, type Suspicion } from './lead'
import { ticketOf } from './limits'
import { clientAddress, networkOf } from './limits/client-address'
import { buildPayload, deriveIds, idsOf } from './payload'
import { orNull } from './store/store'
import { sendCounters, suspicionInMemory, suspicionOf } from './suspicion'

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
  const entries = parseFormValues(forms[kind], form)
  const { submissionId: givenId, attribution, filledHoneypot, consent } = parseSubmissionMeta(form)
  const reject = (result: SubmitResult, submissionId = givenId ?? '') => ({
    ...result,
    entries: { ...entries, submissionId },
  })

  const ticket = ticketOf(headers)
  if (!ticket) {
    logRefused('too-fast', kind)
    return reject({ status: 'too-fast' })
  }
  const validated = validateLead(kind, entries)
  if ('fields' in validated) {
    ticket.giveBack('invalid')
    logRefused('invalid', kind)
    return reject({ status: 'invalid', fields: validated.fields })
  }

  const payload = buildPayload(validated.lead, now)
  const journal = await orNull(getJournal)
  const secret = (await orNull(() => journal?.store.secret())) ?? runtime.secret
  const client = clientAddress(headers) ?? ''
  const ids = givenId ? idsOf(givenId, kind, payload) : deriveIds(secret, kind, payload, client)
  const extras = { consent: shownVersion(consent), attribution }
  const lead: LeadRecord = { ...ids, kind, payload, extras }
  const suspicion = suspicionOf(lead, filledHoneypot === true)
  const sends = sendCounters(lead, networkOf(client) ?? client, secret)
  const receipt = await record(journal, lead, { client: ticket.shared, sends, suspicion })
  if (receipt?.state === 'too-fast') {
    ticket.giveBack('not accepted')
    logRefused('too-fast', kind)
    return reject({ status: 'too-fast' })
  }
  const why = receipt ? receipt.why : (suspicion ?? suspicionInMemory(sends))
  if (await accept(journal, lead, receipt, why, started)) return { status: 'accepted' }
  ticket.giveBack('not accepted')
  const counted = receipt && ticket.shared
  if (counted) await orNull(() => journal?.giveBack(counted.hours))
  const { submissionId } = lead.before && receipt?.id === lead.before.id ? lead.before : lead
  return reject({ status: 'undelivered' }, submissionId)
}

/** Pages of version 1.0.0, which showed this text, do not say which one they show. */
function shownVersion(version = ''): string {
  return Object.hasOwn(consentTexts, version) ? version : '2026-11-22'
}

/**
 * Null when there is no journal or it fails. While another process is sending the same lead, this waits for the result.
 * A lead that this process has delivered is not sent again, even if the journal has not learned of it.
 */
async function record(
  journal: Journal | null,
  lead: LeadRecord,
  limits: Limits,
): Promise<Receipt | null> {
  const { id, before } = lead
  if (isUnsettled(id) || (before && isUnsettled(before.id))) return { id, state: 'delivered' }
  if (!journal) return null
  const deadline = performance.now() + inlineBudgetMs
  for (let client = limits.client; ; client = undefined) {
    const receipt = await orNull(() => journal.receive(lead, { ...limits, client }), id)
    const giveUp = runtime.sends.aborted || performance.now() > deadline
    if (receipt?.state !== 'busy' || giveUp) return receipt
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

const fullWarning = `The journal has ${maxSuspects} suspect leads, and none of a bot that could make room. Others are refused, and their visitors see an error. Release or delete some: npm run leads -- list --state suspect`

/** True when the lead was delivered, or waits in the journal for its webhook to be set or, if it is a suspect, for ops. */
async function accept(
  journal: Journal | null,
  lead: LeadRecord,
  receipt: Receipt | null,
  why: Suspicion | null | undefined,
  started: number,
): Promise<boolean> {
  const { kind } = lead
  const { id, state, lease, dropped } = receipt ?? { id: lead.id }
  if (why) {
    log('suspect', { id, kind, why, ...(dropped && { dropped }) })
    if (state === 'full') warn(fullWarning)
    // Bots get a normal success response. When it is not stored, the response is a failure, because the sender could be a
    // person, whose lead would be lost.
    return state === 'suspect'
  }
  log('received', {
    id,
    kind,
    ms: Math.round(performance.now() - started),
    ...(lease?.corrects && { corrects: lease.corrects }),
  })
  if (state && !lease) return state === 'delivered'
  return deliver(journal, lease ?? lead, 'visitor', started)
}
