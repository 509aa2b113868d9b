import 'server-only'
import { randomUUID } from 'node:crypto'
import { forms, type LeadKind, leadKinds } from '@/lib/forms/forms'
import { env, webhookOf } from '@/lib/server/env'
import { faultOf, warn } from '@/lib/server/log'
import { countersLeft, countersOf, type LimitRefusal, type Limits, verdict } from './admit'
import { entryOf } from './contact-entries'
import {
  type HoldReason,
  type LeadRecord,
  type LeasedLead,
  leasedColumns,
  maxHeld,
  type SentLead,
  toLeasedLead,
} from './lead'
import { addCounts, limitReached, readCounts, resetCounts } from './limit-counts'
import { giveUpAfterMs } from './outcomes'
import type { Parameter, Query, Row, Store } from './store/database'

/**
 * How a lead gets into the journal. journal.ts has what becomes of it there.
 *
 * The versions of a form are a thread: its corrections, and the changes of a booked demo. A version is recorded when it comes,
 * and deletes the older ones that were not delivered, except one that is being sent. One rule of leasing, for visitors and in the
 * background, keeps the order: nothing is leased while another version of its thread is being sent, and what is not the newest
 * version is deleted instead.
 */

/**
 * A lease is the right to send a lead. It lasts longer than all attempts while a visitor waits. Each leasing has another id, so that
 * one that has expired cannot settle the lead.
 */
export const leaseMs = 15_000

/**
 * How long a recorded lead is left to the visitor who waits for its lease. Longer than a lease, because that of a process that
 * was killed has to end first.
 */
export const busyWaitMs = leaseMs + 1000

/** SQL. No lease ends later than this, unless it was written before the clock was set back. */
export function leaseExpired(now: string, table = 'leads'): string {
  return `(${table}.lease_until <= ${now} OR ${table}.lease_until > ${now} + ${leaseMs * 2})`
}

/** SQL: no process is sending another version of the same form. */
export function isThreadFree(now: string): string {
  return `NOT EXISTS (SELECT 1 FROM leads AS other WHERE other.thread = leads.thread AND other.id <> leads.id
    AND other.state = 'leased' AND NOT ${leaseExpired(now, 'other')})`
}

/** SQL: there is no newer version of the same form. */
export const isNewest = `NOT EXISTS (SELECT 1 FROM leads AS newer WHERE newer.thread = leads.thread AND newer.version > leads.version)`

/** SQL: the last other version of a thread that was delivered, also one that waits to be sent again. */
function lastDeliveredOfThread(thread: string, id: string): string {
  return `(SELECT id FROM leads AS sent WHERE sent.thread = ${thread} AND sent.id <> ${id}
    AND (sent.state = 'delivered' OR sent.reason = 'sent-again') ORDER BY sent.version DESC LIMIT 1)`
}

/** What becomes of a lead that a visitor has posted. */
export type Receipt = { /** The older versions that are deleted. */ superseded?: string[] } & (
  | { state: 'refused'; refused: LimitRefusal }
  /** These entries have been delivered. */
  | { state: 'delivered' }
  /** It is recorded, and it or another version is being sent: ask again for its lease. */
  | { state: 'busy' }
  /** Nothing is sent now, because it has been sent too often, or because others kept reaching its limits while it was recorded. */
  | { state: 'unsent'; isRecorded: boolean }
  | { state: 'held'; reason: HoldReason; isStored: boolean }
  | { state: 'leased'; lease: LeasedLead }
  /** The journal failed: it is sent without. */
  | { state: 'unrecorded'; lead: SentLead }
)

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
  const recorded = store.transaction<Receipt>(async (query) => {
    const { id, thread } = lead
    await store.lock(query, thread)
    const versions = await query(
      `SELECT id, state, reason, version, outcome, attempted_at AS "attemptedAt",
         CASE WHEN state = 'leased' AND NOT ${leaseExpired(store.now())} THEN 1 ELSE 0 END AS busy
       FROM leads WHERE id = $1 OR thread = $2`,
      [id, thread],
    )
    const known = versions.find((version) => version.id === id)
    const newest = Math.max(newestSent, ...versions.map(({ version }) => Number(version)))
    if (known?.busy === 1) {
      const superseded = await makeNewest(store, query, lead, newest)
      return { state: 'busy', ...(superseded.length > 0 && { superseded }) }
    }
    const isChange = versions.length > (known ? 1 : 0)
    const counters = countersLeft(limits, known, isChange)
    const repeats = countersOf(counters, 'repeats')
    // A visitor who repeats once the webhook works again is sent.
    if (repeats.length > 0 && (await hasAccepted(query, lead.kind, Number(known?.attemptedAt))))
      await resetCounts(query, repeats)
    const counts = await readCounts(query, store.now(), counters)
    const admission = verdict(limits.holdReason, counters, counts)
    if (admission.refused) return { state: 'refused', refused: admission.refused }
    const { reason, isRepeated, counted } = admission
    // A held lead does not change a lead that the journal has.
    if (reason && known) return { state: 'held', reason, isStored: true }
    if (known?.state === 'delivered') return { state: 'delivered' }
    if (isRepeated) return { state: 'unsent', isRecorded: true }

    const receipt = reason
      ? await hold(store, query, lead, newest, reason)
      : await recordPending(store, query, lead, newest, known)
    if (receipt.state === 'held' && !receipt.isStored) return receipt
    await recordReceivedAgain(query, lead)
    const superseded = await deleteUndelivered(store, query, lead)
    await addCounts(query, store.now(), counted)
    return { ...receipt, ...(superseded.length > 0 && { superseded }) }
  })
  return recorded.catch((error) => {
    if (faultOf(error) !== limitReached) throw error
    return { state: 'unsent', isRecorded: false }
  })
}

/** For a lead that comes again, after other versions, while it is being sent. Returns the versions that are deleted. */
async function makeNewest(store: Store, query: Query, lead: LeadRecord, newest: number) {
  await query(
    `UPDATE leads SET version = ${nextVersion(store.now(), '$2')} WHERE id = $1 AND version < $2 RETURNING id`,
    [lead.id, newest],
  )
  return deleteUndelivered(store, query, lead)
}

/** Whether the webhook of this lead has accepted any lead since then. */
async function hasAccepted(query: Query, kind: LeadKind, since: number): Promise<boolean> {
  const kinds = leadKinds.filter((other) => webhookOf[other] === webhookOf[kind])
  const accepted = await query(
    `SELECT 1 FROM leads WHERE delivered_at > $1 AND payload IS NOT NULL AND kind IN ('${kinds.join("', '")}') LIMIT 1`,
    [since],
  )
  return accepted.length > 0
}

const fullWarning = `The journal has ${maxHeld} held leads, and none of a bot that could make room. Others are refused, and their visitors see an error. Release or delete some: npm run leads -- list --state held`

/** When there are too many held leads, the oldest honeypot leads make room. The others may be those of people. */
async function hold(
  store: Store,
  query: Query,
  lead: LeadRecord,
  newest: number,
  reason: HoldReason,
): Promise<Receipt> {
  const [row] = await query(`SELECT COUNT(*) AS held FROM leads WHERE state = 'held'`)
  const excess = Number(row?.held) + 1 - maxHeld
  if (excess > 0) {
    const deleted = await query(
      `DELETE FROM leads WHERE id IN (SELECT id FROM leads WHERE state = 'held' AND reason = 'honeypot'
         ORDER BY created_at, id LIMIT ${excess} ${store.skipLocked}) RETURNING id`,
    )
    if (deleted.length === 0) {
      warn(fullWarning)
      return { state: 'held', reason, isStored: false }
    }
  }
  await query(
    `INSERT INTO leads (${newColumns}, state, reason)
     VALUES (${newValues(store.now())}, 'held', $7) RETURNING id`,
    [...valuesOf(lead), newest, reason],
  )
  return { state: 'held', reason, isStored: true }
}

/** Records a lead, and leases it unless another version is being sent. One that waits keeps its attempts and its next one. */
async function recordPending(
  store: Store,
  query: Query,
  lead: LeadRecord,
  newest: number,
  known?: Row,
): Promise<Receipt> {
  const now = store.now()
  const kept = (column: string) =>
    `${column} = CASE WHEN leads.state = 'pending' THEN leads.${column} ELSE excluded.${column} END`
  await query(
    `INSERT INTO leads (${newColumns}, state, waits_from, next_at)
     VALUES (${newValues(now)}, 'pending', ${now}, ${now} + ${busyWaitMs})
     ON CONFLICT (id) DO UPDATE SET version = excluded.version, state = 'pending', reason = NULL, lease = NULL,
       lease_until = NULL, ${['attempts', 'waits_from', 'next_at'].map(kept).join(', ')}, give_up_at = excluded.give_up_at
     RETURNING id`,
    [...valuesOf(lead), newest],
  )
  const row = await lease(store, query, lead.id)
  if (!row) return { state: 'busy' }
  const leased = toLeasedLead(row)
  // It is sent without the journal.
  if (!leased) throw new Error(`The stored data of lead ${lead.id} cannot be read`)
  await recordConsent(query, leased)
  const isRepeat = known?.state === 'pending' && leased.attempts > 0
  return { state: 'leased', lease: { ...leased, ...(isRepeat && { isRepeat }) } }
}

/** The lease of a lead that was busy when it was recorded. */
export async function leaseRecorded(store: Store, lead: LeadRecord): Promise<Receipt> {
  const { lease, superseded } = await leaseNewest(store, lead)
  if (lease) return { state: 'leased', lease, superseded }
  const [row] = await store.read('SELECT state FROM leads WHERE id = $1', [lead.id])
  return { state: row?.state === 'delivered' ? 'delivered' : 'busy' }
}

/**
 * Leases a lead, unless another version is being sent, and deletes the older versions that were not delivered. A lead that is not
 * the newest version is deleted instead. One whose data cannot be read is dead instead, so that the leads behind it are sent:
 * an alert tells ops.
 */
export function leaseNewest(
  store: Store,
  { id, thread }: Pick<LeadRecord, 'id' | 'thread'>,
  /** SQL: a condition on the lead, which may have changed since it was read. */
  where?: string,
): Promise<{ lease?: LeasedLead; superseded: string[] }> {
  return store.transaction(async (query) => {
    await store.lock(query, thread)
    const outdated = await query(
      `DELETE FROM leads WHERE id = $1 AND ${canBeLeased(store.now())} AND NOT ${isNewest} RETURNING id`,
      [id],
    )
    if (outdated.length > 0) return { superseded: [id] }
    const row = await lease(store, query, id, where)
    if (!row) return { superseded: [] }
    const leased = toLeasedLead(row)
    if (!leased) {
      await query(
        `UPDATE leads SET state = 'dead', next_at = NULL, lease = NULL, lease_until = NULL WHERE id = $1 RETURNING id`,
        [id],
      )
      return { superseded: [] }
    }
    // A lead that was held or busy has no proof of consent yet.
    if (leased.attempts === 0) await recordConsent(query, leased)
    return { lease: leased, superseded: await deleteUndelivered(store, query, leased) }
  })
}

async function lease(store: Store, query: Query, id: string, where = 'TRUE') {
  const now = store.now()
  const [row] = await query(
    `UPDATE leads SET state = 'leased', lease = $2, lease_until = ${now} + ${leaseMs},
       replaces = ${lastDeliveredOfThread('leads.thread', 'leads.id')}
     WHERE id = $1 AND ${canBeLeased(now)} AND ${isThreadFree(now)} AND ${where} RETURNING ${leasedColumns}`,
    [id, randomUUID()],
  )
  return row
}

function canBeLeased(now: string): string {
  return `(state = 'pending' OR state = 'leased' AND ${leaseExpired(now)})`
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
      `INSERT INTO leads (id, thread, kind, payload, extras, version, replaces, called_at, attempts, created_at,
         give_up_at, attempted_at, delivered_at, state, outcome)
       SELECT $1, $2, $3, $4, $5, CAST($6 AS BIGINT), ${lastDeliveredOfThread('$2', '$1')}, ${calledOfThread}, 1, ${at},
         ${at} + ${giveUpAfterMs}, ${at}, ${at}, 'delivered', 'delivered'
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
    return deleteUndelivered(store, query, lead, Number(row.version))
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
async function recordConsent(
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

/** Spares one that is being sent. */
async function deleteUndelivered(
  store: Store,
  query: Query,
  { id, thread }: LeadRecord,
  upToVersion = Number.MAX_SAFE_INTEGER,
): Promise<string[]> {
  const deleted = await query(
    `DELETE FROM leads WHERE thread = $1 AND id <> $2 AND version <= $3 AND state <> 'delivered'
       AND (state <> 'leased' OR ${leaseExpired(store.now())}) RETURNING id`,
    [thread, id, upToVersion],
  )
  return deleted.map((row) => String(row.id))
}

const newColumns =
  'id, thread, kind, payload, extras, version, called_at, attempts, created_at, give_up_at'

/** Who was called about one version of a form was called about all. */
const calledOfThread = '(SELECT MAX(called_at) FROM leads WHERE thread = $2)'

/** The values of a new lead. */
function newValues(now: string): string {
  return `$1, $2, $3, $4, $5, ${nextVersion(now, '$6')}, ${calledOfThread}, 0, ${now}, ${now} + ${giveUpAfterMs}`
}

/** SQL: the time, or if the clock was set back, one more than the newest version. */
function nextVersion(now: string, newest: string): string {
  return `CASE WHEN ${now} > CAST(${newest} AS BIGINT) THEN ${now} ELSE CAST(${newest} AS BIGINT) + 1 END`
}

function valuesOf({ id, thread, kind, payload, extras }: LeadRecord): Parameter[] {
  return [id, thread, kind, payload, extras]
}
