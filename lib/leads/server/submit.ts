import 'server-only'
import { randomUUID } from 'node:crypto'
import { consent } from '@/lib/content/site'
import { env, webhookUrls } from '@/lib/server/env'
import { fault, log } from '@/lib/server/log'
import type { LeadKind } from '@/lib/site'
import { readEntries, readEnvelope } from '../shared/form-data'
import type { Answer } from '../shared/result'
import { check } from '../shared/schema'
import { theJournal } from './journal/open'
import type { Leased, Recorded } from './journal/records'
import { bodyOf, payloadFor } from './payload'
import { takeTurn } from './rate-limit'
import { noteSend } from './recent-sends'
import { shutdown } from './shutdown'
import { deliverNow, inlineBudgetMs, type Tried } from './webhook'

/**
 * The road of a lead: guard, clean and validate, write down, deliver, answer. Whatever the page claims to have
 * checked is checked again. An accepted lead is never lost: it was delivered, or it is in the journal.
 */
export async function submit(kind: LeadKind, form: unknown, headers: Headers): Promise<Answer> {
  const now = new Date()
  const began = performance.now()
  const turn = await takeTurn(headers)
  if (!turn) return refuse(kind, { status: 'too-fast' })

  const checked = check(kind, readEntries(kind, form), now)
  if ('fields' in checked) {
    await turn.giveBack()
    return refuse(kind, { status: 'invalid', fields: checked.fields })
  }

  const { submissionId, attribution, bait } = readEnvelope(form)
  const lead: Recorded = {
    id: submissionId ?? randomUUID(),
    kind,
    payload: payloadFor(checked.lead, now),
    extras: { consent: consent.version, attribution },
  }
  if (bait) return setAside(lead)
  const entry = await writeDown(lead)
  const sent = typeof entry === 'object' && entry ? entry : lead
  log('received', {
    id: sent.id,
    kind,
    ms: since(began),
    ...(sent.id !== lead.id && { corrects: lead.id }),
  })
  if (entry === 'delivered') return { status: 'accepted' }
  if (entry === 'busy') return { status: 'undelivered' }
  return (await send(sent, entry, began)) ? { status: 'accepted' } : { status: 'undelivered' }
}

function refuse(kind: LeadKind, answer: Answer): Answer {
  log('refused', { kind, why: answer.status })
  return answer
}

/** A bot is answered like a person. Where what it sent cannot be kept, it is refused: it might have been one. */
async function setAside(lead: Recorded): Promise<Answer> {
  log('suspect', { id: lead.id, kind: lead.kind })
  try {
    const journal = theJournal()
    await journal?.suspect(lead)
    return { status: journal ? 'accepted' : 'undelivered' }
  } catch (error) {
    fault('journal', error, { id: lead.id })
    return { status: 'undelivered' }
  }
}

/**
 * Null where there is no journal, or one that fails: that does not stop a lead. A lead that the background is
 * sending at this moment is waited for, so that the visitor's newest entries are the ones that count.
 */
async function writeDown(lead: Recorded): Promise<Leased | 'delivered' | 'busy' | null> {
  const deadline = performance.now() + inlineBudgetMs
  for (;;) {
    try {
      const entry = (await theJournal()?.record(lead)) ?? null
      if (entry !== 'busy' || shutdown.sendsAborted || performance.now() > deadline) return entry
    } catch (error) {
      fault('journal', error, { id: lead.id })
      return null
    }
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

async function send(lead: Recorded, entry: Leased | null, began: number): Promise<boolean> {
  const urls = webhookUrls(lead.kind)
  if (urls.length === 0) return keepForLater(lead, entry)

  const parcel = { id: lead.id, body: bodyOf(lead, env.bodyExtras) }
  const tried = await deliverNow(parcel, urls, env.webhookSecrets)
  const delivered = tried.outcome === 'delivered'
  noteSend(lead.kind, delivered)
  log(delivered ? 'delivered' : 'failed', {
    id: lead.id,
    kind: lead.kind,
    outcome: tried.outcome,
    ms: since(began),
  })
  if (entry) await settle(entry, tried)
  return delivered
}

async function keepForLater(lead: Recorded, entry: Leased | null): Promise<boolean> {
  log(entry ? 'kept' : 'failed', { id: lead.id, kind: lead.kind, outcome: 'no webhook set' })
  if (!entry) return false
  try {
    await theJournal()?.postpone(entry)
  } catch (error) {
    // It is written down all the same; its lease ends by itself.
    fault('journal', error, { id: lead.id })
  }
  return true
}

/** What is not settled stays leased, and is sent again under its id when the lease ends. */
async function settle(entry: Leased, { outcome, retryAfterMs }: Tried): Promise<void> {
  try {
    if (outcome !== 'delivered' && shutdown.sendsAborted) return await theJournal()?.postpone(entry)
    const state = await theJournal()?.settle(entry, outcome, { retryAfterMs })
    if (state === 'dead') log('dead', { id: entry.id, kind: entry.kind, outcome })
  } catch (error) {
    fault('journal', error, { id: entry.id })
  }
}

function since(began: number): number {
  return Math.round(performance.now() - began)
}
