import 'server-only'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { processWide } from '@/lib/process-wide'
import type { Journal } from './journal'
import { webhookBody } from './payload'
import type { LeadRecord, LeasedLead } from './records'
import { orNull } from './store/store'
import { recordSendResult, type SendResult, sendOnce, sends, sendWithRetries } from './webhook'
import { webhookOf } from './webhook-addresses'

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
    if (lease) await orNull(() => journal?.returnLease(lease), id)
    return lease !== null
  }

  const result = await send(lead, url, sender)
  const delivered = result.outcome === 'delivered'
  if (lease && !delivered && sends.aborted) {
    log('kept', { id, kind, outcome: 'server stopped' })
    // If this fails, the lease expires.
    await orNull(() => journal?.returnLease(lease), id)
    return false
  }
  const success = sender === 'visitor' ? 'delivered' : 'redelivered'
  log(delivered ? success : 'failed', {
    id,
    kind,
    outcome: result.outcome,
    ...(lease && { attempt: lease.attempts + 1 }),
    ms: Math.round(performance.now() - started),
  })
  const settle = async (lease: LeasedLead) => {
    await journal?.settle(lease, result.outcome, result.retryAfterMs)
    return true
  }
  if (lease && (await orNull(() => settle(lease), id))) unsettled.delete(id)
  // A failed attempt is made again when the lease expires.
  else if (delivered && journal) unsettled.set(id, performance.now())
  return delivered
}

async function send(
  lead: LeadRecord | LeasedLead,
  url: string,
  sender: 'visitor' | 'background',
): Promise<SendResult> {
  if (isUnsettled(lead.id)) return { outcome: 'delivered', retryAfterMs: 0 }
  const message = { id: lead.id, body: webhookBody(lead, env.bodyExtras) }
  const sendLead = sender === 'visitor' ? sendWithRetries : sendOnce
  const result = await sendLead(message, url, env.webhookSecrets)
  recordSendResult(lead.kind, result.outcome)
  return result
}

/**
 * The leads that this process delivered while the journal failed, and when. The journal may have them as undelivered: a
 * database can execute a statement that has timed out here, even much later.
 */
const unsettled = processWide('unsettled-leads', () => new Map<string, number>())
const rememberMs = 3_600_000
const batchSize = 500

export function isUnsettled(id: string): boolean {
  return unsettled.has(id)
}

/** Settles remembered leads in the journal, once it works again. */
export async function settleRemembered(journal: Journal): Promise<void> {
  if (unsettled.size === 0) return
  for (const id of await journal.settleDelivered([...unsettled.keys()].slice(0, batchSize)))
    unsettled.delete(id)
  for (const [id, at] of unsettled) if (performance.now() - at > rememberMs) unsettled.delete(id)
}
