import 'server-only'
import { randomUUID } from 'node:crypto'
import { env } from '@/lib/env'
import type { LeadKind } from '@/lib/forms/forms'
import { runtime } from '@/lib/runtime'
import { recordConsents } from './consent'
import {
  type HoldReason,
  type LeadRecord,
  type LeadState,
  type LeasedLead,
  leasedColumns,
  maxHeld,
  plainColumns,
  readLease,
  type StoredLead,
  storedColumns,
  toLeasedLead,
  toStoredLead,
} from './lead'
import {
  judge,
  type LeadCounters,
  type Refusal,
  type Verdict,
  withReserve,
} from './limits/counters'
import { countInJournal, readCounters, resetInJournal } from './limits/in-journal'
import { countLeadInMemory } from './limits/in-memory'
import type { Outcome } from './outcomes'
import { giveUpAfterMs, leaseExpired, leaseMs, maxWaitMs, nextAttempt } from './schedule'
import type { Database, Query, Row, Store, Value } from './store/database'
import { openPostgres } from './store/postgres'
import { openSqlite } from './store/sqlite'
import { createStore } from './store/store'

/** The journal that DATABASE_URL names, or null when there is none. Throws when its file cannot be opened. */
export function getJournal(): Journal | null {
  if (!env.journal) return null
  runtime.store ??= createStore(openDatabase(env.journal))
  return new Journal(runtime.store)
}

export function openDatabase(url: string): Database {
  return url.startsWith('file:') ? openSqlite(url.slice('file:'.length)) : openPostgres(url)
}

/** What `receive` checks before it records a new lead. */
export type Limits = { counters?: LeadCounters; holdReason?: HoldReason | null }

/**
 * What has become of a lead. `delivered` means that these entries have been delivered, and `busy` that another process
 * is sending them: call again. `full` means that a held lead found no room, and is not stored.
 */
export type Receipt = {
  id: string
  state: 'leased' | 'held' | 'full' | 'delivered' | 'busy' | 'refused'
  refused?: Refusal
  lease?: LeasedLead
  reason?: HoldReason
  /** How many honeypot leads made room for a held lead. */
  dropped?: number
}

/**
 * The journal is an outbox: it records a lead before the lead is sent, and says which leads still have to be sent.
 * So a failing webhook or a killed process loses no lead. Each method moves a lead from one state to another:
 *
 *   receive         new, pending, dead, held, leased (expired) ──▶ leased, or new ──▶ held (see hold.ts)
 *   settle          leased ──▶ delivered   2xx
 *                   leased ──▶ pending     attempt failed: due after a wait (backoffMs)
 *   returnLease     leased ──▶ pending     not attempted: due now
 *   leaseNextDue    pending, leased (expired) ──▶ leased
 *   settleDelivered pending, dead, leased ──▶ delivered   was sent while the journal failed
 *   recordDelivered new ──▶ delivered   the same
 *   giveUp          pending, leased (expired) ──▶ dead   not accepted in time (giveUpAfterMs)
 *   setAside        pending, leased ──▶ dead    in a restored backup
 *   importRows      new, or pending, leased, dead, held ──▶ delivered   was delivered from another journal
 *   makeDue         pending, dead, held ──▶ pending   requested by ops: due now, or one after the other
 *   release         held ──▶ pending   the same, for all of a reason
 *
 * A lease is one process's right to send a lead. A lease expires, so after a process was killed, another process can
 * lease the lead and send it under the same id. A lead's id identifies its entries: corrected entries are another lead,
 * and `receive` deletes the older version if it is pending. A booking that was accepted and is changed later is another
 * lead, too, which names the one that it replaces. retention.ts deletes old leads.
 *
 * Times come from the store: with PostgreSQL, from the database's clock, because the clocks of instances can differ.
 */
export class Journal {
  constructor(readonly store: Store) {}

  static open(database: Database): Journal {
    return new Journal(createStore(database))
  }

  /**
   * Records a lead and the proof of consent in one transaction, and leases it to the caller, who sends it. A lead counts
   * toward the limits in the same transaction, once, when it is first recorded. A lead that could do harm is recorded as a
   * held, which is not sent unless ops release it. Every transaction takes its locks in this order, so that two do not
   * wait for each other: lead, counters.
   */
  receive(lead: LeadRecord, limits: Limits = {}): Promise<Receipt> {
    return this.store.transaction(async (query) => {
      // The lead that the journal already has for these entries.
      const { id } = lead
      const [known] = await query('SELECT state, outcome FROM leads WHERE id = $1', [id])
      const replaced = await this.findReplaced(query, lead)
      const { refused, reason, counted } = await this.judge(query, limits, known, replaced !== null)
      if (refused) return { id, state: 'refused', refused }
      // A held lead does not change a lead that the journal has.
      if (reason && known) return { id, state: 'held', reason }
      // At once, so that leads which the journal cannot record meanwhile find it counted.
      if (!reason && counted.length > 0) countLeadInMemory(id, counted)
      const receipt = reason
        ? await this.hold(query, lead, reason, replaced)
        : await this.recordToSend(query, lead, replaced, known)
      if (receipt.state !== 'held' && receipt.state !== 'leased') return receipt
      if (counted.length > 0) await countInJournal(query, counted, this.now)
      return receipt
    })
  }

  /**
   * The newest version of the booking that this lead changes: another tab can have changed it already. Null for an unknown
   * one, and for all other leads.
   */
  private async findReplaced(query: Query, lead: LeadRecord): Promise<string | null> {
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

  /**
   * A lead that the journal has does not count again, except that a held lead has not been sent yet. A change of a booking
   * has a reserve, so that visitors who have used up a limit can still mend what they have sent.
   */
  private async judge(
    query: Query,
    { counters, holdReason = null }: Limits,
    known?: Row,
    isChange = false,
  ): Promise<Verdict> {
    const isCounted = known && known.state !== 'held'
    if (!counters || isCounted) return judge(undefined, holdReason, () => 0)
    const all = isChange ? withReserve(counters) : counters
    const { delay, client, contacts, total } = all
    // A lead that the total has held has counted toward its contacts.
    const rest = { delay: [], client: [], contacts: known?.outcome === 'flood' ? [] : contacts }
    const read = [...delay, ...client, ...contacts, ...total]
    const left = known ? { ...all, ...rest } : all
    return judge(left, holdReason, await readCounters(query, read, this.now))
  }

  /** The two seconds begin with an accepted lead, so a lead that could not be delivered ends them. */
  endDelay({ delay }: LeadCounters): Promise<void> {
    return resetInJournal(this.store.write, delay)
  }

  /** When there are too many held leads, the oldest honeypot leads make room. The others may be those of people. */
  private async hold(
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
           ORDER BY created_at, id LIMIT ${excess} ${this.store.skipLocked}) RETURNING id`,
      )
      dropped = deleted.length
      if (dropped === 0) return { id, state: 'full', reason }
    }
    const [stored] = await query(
      `INSERT INTO leads (id, submission_id, kind, payload, extras, replaces, attempts, created_at, give_up_at, state,
         outcome)
       VALUES ($1, $2, $3, $4, $5, $6, 0, ${this.now}, ${this.giveUpAt}, 'held', $7)
       ON CONFLICT (id) DO NOTHING RETURNING id`,
      [...columnsOf(lead, replaced), reason],
    )
    // Another process has recorded it meanwhile.
    if (!stored) return { id, state: 'busy' }
    return { id, state: 'held', reason, ...(dropped && { dropped }) }
  }

  private async recordToSend(
    query: Query,
    lead: LeadRecord,
    replaced: string | null,
    known?: Row,
  ): Promise<Receipt> {
    const { id } = lead
    if (known?.state === 'delivered') return { id, state: 'delivered' }
    const lease = await this.recordLeased(query, lead, await this.deleteUnsent(query, replaced))
    if (!lease) return { id, state: 'busy' }
    const corrects = await this.deleteCorrected(query, lease)
    return { id, state: 'leased', lease: { ...lease, ...(corrects && { corrects }) } }
  }

  /** Null when another process is sending the lead, or has delivered it meanwhile. */
  private async recordLeased(
    query: Query,
    lead: LeadRecord,
    replaced: string | null,
  ): Promise<LeasedLead | null> {
    const [row] = await query(
      `INSERT INTO leads (id, submission_id, kind, payload, extras, replaces, attempts, created_at, give_up_at, state,
         lease, lease_until)
       VALUES ($1, $2, $3, $4, $5, $6, 0, ${this.now}, ${this.giveUpAt}, 'leased', $7, ${this.now} + ${leaseMs})
       ON CONFLICT (id) DO UPDATE SET state = 'leased', attempts = 0, lease = excluded.lease,
         lease_until = excluded.lease_until, give_up_at = excluded.give_up_at
       WHERE leads.state IN ('pending', 'dead', 'held')
         OR (leads.state = 'leased' AND ${this.leaseExpired})
       RETURNING ${leasedColumns}`,
      [...columnsOf(lead, replaced), randomUUID()],
    )
    if (!row) return null
    const leased = toLeasedLead(row)
    await recordConsents(this.store, query, [leased])
    return leased
  }

  /**
   * Deletes a replaced booking that waits or is held, so that it is never sent after its change. Returns the one that the
   * receiver has: this booking, or if it is deleted, the one that it has replaced.
   */
  private async deleteUnsent(query: Query, id: string | null): Promise<string | null> {
    if (!id) return null
    const [deleted] = await query(
      `DELETE FROM leads WHERE id = $1 AND state IN ('pending', 'held') RETURNING replaces`,
      [id],
    )
    if (!deleted) return id
    return deleted.replaces === null ? null : String(deleted.replaces)
  }

  /** Deletes the pending version of a form that this lead corrects. Returns its id. */
  private async deleteCorrected(query: Query, { id, kind }: LeasedLead): Promise<string | null> {
    const [corrected] = await query(
      `DELETE FROM leads WHERE id IN (SELECT id FROM leads
         WHERE submission_id = (SELECT submission_id FROM leads WHERE id = $1)
           AND state = 'pending' AND kind = $2 AND id <> $1
         ${this.store.skipLocked}) RETURNING id`,
      [id, kind],
    )
    return corrected ? String(corrected.id) : null
  }

  /**
   * Makes the leads of these states due now, or the one with this id. They get all their time again. A lead that was set
   * aside after a restore needs its id.
   */
  makeDue(states: readonly LeadState[], id?: string): Promise<number> {
    if (id === undefined) return this.makeDueWhere(this.canBeDue(states), [])
    return this.makeDueWhere(`${inStates(states)} AND id = $1`, [id])
  }

  /** How many leads of these states `makeDueInOrder` changes. */
  async countDue(states: readonly LeadState[]): Promise<number> {
    const where = this.canBeDue(states)
    const [row] = await this.store.read(`SELECT COUNT(*) AS leads FROM leads WHERE ${where}`)
    return Number(row?.leads)
  }

  /**
   * Makes all leads of these states due one after the other: so many a minute, or all now in this order, because of several
   * due leads the one that became due last is sent first.
   */
  async makeDueInOrder(
    states: readonly LeadState[],
    oldestFirst: boolean,
    perMinute?: number,
  ): Promise<number> {
    const order = oldestFirst ? 'ASC' : 'DESC'
    const wait = perMinute ? `place * 60000 / ${perMinute}` : '-place'
    const due = await this.store.write(
      `UPDATE leads SET ${this.makesDue}, next_at = ${this.now} + ${wait}
       FROM (SELECT id AS lead, ROW_NUMBER() OVER (ORDER BY created_at ${order}, id ${order}) - 1 AS place
         FROM leads WHERE ${this.canBeDue(states)}) AS places
       WHERE id = lead RETURNING id`,
    )
    return due.length
  }

  /** Makes all leads due now that are held leads for one of these reasons, and came since then. */
  release(reasons: readonly HoldReason[], since: number): Promise<number> {
    const where = `state = 'held' AND outcome IN ('${reasons.join("', '")}') AND created_at >= $1`
    return this.makeDueWhere(where, [since])
  }

  private async makeDueWhere(where: string, values: Value[]): Promise<number> {
    const due = await this.update(`${this.makesDue}, next_at = ${this.now}`, where, values)
    return due.length
  }

  private canBeDue(states: readonly LeadState[]): string {
    return `${inStates(states)} AND (outcome IS NULL OR outcome <> 'restored')`
  }

  private get makesDue(): string {
    return `state = 'pending', give_up_at = ${this.giveUpAt},
      attempts = CASE WHEN state = 'dead' THEN 0 ELSE attempts END,
      outcome = CASE WHEN state = 'held' THEN NULL ELSE outcome END`
  }

  /**
   * Leases one due lead, looking for the kinds in this order. Expired leases come first, then the lead that became due
   * last, so that new leads do not wait behind a backlog.
   */
  async leaseNextDue(kinds: readonly LeadKind[]): Promise<LeasedLead | null> {
    for (const kind of kinds) {
      // Unlike a lease, reading needs no lock.
      const [due] = await this.store.read(`SELECT ${this.nextDue('$1')} AS id`, [kind])
      if (!due?.id) continue
      const [row] = await this.update(
        `state = 'leased', lease = $1, lease_until = ${this.now} + ${leaseMs}`,
        `id = ${this.nextDue('$2', this.store.skipLocked)} AND (state <> 'leased' OR ${this.leaseExpired})`,
        [randomUUID(), kind],
        leasedColumns,
      )
      if (!row) continue
      const leased = readLease(row)
      if (!leased) {
        // So that the leads behind it are sent. The alert tells ops of a dead lead.
        await this.update(`state = 'dead', next_at = NULL, ${unleased}`, 'id = $1', [
          String(row.id),
        ])
        return this.leaseNextDue(kinds)
      }
      // A released held has no proof of consent yet.
      if (leased.attempts === 0) await recordConsents(this.store, this.store.write, [leased])
      return leased
    }
    return null
  }

  /** A lead that waits for longer than any wait is long became due by a clock that was ahead. */
  private nextDue(kind: string, skipLocked = ''): string {
    const pending = `SELECT id FROM leads WHERE kind = ${kind} AND state = 'pending' AND next_at`
    return `COALESCE(
      (SELECT id FROM leads WHERE kind = ${kind} AND state = 'leased' AND ${this.leaseExpired}
       LIMIT 1 ${skipLocked}),
      (${pending} <= ${this.now} ORDER BY next_at DESC LIMIT 1 ${skipLocked}),
      (${pending} > ${this.now} + ${maxWaitMs} LIMIT 1 ${skipLocked}))`
  }

  /**
   * Ends a lease with the outcome of an attempt. Returns the new state, or null when the lease had expired and another
   * process has leased the lead.
   */
  async settle(lead: LeasedLead, outcome: Outcome, retryAfterMs = 0): Promise<LeadState | null> {
    const delivered = outcome === 'delivered'
    const state = delivered ? 'delivered' : 'pending'
    const { attempts, waitMs } = nextAttempt(outcome, lead.attempts, retryAfterMs)
    const [row] = await this.update(
      `state = $3, outcome = $4, attempts = $5, attempted_at = ${this.now},
       next_at = ${this.now} + CAST($6 AS BIGINT),
       delivered_at = CASE WHEN $4 = 'delivered' THEN ${this.now} END, ${unleased}`,
      'id = $1 AND lease = $2',
      [lead.id, lead.lease, state, outcome, attempts, delivered ? null : waitMs],
    )
    return row ? state : null
  }

  /**
   * Ends the attempts of all leads of a restored backup, which may have been delivered since. Returns their ids. Ops
   * can make each due again by its id.
   */
  async setAside(): Promise<string[]> {
    const waiting = `state IN ('pending', 'leased')`
    const set = `state = 'dead', outcome = 'restored', next_at = NULL, ${unleased}`
    return (await this.update(set, waiting, [])).map(({ id }) => String(id))
  }

  /** Ends the attempts of some leads that were not accepted in time. Returns them. */
  async giveUp(limit: number): Promise<Pick<StoredLead, 'id' | 'kind' | 'outcome'>[]> {
    const rows = await this.update(
      `state = 'dead', next_at = NULL, ${unleased}`,
      // A lead is never given up before this age. The age has an index.
      `id IN (SELECT id FROM leads WHERE state IN ('pending', 'leased')
         AND created_at <= ${this.now} - ${giveUpAfterMs} AND give_up_at <= ${this.now}
         AND (state = 'pending' OR ${this.leaseExpired}) LIMIT ${limit} ${this.store.skipLocked})`,
      [],
      plainColumns,
    )
    return rows.map(toStoredLead)
  }

  /** Settles leads that were delivered while the journal failed. Returns those that the journal has. */
  async settleDelivered(ids: readonly string[]): Promise<string[]> {
    const isOneOf = `id IN (${ids.map((_, index) => `$${index + 1}`).join(', ')})`
    const found = await this.store.read(`SELECT id FROM leads WHERE ${isOneOf}`, ids)
    if (found.length > 0)
      await this.update(
        `state = 'delivered', outcome = 'delivered', delivered_at = ${this.now},
         attempted_at = ${this.now}, next_at = NULL, ${unleased}`,
        `${isOneOf} AND state <> 'delivered'`,
        ids,
      )
    return found.map(({ id }) => String(id))
  }

  /** Records a lead that was delivered so long ago, while the journal failed, and its proof of consent. */
  recordDelivered(lead: LeadRecord, ageMs: number): Promise<void> {
    return this.store.transaction(async (query) => {
      const at = `${this.now} - CAST($7 AS BIGINT)`
      const [row] = await query(
        `INSERT INTO leads (id, submission_id, kind, payload, extras, replaces, attempts, created_at, give_up_at,
           attempted_at, delivered_at, state, outcome)
         SELECT $1, $2, $3, $4, $5, $6, 1, ${at}, ${at} + ${giveUpAfterMs}, ${at}, ${at}, 'delivered', 'delivered'
         WHERE NOT EXISTS (SELECT 1 FROM erased_leads WHERE id = $1)
         ON CONFLICT (id) DO UPDATE SET state = 'delivered', outcome = 'delivered', next_at = NULL,
           attempted_at = excluded.attempted_at, delivered_at = excluded.delivered_at, ${unleased}
         WHERE leads.state <> 'delivered' RETURNING created_at AS "createdAt"`,
        [...columnsOf(lead, await this.findReplaced(query, lead)), ageMs],
      )
      if (row)
        await recordConsents(this.store, query, [{ ...lead, createdAt: Number(row.createdAt) }])
    })
  }

  /** Ends a lease without an attempt. The lead is due now. */
  async returnLease({ id, lease }: LeasedLead): Promise<void> {
    await this.update(`${this.dueNow}, ${unleased}`, 'id = $1 AND lease = $2', [id, lease])
  }

  private get now(): string {
    return this.store.now()
  }

  private update(set: string, where: string, values: readonly Value[], returning = 'id') {
    return this.store.write(`UPDATE leads SET ${set} WHERE ${where} RETURNING ${returning}`, values)
  }

  private get giveUpAt(): string {
    return `${this.now} + ${giveUpAfterMs}`
  }

  private get dueNow(): string {
    return `state = 'pending', next_at = ${this.now}`
  }

  get leaseExpired(): string {
    return leaseExpired(this.now)
  }

  async find(id: string): Promise<StoredLead | null> {
    const [row] = await this.store.read(`SELECT ${storedColumns} FROM leads WHERE id = $1`, [id])
    return row ? toStoredLead(row) : null
  }
}

function inStates(states: readonly LeadState[]): string {
  return `state IN ('${states.join("', '")}')`
}

const unleased = 'lease = NULL, lease_until = NULL'

function columnsOf(
  { id, submissionId, kind, payload, extras }: LeadRecord,
  replaced: string | null,
): Value[] {
  return [id, submissionId, kind, JSON.stringify(payload), JSON.stringify(extras), replaced]
}
