import 'server-only'
import { randomUUID } from 'node:crypto'
import { entryOf } from '@/lib/forms/contact-entries'
import { forms } from '@/lib/forms/forms'
import { env } from '@/lib/server/env'
import { allOf, countersLeft, type Limits, type Refusal, verdict } from './admit'
import { addCounts, readCounts } from './counts'
import {
  type HoldReason,
  type LeadRecord,
  type LeasedLead,
  leasedColumns,
  maxHeld,
  type SentLead,
  toLeasedLead,
} from './lead'
import { giveUpAfterMs } from './outcomes'
import type { Parameter, Query, Store } from './store/database'

/**
 * How a lead gets into the journal. journal.ts has what becomes of it there.
 *
 * The versions of a form are a thread: its corrections, and the changes of a booked demo. Only the newest version of a thread
 * can be undelivered: recording it deletes the older ones, and waits (`busy`) while one of them is being sent. So what is
 * due, held, or dead is always the newest version, whatever ops do with it.
 */

/**
 * A lease is the right to send a lead. It lasts longer than all attempts while a visitor waits. Each leasing has another id, so that
 * one that has expired cannot settle the lead.
 */
export const leaseMs = 15_000

/** SQL. No lease ends later than this, unless it was written before the clock was set back. */
export function leaseExpired(now: string): string {
  return `(leads.lease_until <= ${now} OR leads.lease_until > ${now} + ${leaseMs * 2})`
}

/** SQL: the last version of a thread that was delivered. */
export function lastDeliveredOfThread(thread: string): string {
  return `(SELECT id FROM leads AS sent WHERE sent.thread = ${thread} AND sent.state = 'delivered'
    ORDER BY sent.version DESC LIMIT 1)`
}

/**
 * What has become of a lead. `delivered` means that these entries have been delivered, and `busy` that they, or an older
 * version, are being sent, and nothing was recorded: call again. `full` means that a held lead found no room, and is not stored.
 */
export type Receipt = {
  id: string
  state: 'leased' | 'held' | 'full' | 'delivered' | 'busy' | 'refused'
  refused?: Refusal
  lease?: LeasedLead
  reason?: HoldReason
  /** The older versions that were not delivered, and are deleted. */
  superseded?: string[]
}

/**
 * Records a lead and the proof of consent in one transaction, and leases it to the caller, who sends it. A lead counts
 * toward the limits in the same transaction, once, when it is first recorded. A lead that could do harm is held: it is not
 * sent unless ops release it. Every transaction takes its locks in this order, so that two do not wait for each other:
 * thread, lead, counters. The version of the lead is larger than `newestSent`, and than those of the thread in the journal.
 */
export function recordLead(
  store: Store,
  lead: LeadRecord,
  limits: Limits,
  newestSent = 0,
): Promise<Receipt> {
  return store.transaction(async (query) => {
    const { id, thread } = lead
    await store.lock(query, thread)
    const versions = await query(
      `SELECT id, state, reason, version,
         CASE WHEN state = 'leased' AND NOT ${leaseExpired(store.now())} THEN 1 ELSE 0 END AS busy
       FROM leads WHERE id = $1 OR thread = $2`,
      [id, thread],
    )
    if (versions.some(({ busy }) => busy === 1)) return { id, state: 'busy' }
    const known = versions.find((version) => version.id === id)
    const isChange = versions.length > (known ? 1 : 0)
    const counters = countersLeft(limits, known, isChange)
    const counts = await readCounts(query, store.now(), allOf(counters))
    const admission = verdict(limits.holdReason, counters, counts)
    if (admission.refused) return { id, state: 'refused', refused: admission.refused }
    const { reason, counted } = admission
    // A held lead does not change a lead that the journal has.
    if (reason && known) return { id, state: 'held', reason }
    if (known?.state === 'delivered') return { id, state: 'delivered' }

    const newest = Math.max(newestSent, ...versions.map(({ version }) => Number(version)))
    const receipt = reason
      ? await hold(store, query, lead, newest, reason)
      : await lease(store, query, lead, newest)
    if (receipt.state === 'full') return receipt
    await recordReceivedAgain(query, lead)
    const superseded = await deleteUndelivered(query, lead)
    await addCounts(query, store.now(), counted)
    return { ...receipt, ...(superseded.length > 0 && { superseded }) }
  })
}

/** When there are too many held leads, the oldest honeypot leads make room. The others may be those of people. */
async function hold(
  store: Store,
  query: Query,
  lead: LeadRecord,
  newest: number,
  reason: HoldReason,
): Promise<Receipt> {
  const { id } = lead
  const [row] = await query(`SELECT COUNT(*) AS held FROM leads WHERE state = 'held'`)
  const excess = Number(row?.held) + 1 - maxHeld
  if (excess > 0) {
    const deleted = await query(
      `DELETE FROM leads WHERE id IN (SELECT id FROM leads WHERE state = 'held' AND reason = 'honeypot'
         ORDER BY created_at, id LIMIT ${excess} ${store.skipLocked}) RETURNING id`,
    )
    if (deleted.length === 0) return { id, state: 'full', reason }
  }
  await query(
    `INSERT INTO leads (${newColumns}, state, reason)
     VALUES (${newValues(store.now())}, 'held', $7) RETURNING id`,
    [...valuesOf(lead), newest, reason],
  )
  return { id, state: 'held', reason }
}

async function lease(
  store: Store,
  query: Query,
  lead: LeadRecord,
  newest: number,
): Promise<Receipt> {
  const now = store.now()
  const [row] = await query(
    `INSERT INTO leads (${newColumns}, replaces, state, lease, lease_until)
     VALUES (${newValues(now)}, ${lastDeliveredOfThread('$2')}, 'leased', $7, ${now} + ${leaseMs})
     ON CONFLICT (id) DO UPDATE SET version = excluded.version, replaces = excluded.replaces, state = 'leased',
       reason = NULL, attempts = 0, lease = excluded.lease, lease_until = excluded.lease_until, give_up_at = excluded.give_up_at
     RETURNING ${leasedColumns}`,
    [...valuesOf(lead), newest, randomUUID()],
  )
  const leased = toLeasedLead(row ?? {})
  await recordConsent(query, leased)
  return { id: lead.id, state: 'leased', lease: leased }
}

/**
 * Records a lead that was delivered while the journal failed, and its proof of consent, unless ops have deleted it or its thread
 * since it was sent, at this time of `performance.now()`. Returns the older versions that were not delivered, and are deleted.
 */
export function recordDelivered(store: Store, lead: SentLead, sentAt: number): Promise<string[]> {
  return store.transaction(async (query) => {
    // Before the lock, because `now()` of PostgreSQL is when the transaction began. A later age would be too large, and an age
    // from before the transaction too small.
    const ageMs = Math.round(performance.now() - sentAt)
    await store.lock(query, lead.thread)
    const at = `${store.now()} - CAST($7 AS BIGINT)`
    const [row] = await query(
      `INSERT INTO leads (id, thread, kind, payload, extras, version, replaces, attempts, created_at,
         give_up_at, attempted_at, delivered_at, state, outcome)
       SELECT $1, $2, $3, $4, $5, CAST($6 AS BIGINT), ${lastDeliveredOfThread('$2')}, 1, ${at}, ${at} + ${giveUpAfterMs}, ${at},
         ${at}, 'delivered', 'delivered'
       WHERE NOT EXISTS (SELECT 1 FROM erased WHERE key IN ($1, $2) AND erased_at >= ${at})
       ON CONFLICT (id) DO UPDATE SET state = 'delivered', outcome = 'delivered', reason = NULL, next_at = NULL,
         version = CASE WHEN excluded.version > leads.version THEN excluded.version ELSE leads.version END,
         attempted_at = excluded.attempted_at, delivered_at = excluded.delivered_at, lease = NULL, lease_until = NULL
       WHERE leads.state <> 'delivered' RETURNING created_at AS "createdAt", version`,
      [...valuesOf(lead), lead.version, ageMs],
    )
    if (!row) return []
    await recordReceivedAgain(query, lead)
    await recordConsent(query, { ...lead, createdAt: Number(row.createdAt) })
    return deleteUndelivered(query, lead, Number(row.version))
  })
}

/** Ops may have deleted a lead with the same entries, or of the same thread. That no longer counts. */
async function recordReceivedAgain(query: Query, { id, thread }: LeadRecord): Promise<void> {
  const keys = [id, thread, erasedConsent(id), erasedConsent(thread)]
  await query('DELETE FROM erased WHERE key IN ($1, $2, $3, $4) RETURNING key', keys)
}

/** What stands in the list of what was deleted for the proofs of consent of a lead, or of a thread. */
export function erasedConsent(key: string): string {
  return `consent ${key}`
}

/**
 * Records who agreed to be called, apart from the lead, because a claim can come years after its data was deleted. A lead
 * gets this proof before it is first sent. One that is never sent, such as that of a bot, gets none.
 */
export async function recordConsent(
  query: Query,
  lead: LeadRecord & { createdAt: number },
): Promise<void> {
  const { id, thread, kind, extras, createdAt } = lead
  const [name, phone, email] = [
    entryOf(lead, 'name'),
    entryOf(lead, 'phone'),
    entryOf(lead, 'email'),
  ]
  const page = env.siteUrl + forms[kind].page
  await query(
    `INSERT INTO consents (id, thread, kind, name, phone, email, page, text_name, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO NOTHING RETURNING id`,
    [id, thread, kind, name, phone, email || null, page, extras.consent, createdAt],
  )
}

async function deleteUndelivered(
  query: Query,
  { id, thread }: LeadRecord,
  upToVersion = Number.MAX_SAFE_INTEGER,
): Promise<string[]> {
  const deleted = await query(
    `DELETE FROM leads WHERE thread = $1 AND id <> $2 AND version <= $3 AND state <> 'delivered' RETURNING id`,
    [thread, id, upToVersion],
  )
  return deleted.map((row) => String(row.id))
}

const newColumns = 'id, thread, kind, payload, extras, version, attempts, created_at, give_up_at'

/** The values of a new lead. Its version is the time, or if the clock was set back, one more than that of the newest version. */
function newValues(now: string): string {
  const version = `CASE WHEN ${now} > CAST($6 AS BIGINT) THEN ${now} ELSE CAST($6 AS BIGINT) + 1 END`
  return `$1, $2, $3, $4, $5, ${version}, 0, ${now}, ${now} + ${giveUpAfterMs}`
}

function valuesOf({ id, thread, kind, payload, extras }: LeadRecord): Parameter[] {
  return [id, thread, kind, payload, extras]
}
