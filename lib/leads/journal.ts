import 'server-only'
import { type LeadKind, leadKinds } from '@/lib/forms/forms'
import { env } from '@/lib/server/env'
import { log, OpsError } from '@/lib/server/log'
import { perProcess } from '@/lib/server/per-process'
import {
  type LeadFilter,
  type LeadState,
  type LeasedLead,
  plainColumns,
  type StoredLead,
  storedColumns,
  toStoredLead,
} from './lead'
import { giveUpAfterMs, nextAttempt, type Outcome } from './outcomes'
import { isNewest, isThreadFree, leaseExpired, leaseNewest } from './record'
import { createStore, type Database, type Parameter, type Store } from './store/database'
import { openPostgres } from './store/postgres'
import { openSqlite } from './store/sqlite'

/** The journal that DATABASE_URL names, or null when there is none. Throws when its file cannot be opened. */
export function getJournal(): Journal | null {
  if (!env.journal) return null
  opened.store ??= createStore(openDatabase(env.journal))
  return new Journal(opened.store)
}

/** The same for counts of visits, on one connection of its own: no lead waits for a count, or fails because one was slow. */
export function getVisitStore(): Store | null {
  if (!env.journal) return null
  opened.visits ??= createStore(openDatabase(env.journal, 1))
  return opened.visits
}

type Opened = { store?: Store; visits?: Store }
export const opened = perProcess('journal', (): Opened => ({}))

export function openDatabase(url: string, connections?: number): Database {
  return url.startsWith('file:')
    ? openSqlite(url.slice('file:'.length))
    : openPostgres(url, connections)
}

/**
 * The journal is an outbox: it records a lead before the lead is sent, and says which leads still have to be sent.
 * So a failing webhook or a killed process loses no lead. The states of a lead, and what moves it from one to another:
 *
 *   recordLead      new, pending, dead, held, leased (expired) ──▶ leased, or while another version of its thread is being sent
 *                   ──▶ pending, or new ──▶ held (admit.ts)
 *                   older versions that are not delivered or being sent ──▶ gone
 *                   leased ──▶ leased, as the newest version: comes again while it is being sent
 *   settle          leased ──▶ delivered   2xx
 *                   leased ──▶ pending     attempt failed: due after a wait (backoffMs)
 *   returnLease     leased ──▶ pending     not attempted: due now, or after a wait
 *   leaseNewest     pending, leased (expired) ──▶ leased, or ──▶ gone where there is a newer version, or ──▶ dead where its data
 *                   cannot be read
 *   recordDelivered new, pending, dead, held, leased ──▶ delivered   was sent while the journal failed
 *                   older versions that are not delivered or being sent ──▶ gone
 *   giveUp          pending, leased (expired) ──▶ dead   not accepted in time (giveUpAfterMs)
 *   makeDue         pending, dead, held, delivered ──▶ pending   requested by ops: due now
 *   makeAllDue      the same, for several: due now, or one after the other
 *   setAside        pending, leased ──▶ dead    in a restored backup
 *   maintain        delivered, dead, held ──▶ gone   by age (maintenance.ts)
 *   deleteLead      any ──▶ gone   requested by a person (lib/cli/erase.ts)
 *
 * Times come from the store: with PostgreSQL, from the database's clock, because the clocks of instances can differ.
 */
export class Journal {
  constructor(readonly store: Store) {}

  static open(database: Database): Journal {
    return new Journal(createStore(database))
  }

  /** Makes the lead with this id due now, if it is in one of these states. It gets all its time again. */
  async makeDue(states: readonly LeadState[], id: string): Promise<number> {
    const where = `${inStates(states)} AND ${canBeSentAgain} AND id = $1`
    return (await this.update(`${this.makesDue}, next_at = ${this.now}`, where, [id])).length
  }

  /** How many leads `makeAllDue` changes. */
  async countDue(wanted: LeadFilter): Promise<number> {
    const sql = `SELECT COUNT(*) AS leads FROM leads WHERE ${canBeDue(wanted)}`
    const [row] = await this.store.read(sql)
    return Number(row?.leads)
  }

  /**
   * Makes these leads due, the newest first: so many a minute, or all now, because of several due leads the one that became
   * due last is sent first. A lead that was set aside after a restore needs its id.
   */
  async makeAllDue(wanted: LeadFilter, perMinute?: number): Promise<number> {
    const count = perMinute ? await this.countDue(wanted) : 0
    const longestMinutes = giveUpAfterMs / 60_000
    // Those that were not sent by then are given up.
    if (perMinute && count > perMinute * longestMinutes)
      throw new OpsError(
        `${count} leads would take longer than ${longestMinutes / 60} hours: give --per-minute ${Math.ceil(count / longestMinutes)} or more.`,
      )
    const wait = perMinute ? `place * 60000 / ${perMinute}` : '-place'
    const due = await this.store.write(
      `UPDATE leads SET ${this.makesDue}, next_at = ${this.now} + ${wait}
       FROM (SELECT id AS lead, ROW_NUMBER() OVER (ORDER BY created_at DESC, id DESC) - 1 AS place
         FROM leads WHERE ${canBeDue(wanted)}) AS places
       WHERE id = lead AND ${canBeDue(wanted)} RETURNING id`,
    )
    return due.length
  }

  /** The data of a lead is deleted by the time of its delivery, so one that waits again has none. */
  private get makesDue(): string {
    return `${this.waits}, give_up_at = ${this.now} + ${giveUpAfterMs}, delivered_at = NULL,
      attempts = CASE WHEN state IN ('dead', 'delivered') THEN 0 ELSE attempts END,
      reason = CASE WHEN state = 'delivered' OR reason = 'sent-again' THEN 'sent-again' END`
  }

  /**
   * Leases one due lead, looking for the kinds in this order. Expired leases come first, then the lead that became due
   * last, so that new leads do not wait behind a backlog.
   */
  async leaseNextDue(kinds: readonly LeadKind[]): Promise<LeasedLead | null> {
    for (const kind of kinds)
      for (;;) {
        // Unlike a lease, reading needs no lock.
        const [due] = await this.store.read(
          `SELECT id, thread FROM leads WHERE id = ${this.nextDue('$1')}`,
          [kind],
        )
        if (!due) break
        const lead = { id: String(due.id), thread: String(due.thread) }
        const { lease, superseded } = await leaseNewest(this.store, lead, this.isDue)
        for (const id of superseded) log('superseded', { id, kind })
        if (lease) return lease
      }
    return null
  }

  /** A wait that begins in the future was written by a clock that was ahead. */
  private nextDue(kind: string): string {
    const [pending, leased] = ['pending', 'leased'].map(
      (state) =>
        `SELECT id FROM leads WHERE kind = ${kind} AND state = '${state}' AND ${isThreadFree(this.now)}`,
    )
    return `COALESCE(
      (${leased} AND ${this.leaseExpired} LIMIT 1),
      (${pending} AND next_at <= ${this.now} ORDER BY next_at DESC LIMIT 1),
      (${pending} AND waits_from > ${this.now} + 1000 ORDER BY waits_from LIMIT 1))`
  }

  private get isDue(): string {
    return `(state = 'leased' OR next_at <= ${this.now} OR waits_from > ${this.now} + 1000)`
  }

  /**
   * Ends a lease with the outcome of an attempt. Returns the new state, or null when the lease had expired and another
   * process has leased the lead.
   */
  async settle(lead: LeasedLead, outcome: Outcome, retryAfterMs = 0): Promise<LeadState | null> {
    const delivered = outcome === 'delivered'
    const state = delivered ? 'delivered' : 'pending'
    const { attempts, waitMs } = nextAttempt(outcome, lead.attempts, retryAfterMs)
    const isKept = lead.isRepeat && !delivered
    const next = `, waits_from = ${this.now}, next_at = ${this.now} + CAST($6 AS BIGINT)`
    const [row] = await this.update(
      `state = $3, outcome = $4, attempts = $5, attempted_at = ${this.now}${isKept ? '' : next},
       delivered_at = CASE WHEN $4 = 'delivered' THEN ${this.now} END, ${unleased}`,
      isLeasedBy,
      [
        ...[lead.id, lead.lease, state, outcome, isKept ? lead.attempts : attempts],
        ...(isKept ? [] : [delivered ? null : waitMs]),
      ],
    )
    return row ? state : null
  }

  /**
   * Ends the attempts of all leads of a restored backup, which may have been delivered since. Returns their ids. Ops
   * can make each due again by its id.
   */
  async setAside(): Promise<string[]> {
    const waiting = `state IN ('pending', 'leased')`
    const set = `state = 'dead', reason = 'restored', next_at = NULL, ${unleased}`
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

  /** Records that the visitor was called, once, and for all versions of the form. False when no lead that was sent has this id. */
  recordCall(id: string): Promise<boolean> {
    return this.store.transaction(async (query) => {
      const sql = `SELECT thread FROM leads WHERE id = $1 AND state <> 'held'`
      const [lead] = await query(sql, [id])
      if (!lead) return false
      await this.store.lock(query, String(lead.thread))
      const called = await query(
        `UPDATE leads SET called_at = COALESCE(called_at, ${this.now}) WHERE thread = $1 RETURNING id`,
        [String(lead.thread)],
      )
      return called.length > 0
    })
  }

  /** Ends a lease without an attempt. The lead is due now, or after a wait. */
  async returnLease({ id, lease }: LeasedLead, waitMs = 0): Promise<void> {
    const set = `${this.waits}, next_at = ${this.now} + CAST($3 AS BIGINT), ${unleased}`
    await this.update(set, isLeasedBy, [id, lease, waitMs])
  }

  private get now(): string {
    return this.store.now()
  }

  private update(set: string, where: string, values: readonly Parameter[], returning = 'id') {
    return this.store.write(`UPDATE leads SET ${set} WHERE ${where} RETURNING ${returning}`, values)
  }

  private get waits(): string {
    return `state = 'pending', waits_from = ${this.now}`
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

function canBeDue({
  states = ['pending', 'dead'],
  reasons,
  since = 0,
  until = Number.MAX_SAFE_INTEGER,
}: LeadFilter): string {
  const reason = reasons ? `IN ('${reasons.join("', '")}')` : `IS NULL OR reason <> 'restored'`
  return `${inStates(states)} AND (reason ${reason}) AND created_at >= ${since} AND created_at < ${until}
    AND ${canBeSentAgain} AND kind IN ('${leadKinds.join("', '")}')`
}

/** SQL. An older version would arrive last. */
const canBeSentAgain = `(state <> 'delivered' OR payload IS NOT NULL AND ${isNewest})`

const isLeasedBy = `id = $1 AND lease = $2 AND state = 'leased'`
const unleased = 'lease = NULL, lease_until = NULL'
