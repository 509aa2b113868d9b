import 'server-only'
import { randomUUID } from 'node:crypto'
import { notStated } from '@/lib/content/consent'
import { isIsoDate } from '@/lib/dates/dates'
import { env } from '@/lib/server/env'
import { log, logRefused, warn } from '@/lib/server/log'
import { runtime } from '@/lib/server/runtime'
import { parseFormValues, parseSubmissionMeta } from '../forms/form-data'
import { forms, type LeadKind } from '../forms/forms'
import type { SubmitResult } from '../forms/result'
import { validateLead } from '../forms/schema'
import { deliver, inTurn, logSuperseded, recordThread, wasDelivered } from './delivery'
import { holdReasonOf } from './hold'
import { getJournal, type Journal } from './journal'
import { type HoldReason, type LeadRecord, maxHeld } from './lead'
import { clientAddress, isLocalTrial } from './limits/client-address'
import { countersOf, noCounters } from './limits/counters'
import { LeadLimits } from './limits/lead-limits'
import { buildPayload, deriveIds, idsOf } from './payload'
import { type Receipt, recordLead } from './record'
import { leaseMs } from './schedule'
import { tryJournal } from './store/store'

/**
 * Handles a submitted form: validates, checks the limits and records the lead in the journal, and delivers it.
 * Validates again what the page has validated. An accepted lead was delivered or is in the journal. The result has the
 * entries of a refused form, and the submission id for the next attempt.
 */
export async function receiveForm(
  kind: LeadKind,
  posted: unknown,
  headers: Headers,
): Promise<SubmitResult> {
  const now = new Date()
  const started = performance.now()
  const entries = parseFormValues(forms[kind], posted)
  const {
    submissionId: givenId,
    attribution,
    filledHoneypot,
    consent,
    thread: givenThread,
  } = parseSubmissionMeta(posted)
  const refuse = (result: SubmitResult, submissionId = givenId, thread = givenThread) => ({
    ...result,
    entries: { ...entries, submissionId: submissionId ?? '', thread: thread ?? '' },
  })

  const address = clientAddress(headers)
  // Clients without an address count as one: a connection that was reset has none. Not on Vercel, where its absence is a wrong
  // setting, and losing a lead costs more than receiving it twice: there each request counts as another client.
  const client = address ?? (env.clientAddress === 'vercel' ? randomUUID() : 'unknown')
  const validated = validateLead(kind, entries)
  if ('fields' in validated) {
    logRefused('invalid', kind)
    return refuse({ status: 'invalid', fields: validated.fields })
  }

  const payload = buildPayload(validated.lead, now)
  const journal = await tryJournal(getJournal)
  const secret = (await tryJournal(() => journal?.store.secret())) ?? runtime.secret
  const { submissionId, ...ids } = givenId
    ? idsOf(givenId, kind, payload, givenThread)
    : deriveIds(secret, kind, payload, address ?? '', now)
  const extras = { consent: shownVersion(consent), attribution }
  const lead: LeadRecord = { ...ids, kind, payload, extras }
  const holdReason = holdReasonOf(lead, filledHoneypot === true)
  const all = countersOf(lead, client, secret)
  // Whoever tries the site meets only the two seconds: where scripts run, the page has them.
  const isTrial = isLocalTrial(headers)
  const isScripted = headers.has('next-action')
  const counters = isTrial ? { ...noCounters, delay: isScripted ? [] : all.delay } : all
  const limits = new LeadLimits(lead.id, counters, holdReason)
  return inTurn(lead.thread, async () => {
    const receipt = await record(journal, lead, limits)
    const { refused, reason } = receipt ?? (await limits.inMemory())
    if (refused) {
      const { same, ...result } = refused
      if (isTrial) log('refused', { kind, reason: result.status, ...(same && { same }) })
      else
        logRefused(result.status, kind, result.status === 'too-many' ? 'LEADS_PER_HOUR' : undefined)
      return refuse(result)
    }
    if (await accept(journal, lead, receipt, reason, started)) return { status: 'accepted' }
    await tryJournal(() => limits.endDelay(journal?.store), lead.id)
    return refuse({ status: 'undelivered' }, submissionId, lead.thread)
  })
}

/** Another build that runs beside this one can show a text that this one does not have. */
function shownVersion(version = ''): string {
  const day = version.replace(/-(calls|texts)$/, '')
  return isIsoDate(day) ? version : notStated
}

/** Longer than a lease, because that of a process that was killed has to end first. */
const busyWaitMs = leaseMs + 1000

/**
 * Null when there is no journal or it fails. While these entries or an older version are being sent, this waits for the
 * result. What this process has delivered is not sent again, even if the journal does not know it.
 */
async function record(
  journal: Journal | null,
  lead: LeadRecord,
  limits: LeadLimits,
): Promise<Receipt | null> {
  const deadline = performance.now() + busyWaitMs
  for (;;) {
    const receipt = await tryRecord(journal, lead, limits)
    const giveUp = runtime.sends.aborted || performance.now() > deadline
    if (receipt?.state !== 'busy' || giveUp) return receipt
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

async function tryRecord(
  journal: Journal | null,
  lead: LeadRecord,
  limits: LeadLimits,
): Promise<Receipt | null> {
  const { id, thread } = lead
  // First the older versions that were sent while it failed, so that it knows their order.
  const receipt =
    journal && (await recordThread(journal, thread))
      ? await tryJournal(() => recordLead(journal.store, lead, limits.inJournal(journal.store)), id)
      : null
  return receipt ?? (wasDelivered(lead) ? { id, state: 'delivered' } : null)
}

const fullWarning = `The journal has ${maxHeld} held leads, and none of a bot that could make room. Others are refused, and their visitors see an error. Release or delete some: npm run leads -- list --state held`

/** True when the lead was delivered, or waits in the journal for its webhook to be set or, if it is held, for ops. */
async function accept(
  journal: Journal | null,
  lead: LeadRecord,
  receipt: Receipt | null,
  reason: HoldReason | null | undefined,
  started: number,
): Promise<boolean> {
  const { kind } = lead
  const { id, state, lease, dropped, superseded = [] } = receipt ?? { id: lead.id }
  logSuperseded(kind, superseded)
  if (reason) {
    log('held', { id, kind, reason, ...(dropped && { dropped }) })
    if (state === 'full') warn(fullWarning)
    // Bots get a normal success response. When it is not stored, the response is a failure, because the sender could be a
    // person, whose lead would be lost.
    return state === 'held'
  }
  log('received', {
    id,
    kind,
    ms: Math.round(performance.now() - started),
    ...(lease?.replaces && { replaces: lease.replaces }),
  })
  if (state && !lease) return state === 'delivered'
  return deliver(journal, lease ?? lead, 'visitor', started)
}
