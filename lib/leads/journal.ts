import 'server-only'
import { createHash, randomUUID } from 'node:crypto'
import type { LeadKind } from '@/lib/site'
import type { Outcome } from './delivery'
import type { Extras, Payload } from './payload'
import type { Query, Row, Store } from './store/store'

/**
 * The journal: a lead is written down before it is sent.
 *
 *   (new) ──record──▶ leased ──settle: 2xx──▶ delivered ──purge──▶ delivered, without personal data
 *                      │  ▲
 *     settle: not 2xx  │  │ claim (due), record (the visitor tries again)
 *                      ▼  │
 *                    pending ──settle: last try failed, or 410──▶ dead ──revive──▶ pending
 *
 * Changed entries of a delivered lead are a new lead, which the delivered one names in `corrected_by`.
 *
 * A lease is one process's right to send. It ends by itself, so a killed process leaves nothing stuck;
 * then the lead is due again, under the same id. What looks like a bot's is `suspect`: kept, and sent only when
 * somebody releases it to pending.
 */

export type State = 'pending' | 'leased' | 'delivered' | 'suspect' | 'dead'
export const states: State[] = ['pending', 'leased', 'delivered', 'suspect', 'dead']

export type Recorded = { id: string; kind: LeadKind; payload: Payload; extras: Extras }

export type Leased = Recorded & {
  attempts: number
  createdAt: number
  /** Proof of the lease: who settles must show it. */
  lease: string
}

export type Kept = {
  id: string
  kind: LeadKind
  state: State
  attempts: number
  outcome: Outcome | null
  createdAt: number
  nextAt: number | null
  deliveredAt: number | null
  payload: Payload | null
  extras: Extras | null
}

export const leaseMs = 30_000

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** How long to wait after the first, second, … failed try. After the last of them a lead is dead. */
export const backoffMs = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]

const migrations = [
  `CREATE TABLE leads (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    payload TEXT,
    extras TEXT,
    attempts INTEGER NOT NULL,
    outcome TEXT,
    lease TEXT,
    lease_until BIGINT,
    next_at BIGINT,
    created_at BIGINT NOT NULL,
    delivered_at BIGINT
  )`,
  'CREATE INDEX leads_due ON leads (state, next_at)',
  // The columns are the rate limiter's own.
  'CREATE TABLE rate_limits (key VARCHAR(255) PRIMARY KEY, points INTEGER NOT NULL DEFAULT 0, expire BIGINT)',
  'ALTER TABLE leads ADD COLUMN corrected_by TEXT',
]

export class Journal {
  private ready?: Promise<void>

  constructor(private readonly store: Store) {}

  get name() {
    return this.store.name
  }

  /**
   * Writes a lead down and leases it to the caller. Recorded again, an undelivered lead takes the newest entries.
   * Changed entries of a delivered lead become a lead of their own; unchanged ones are not sent again.
   * `busy` means that another process is sending the lead: ask again.
   */
  async record(lead: Recorded, now: Date): Promise<Leased | 'delivered' | 'busy'> {
    const rows = await this.query(
      `INSERT INTO leads (id, kind, state, payload, extras, attempts, lease, lease_until, created_at)
       VALUES ($1, $2, 'leased', $3, $4, 0, $5, $6, $7)
       ON CONFLICT (id) DO UPDATE SET
         kind = $2, state = 'leased', payload = $3, extras = $4, attempts = 0, lease = $5, lease_until = $6
       WHERE leads.state IN ('pending', 'dead') OR (leads.state = 'leased' AND ${leaseExpired('$7')})
       RETURNING *`,
      [
        lead.id,
        lead.kind,
        JSON.stringify(lead.payload),
        JSON.stringify(lead.extras),
        randomUUID(),
        now.getTime() + leaseMs,
        now.getTime(),
      ],
    )
    if (rows[0]) return toLeased(rows[0])
    const [present] = await this.query(
      'SELECT state, payload, corrected_by FROM leads WHERE id = $1',
      [lead.id],
    )
    // Between the two statements the other process may have settled the lead as pending.
    if (present?.state !== 'delivered' && present?.state !== 'suspect') return 'busy'
    if (present.corrected_by) return this.record({ ...lead, id: String(present.corrected_by) }, now)
    if (sameEntries(lead, present.payload)) return 'delivered'
    await this.query(
      'UPDATE leads SET corrected_by = $2 WHERE id = $1 AND corrected_by IS NULL RETURNING id',
      [lead.id, correctionId(lead)],
    )
    return this.record(lead, now)
  }

  /** Keeps what looks like a bot's: never sent, unless somebody releases it. */
  async suspect(lead: Recorded, now: Date): Promise<void> {
    const rows = await this.query(
      `INSERT INTO leads (id, kind, state, payload, extras, attempts, created_at)
       VALUES ($1, $2, 'suspect', $3, $4, 0, $5)
       ON CONFLICT (id) DO UPDATE SET payload = $3, extras = $4 WHERE leads.state = 'suspect'
       RETURNING id`,
      [
        lead.id,
        lead.kind,
        JSON.stringify(lead.payload),
        JSON.stringify(lead.extras),
        now.getTime(),
      ],
    )
    if (rows[0]) return
    const [present] = await this.query('SELECT payload FROM leads WHERE id = $1', [lead.id])
    if (!sameEntries(lead, present?.payload))
      await this.suspect({ ...lead, id: correctionId(lead) }, now)
  }

  /** A suspect that turned out to be a person is due now. */
  async release(id: string, now: Date): Promise<boolean> {
    const rows = await this.query(
      `UPDATE leads SET state = 'pending', next_at = $2 WHERE id = $1 AND state = 'suspect' RETURNING id`,
      [id, now.getTime()],
    )
    return rows.length > 0
  }

  /** Leases the due lead that has waited longest, of the kinds that can be sent now. */
  async claim(kinds: readonly LeadKind[], now: Date): Promise<Leased | null> {
    if (kinds.length === 0) return null
    return this.lease(
      `SELECT id FROM leads
       WHERE kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')})
         AND ((state = 'pending' AND next_at <= $1) OR (state = 'leased' AND ${leaseExpired('$1')}))
       ORDER BY next_at LIMIT 1 ${this.store.skipLocked}`,
      now,
    )
  }

  /** Leases one lead by hand, whatever it waits for; null where there is none to send. */
  async claimOne(id: string, now: Date): Promise<Leased | null> {
    return this.lease(
      `SELECT id FROM leads
       WHERE id = $4 AND (state IN ('pending', 'dead') OR (state = 'leased' AND ${leaseExpired('$1')}))`,
      now,
      [id],
    )
  }

  private async lease(pick: string, now: Date, values: string[] = []): Promise<Leased | null> {
    const [row] = await this.query(
      `UPDATE leads SET state = 'leased', lease = $2, lease_until = $3
       WHERE id = (${pick}) AND (state <> 'leased' OR ${leaseExpired('$1')})
       RETURNING *`,
      [now.getTime(), randomUUID(), now.getTime() + leaseMs, ...values],
    )
    return row ? toLeased(row) : null
  }

  /**
   * Ends a lease with what came of it, and says where the lead stands now. A lease that has passed to
   * somebody else is theirs to settle: null.
   */
  async settle(lead: Leased, outcome: Outcome, now: Date, retryAfterMs = 0): Promise<State | null> {
    const attempts = lead.attempts + 1
    const { state, nextAt } = afterTry(outcome, attempts, now.getTime(), retryAfterMs)
    const [row] = await this.query(
      `UPDATE leads SET state = $3, outcome = $4, attempts = $5, next_at = $6, delivered_at = $7,
         lease = NULL, lease_until = NULL
       WHERE id = $1 AND lease = $2 RETURNING id`,
      [
        lead.id,
        lead.lease,
        state,
        outcome,
        attempts,
        nextAt,
        state === 'delivered' ? now.getTime() : null,
      ],
    )
    return row ? state : null
  }

  /** Gives a lease back untried: there is nowhere to send the lead to, yet. */
  async postpone(lead: Leased, now: Date): Promise<void> {
    await this.query(
      `UPDATE leads SET state = 'pending', next_at = $3, lease = NULL, lease_until = NULL
       WHERE id = $1 AND lease = $2`,
      [lead.id, lead.lease, now.getTime()],
    )
  }

  /** Leads from before a start that died because their webhook was gone try again: it may know a new address. */
  async revive(start: Date): Promise<number> {
    const rows = await this.query(
      `UPDATE leads SET state = 'pending', attempts = 0, next_at = $1
       WHERE state = 'dead' AND outcome = 'gone' AND created_at < $1 RETURNING id`,
      [start.getTime()],
    )
    return rows.length
  }

  /** Takes the personal data off leads delivered before a day; id, times and outcome stay. */
  async purge(before: Date): Promise<number> {
    const rows = await this.query(
      `UPDATE leads SET payload = NULL, extras = NULL
       WHERE state = 'delivered' AND delivered_at < $1 AND payload IS NOT NULL RETURNING id`,
      [before.getTime()],
    )
    return rows.length
  }

  async counts(): Promise<Record<State, number> & { oldestUndelivered: number | null }> {
    const rows = await this.query(
      'SELECT state, COUNT(*) AS leads, MIN(created_at) AS oldest FROM leads GROUP BY state',
    )
    const of = (state: State) => rows.find((row) => row.state === state)
    const waiting = [of('pending'), of('leased'), of('dead')].flatMap((row) => row?.oldest ?? [])
    return {
      ...(Object.fromEntries(
        states.map((state) => [state, Number(of(state)?.leads ?? 0)]),
      ) as Record<State, number>),
      oldestUndelivered: waiting.length > 0 ? Math.min(...waiting.map(Number)) : null,
    }
  }

  async list(): Promise<Kept[]> {
    return (await this.query('SELECT * FROM leads ORDER BY created_at')).map(toKept)
  }

  async find(id: string): Promise<Kept | null> {
    const [row] = await this.query('SELECT * FROM leads WHERE id = $1', [id])
    return row ? toKept(row) : null
  }

  close(): Promise<void> {
    return this.store.close()
  }

  /** Tables are made with the first query that gets through; a database that is away is asked again. */
  private async query(sql: string, values: Parameters<Query>[1] = []): Promise<Row[]> {
    this.ready ??= this.store.migrate(migrations).catch((error) => {
      this.ready = undefined
      throw error
    })
    await this.ready
    return this.store.query(sql, values)
  }
}

/** A lease further ahead than any lease can be was written by a clock that has been set back since. */
function leaseExpired(now: string): string {
  const at = `CAST(${now} AS BIGINT)`
  return `(leads.lease_until <= ${at} OR leads.lease_until > ${at} + ${leaseMs * 2})`
}

function afterTry(outcome: Outcome, attempts: number, now: number, retryAfterMs: number) {
  if (outcome === 'delivered') return { state: 'delivered', nextAt: null } as const
  const wait = backoffMs[attempts - 1]
  if (outcome === 'gone' || wait === undefined) return { state: 'dead', nextAt: null } as const
  const jittered = wait * (0.9 + Math.random() * 0.2)
  return { state: 'pending', nextAt: Math.round(now + Math.max(jittered, retryAfterMs)) } as const
}

/** What the visitor entered: the payload without the time of submission. */
function entriesOf(payload: Payload): string {
  const { submittedAt, submissionDate, submissionTime, ...entries } = payload
  return JSON.stringify(entries)
}

/** An entry without personal data left compares as different: it was delivered weeks ago. */
function sameEntries(lead: Recorded, stored: Row[string] | undefined): boolean {
  return Boolean(stored) && entriesOf(JSON.parse(String(stored))) === entriesOf(lead.payload)
}

/** The id of a changed lead, formatted as a UUID. The same change has the same id, so a repeated correction is one lead. */
function correctionId({ id, payload }: Recorded): string {
  const hash = createHash('sha256').update(id).update(entriesOf(payload)).digest('hex')
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-a$4-$5')
}

function toLeased(row: Row): Leased {
  const { payload, extras, ...kept } = toKept(row)
  if (!payload || !extras) throw new Error(`Lead ${kept.id} has no data left to send`)
  return { ...kept, payload, extras, lease: String(row.lease) }
}

function toKept(row: Row): Kept {
  const number = (value: Row[string] | undefined) =>
    value === null || value === undefined ? null : Number(value)
  return {
    id: String(row.id),
    kind: row.kind as LeadKind,
    state: row.state as State,
    attempts: Number(row.attempts),
    outcome: row.outcome as Outcome | null,
    createdAt: Number(row.created_at),
    nextAt: number(row.next_at),
    deliveredAt: number(row.delivered_at),
    payload: row.payload ? JSON.parse(String(row.payload)) : null,
    extras: row.extras ? JSON.parse(String(row.extras)) : null,
  }
}
