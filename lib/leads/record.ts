import 'server-only'
import { randomUUID } from 'node:crypto'
import type { SubmitResult } from '../forms/result'
import { recordConsents } from './consent'
import {
  type HoldReason,
  type LeadRecord,
  type LeasedLead,
  leasedColumns,
  maxHeld,
  toLeasedLead,
} from './lead'
import { giveUpAfterMs, leaseExpired, leaseMs } from './schedule'
import type { Query, Row, Store, Value } from './store/database'

/** How a lead gets into the journal. journal.ts has what becomes of it there. */

export type LimitResult = Extract<SubmitResult, { status: 'too-fast' | 'too-many' }>

/** What the limits say about a new lead, and what counts it once it is recorded. */
export type Admission = {
  refused?: LimitResult | null
  reason?: HoldReason | null
  count?: () => Promise<void>
}

/** Applies the limits in the transaction that records a lead. `known` is the lead that the journal has for the same entries. */
export type Admit = (query: Query, known: Row | undefined, isChange: boolean) => Promise<Admission>

/**
 * What has become of a lead. `delivered` means that these entries have been delivered, and `busy` that another process
 * is sending them: call again. `full` means that a held lead found no room, and is not stored.
 */
export type Receipt = {
  id: string
  state: 'leased' | 'held' | 'full' | 'delivered' | 'busy' | 'refused'
  refused?: LimitResult
  lease?: LeasedLead
  reason?: HoldReason
  /** How many honeypot leads made room for a held lead. */
  dropped?: number
}

/**
 * Records a lead and the proof of consent in one transaction, and leases it to the caller, who sends it. A lead counts
 * toward the limits in the same transaction, once, when it is first recorded. A lead that could do harm is held: it is not
 * sent unless ops release it. Every transaction takes its locks in this order, so that two do not wait for each other:
 * lead, counters.
 */
export function recordLead(
  store: Store,
  lead: LeadRecord,
  admit: Admit = async () => ({}),
): Promise<Receipt> {
  return store.transaction(async (query) => {
    const { id } = lead
    const [found] = await query(
      `SELECT leads.state, leads.outcome, erased_leads.id AS erased FROM (SELECT CAST($1 AS TEXT) AS id) AS given
       LEFT JOIN leads ON leads.id = given.id LEFT JOIN erased_leads ON erased_leads.id = given.id`,
      [id],
    )
    const known = found?.state ? found : undefined
    const replaced = await findReplaced(query, lead)
    const { refused, reason, count } = await admit(query, known, replaced !== null)
    if (refused) return { id, state: 'refused', refused }
    // A held lead does not change a lead that the journal has.
    if (reason && known) return { id, state: 'held', reason }
    const receipt = reason
      ? await hold(store, query, lead, reason, replaced)
      : await recordToSend(store, query, lead, replaced, known)
    if (receipt.state !== 'held' && receipt.state !== 'leased') return receipt
    if (found?.erased) await recordReceivedAgain(query, id)
    await count?.()
    return receipt
  })
}

/** Ops had deleted a lead with the same entries. That no longer counts. */
async function recordReceivedAgain(query: Query, id: string): Promise<void> {
  for (const table of ['erased_leads', 'erased_consents'])
    await query(`DELETE FROM ${table} WHERE id = $1 RETURNING id`, [id])
}

/**
 * The newest version of the booking that this lead changes: another tab can have changed it already. Null for an unknown
 * one, and for all other leads.
 */
async function findReplaced(query: Query, lead: LeadRecord): Promise<string | null> {
  const { id, kind, replacedSubmission } = lead
  if (!replacedSubmission) return null
  const [newest] = await query(
    `WITH RECURSIVE versions(version) AS (
       SELECT id FROM leads WHERE submission_id = $1 AND kind = $2
       UNION SELECT id FROM leads JOIN versions ON replaces = version)
     SELECT id FROM leads JOIN versions ON id = version WHERE id <> $3 ORDER BY created_at DESC LIMIT 1`,
    [replacedSubmission, kind, id],
  )
  return newest ? String(newest.id) : null
}

/** When there are too many held leads, the oldest honeypot leads make room. The others may be those of people. */
async function hold(
  { now, skipLocked }: Store,
  query: Query,
  lead: LeadRecord,
  reason: HoldReason,
  replaced: string | null,
): Promise<Receipt> {
  const { id } = lead
  const [row] = await query(`SELECT COUNT(*) AS held FROM leads WHERE state = 'held'`)
  const excess = Number(row?.held) + 1 - maxHeld
  let dropped = 0
  if (excess > 0) {
    const deleted = await query(
      `DELETE FROM leads WHERE id IN (SELECT id FROM leads WHERE state = 'held' AND outcome = 'honeypot'
         ORDER BY created_at, id LIMIT ${excess} ${skipLocked}) RETURNING id`,
    )
    dropped = deleted.length
    if (dropped === 0) return { id, state: 'full', reason }
  }
  const [stored] = await query(
    `INSERT INTO leads (id, submission_id, kind, payload, extras, replaces, attempts, created_at, give_up_at, state,
       outcome)
     VALUES ($1, $2, $3, $4, $5, $6, 0, ${now()}, ${now()} + ${giveUpAfterMs}, 'held', $7)
     ON CONFLICT (id) DO NOTHING RETURNING id`,
    [...columnsOf(lead, replaced), reason],
  )
  // Another process has recorded it meanwhile.
  if (!stored) return { id, state: 'busy' }
  return { id, state: 'held', reason, ...(dropped && { dropped }) }
}

async function recordToSend(
  store: Store,
  query: Query,
  lead: LeadRecord,
  replaced: string | null,
  known?: Row,
): Promise<Receipt> {
  const { id } = lead
  if (known?.state === 'delivered') return { id, state: 'delivered' }
  const lease = await recordLeased(store, query, lead, await deleteUnsent(query, replaced))
  if (!lease) return { id, state: 'busy' }
  const corrects = await deleteCorrected(store, query, lease)
  return { id, state: 'leased', lease: { ...lease, ...(corrects && { corrects }) } }
}

/** Null when another process is sending the lead, or has delivered it meanwhile. */
async function recordLeased(
  store: Store,
  query: Query,
  lead: LeadRecord,
  replaced: string | null,
): Promise<LeasedLead | null> {
  const now = store.now()
  const [row] = await query(
    `INSERT INTO leads (id, submission_id, kind, payload, extras, replaces, attempts, created_at, give_up_at, state,
       lease, lease_until)
     VALUES ($1, $2, $3, $4, $5, $6, 0, ${now}, ${now} + ${giveUpAfterMs}, 'leased', $7, ${now} + ${leaseMs})
     ON CONFLICT (id) DO UPDATE SET state = 'leased', attempts = 0, lease = excluded.lease,
       lease_until = excluded.lease_until, give_up_at = excluded.give_up_at
     WHERE leads.state IN ('pending', 'dead', 'held')
       OR (leads.state = 'leased' AND ${leaseExpired(now)})
     RETURNING ${leasedColumns}`,
    [...columnsOf(lead, replaced), randomUUID()],
  )
  if (!row) return null
  const leased = toLeasedLead(row)
  await recordConsents(store, query, [leased])
  return leased
}

/**
 * Deletes a replaced booking that waits or is held, so that it is never sent after its change. Returns the one that the
 * receiver has: this booking, or if it is deleted, the one that it has replaced.
 */
async function deleteUnsent(query: Query, id: string | null): Promise<string | null> {
  if (!id) return null
  const [deleted] = await query(
    `DELETE FROM leads WHERE id = $1 AND state IN ('pending', 'held') RETURNING replaces`,
    [id],
  )
  if (!deleted) return id
  return deleted.replaces === null ? null : String(deleted.replaces)
}

/** Deletes the pending version of a form that this lead corrects. Returns its id. */
async function deleteCorrected(
  { skipLocked }: Store,
  query: Query,
  { id, kind }: LeasedLead,
): Promise<string | null> {
  const [corrected] = await query(
    `DELETE FROM leads WHERE id IN (SELECT id FROM leads
       WHERE submission_id = (SELECT submission_id FROM leads WHERE id = $1)
         AND state = 'pending' AND kind = $2 AND id <> $1
       ${skipLocked}) RETURNING id`,
    [id, kind],
  )
  return corrected ? String(corrected.id) : null
}

/**
 * Records a lead that was delivered so long ago, while the journal failed, and its proof of consent, unless ops have deleted it
 * since.
 */
export function recordDelivered(store: Store, lead: LeadRecord, ageMs: number): Promise<void> {
  return store.transaction(async (query) => {
    const at = `${store.now()} - CAST($7 AS BIGINT)`
    const [row] = await query(
      `INSERT INTO leads (id, submission_id, kind, payload, extras, replaces, attempts, created_at, give_up_at,
         attempted_at, delivered_at, state, outcome)
       SELECT $1, $2, $3, $4, $5, $6, 1, ${at}, ${at} + ${giveUpAfterMs}, ${at}, ${at}, 'delivered', 'delivered'
       WHERE NOT EXISTS (SELECT 1 FROM erased_leads WHERE id = $1 AND erased_at >= ${at})
       ON CONFLICT (id) DO UPDATE SET state = 'delivered', outcome = 'delivered', next_at = NULL,
         attempted_at = excluded.attempted_at, delivered_at = excluded.delivered_at, lease = NULL, lease_until = NULL
       WHERE leads.state <> 'delivered' RETURNING created_at AS "createdAt"`,
      [...columnsOf(lead, await findReplaced(query, lead)), ageMs],
    )
    if (!row) return
    await recordReceivedAgain(query, lead.id)
    await recordConsents(store, query, [{ ...lead, createdAt: Number(row.createdAt) }])
  })
}

function columnsOf(
  { id, submissionId, kind, payload, extras }: LeadRecord,
  replaced: string | null,
): Value[] {
  return [id, submissionId, kind, JSON.stringify(payload), JSON.stringify(extras), replaced]
}
