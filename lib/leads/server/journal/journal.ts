import 'server-only'
import { randomBytes, randomUUID } from 'node:crypto'
import type { LeadKind } from '@/lib/site'
import type { Outcome } from '../webhook'
import {
  correctionId,
  type LeadRecord,
  type LeadState,
  type LeasedLead,
  leaseMs,
  migrations,
  nextState,
  type StoredLead,
  sameEntries,
  toLeasedLead,
  toStoredLead,
} from './records'
import type { Query, Row, Store } from './store'

/**
 * The journal: a lead is written down before it is sent.
 *
 *   (new) ──record──▶ leased ──settle: 2xx──▶ delivered ──▶ without personal data ──▶ deleted
 *                     │ ▲  │
 *   settle: not 2xx,  │ │  └──settle: last try failed, or 410──▶ dead ──▶ announced ──▶ deleted
 *   postpone: untried │ │                                        │ │
 *                     │ │ claim (due), claimOne (by hand),       │ │
 *                     │ │ record (the visitor tries again) ◀─────┘ │ revive (next deployment)
 *                     ▼ │                                          │
 *                   pending ◀──────────────────────────────────────┘
 *
 *   (new) ──suspect──▶ suspect ──release (by hand)──▶ pending; else announced ──▶ deleted
 *
 * A lease is one process's right to send. It ends by itself, so a killed process leaves nothing stuck: then the
 * lead is due again, under the same id. Changed entries of a delivered lead are a new lead, which the delivered one
 * names in `corrected_by`. A suspect looks like a bot's. What is deleted when, retention.ts says.
 *
 * Times are the store's: with PostgreSQL the database's clock decides, whatever the clocks of the instances say.
 */
export class Journal {
  private ready?: Promise<void>
  private lastWriteWorked = false

  constructor(
    private readonly store: Store,
    /** Leads that died because their webhook was gone are tried again by the next deployment. */
    private deployment: string = randomUUID(),
  ) {}

  get name() {
    return this.store.name
  }

  /** SQL for the current time in milliseconds. */
  get now() {
    return this.store.now()
  }

  /** SQL behind a SELECT that picks rows to change, where several instances pick at once. */
  get skipLocked() {
    return this.store.skipLocked
  }

  /**
   * Writes a lead down and leases it to the caller. Recorded again, an undelivered lead takes the newest entries.
   * Changed entries of a delivered lead become a lead of their own; unchanged ones are not sent again.
   * `busy` means that another process is sending the lead: ask again.
   */
  async record(lead: LeadRecord): Promise<LeasedLead | 'delivered' | 'busy'> {
    const rows = await this.query(
      `INSERT INTO leads (id, kind, state, payload, extras, attempts, lease, lease_until, created_at)
       VALUES ($1, $2, 'leased', $3, $4, 0, $5, ${this.now} + ${leaseMs}, ${this.now})
       ON CONFLICT (id) DO UPDATE SET
         kind = $2, state = 'leased', payload = $3, extras = $4, attempts = 0, lease = $5,
         lease_until = excluded.lease_until
       WHERE leads.state IN ('pending', 'dead') OR (leads.state = 'leased' AND ${this.leaseExpired})
       RETURNING *`,
      [lead.id, lead.kind, JSON.stringify(lead.payload), JSON.stringify(lead.extras), randomUUID()],
    )
    if (rows[0]) return toLeasedLead(rows[0])
    const [present] = await this.query(
      'SELECT state, payload, corrected_by FROM leads WHERE id = $1',
      [lead.id],
    )
    // Between the two statements the other process may have settled the lead as pending.
    if (present?.state !== 'delivered' && present?.state !== 'suspect') return 'busy'
    if (present.corrected_by) return this.record({ ...lead, id: String(present.corrected_by) })
    if (sameEntries(lead, present.payload)) return 'delivered'
    await this.query(
      'UPDATE leads SET corrected_by = $2 WHERE id = $1 AND corrected_by IS NULL RETURNING id',
      [lead.id, correctionId(lead)],
    )
    return this.record(lead)
  }

  /** Keeps what looks like a bot's: never sent, unless somebody releases it. */
  async recordSuspect(lead: LeadRecord): Promise<void> {
    const rows = await this.query(
      `INSERT INTO leads (id, kind, state, payload, extras, attempts, created_at)
       VALUES ($1, $2, 'suspect', $3, $4, 0, ${this.now})
       ON CONFLICT (id) DO UPDATE SET payload = $3, extras = $4 WHERE leads.state = 'suspect'
       RETURNING id`,
      [lead.id, lead.kind, JSON.stringify(lead.payload), JSON.stringify(lead.extras)],
    )
    if (rows[0]) return
    const [present] = await this.query('SELECT payload FROM leads WHERE id = $1', [lead.id])
    if (!sameEntries(lead, present?.payload))
      await this.recordSuspect({ ...lead, id: correctionId(lead) })
  }

  /** A suspect that turned out to be a person is due now. */
  async releaseSuspect(id: string): Promise<boolean> {
    const rows = await this.query(
      `UPDATE leads SET state = 'pending', next_at = ${this.now} WHERE id = $1 AND state = 'suspect' RETURNING id`,
      [id],
    )
    return rows.length > 0
  }

  /**
   * Leases one due lead of the kinds, those of the first kind first: what a killed process left, then the lead that
   * became due last, so that new leads do not wait behind a backlog.
   */
  async leaseNextDue(kinds: readonly LeadKind[]): Promise<LeasedLead | null> {
    for (const kind of kinds) {
      const lead = await this.lease(
        `COALESCE(
           (SELECT id FROM leads WHERE kind = $2 AND state = 'leased' AND ${this.leaseExpired}
            LIMIT 1 ${this.skipLocked}),
           (SELECT id FROM leads WHERE kind = $2 AND state = 'pending' AND next_at <= ${this.now}
            ORDER BY next_at DESC LIMIT 1 ${this.skipLocked}))`,
        kind,
      )
      if (lead) return lead
    }
    return null
  }

  /** Leases one lead by hand, whatever it waits for; null where there is none to send. */
  async leaseById(id: string): Promise<LeasedLead | null> {
    return this.lease(
      `(SELECT id FROM leads
        WHERE id = $2 AND (state IN ('pending', 'dead') OR (state = 'leased' AND ${this.leaseExpired})))`,
      id,
    )
  }

  private async lease(pick: string, value: string): Promise<LeasedLead | null> {
    const [row] = await this.query(
      `UPDATE leads SET state = 'leased', lease = $1, lease_until = ${this.now} + ${leaseMs}
       WHERE id = ${pick} AND (state <> 'leased' OR ${this.leaseExpired})
       RETURNING *`,
      [randomUUID(), value],
    )
    return row ? toLeasedLead(row) : null
  }

  /**
   * Ends a lease with what came of it, and says where the lead stands now. A lease that has passed to
   * somebody else is theirs to settle: null. A try by hand does not use up a scheduled one.
   */
  async settle(
    lead: LeasedLead,
    outcome: Outcome,
    { retryAfterMs = 0, byHand = false } = {},
  ): Promise<LeadState | null> {
    const attempts = lead.attempts + (byHand ? 0 : 1)
    const { state, waitMs } = nextState(outcome, attempts, retryAfterMs)
    const [row] = await this.query(
      `UPDATE leads SET state = $3, outcome = $4, attempts = $5, deployment = $6,
         next_at = ${this.now} + CAST($7 AS BIGINT),
         delivered_at = CASE WHEN $4 = 'delivered' THEN ${this.now} END,
         lease = NULL, lease_until = NULL
       WHERE id = $1 AND lease = $2 RETURNING id`,
      [lead.id, lead.lease, state, outcome, attempts, this.deployment, waitMs],
    )
    return row ? state : null
  }

  /** Gives a lease back untried: the lead is due now. */
  async returnLease(lead: LeasedLead): Promise<void> {
    await this.query(
      `UPDATE leads SET state = 'pending', next_at = ${this.now}, lease = NULL, lease_until = NULL
       WHERE id = $1 AND lease = $2 RETURNING id`,
      [lead.id, lead.lease],
    )
  }

  /** Counts what comes as another deployment: webhook addresses have changed without a restart. */
  startDeployment(): void {
    this.deployment = randomUUID()
  }

  /** Leads that died because their webhook was gone try again in another deployment: it may know a new address. */
  async requeueGone(): Promise<number> {
    const rows = await this.query(
      `UPDATE leads SET state = 'pending', attempts = 0, next_at = ${this.now}
       WHERE state = 'dead' AND outcome = 'gone' AND (deployment IS NULL OR deployment <> $1) RETURNING id`,
      [this.deployment],
    )
    return rows.length
  }

  /** The chosen leads in the order in which they came, a page at a time. What is omitted is null. */
  async *pages({
    states = [],
    kinds = [],
    since = 0,
    omit = [],
  }: LeadFilter = {}): AsyncGenerator<StoredLead[]> {
    const among = (column: string, values: readonly string[]) =>
      values.length > 0 ? `${column} IN ('${values.join("', '")}') AND` : ''
    const where = `${among('state', states)} ${among('kind', kinds)}`
    const columns = storedColumns.filter((column) => !omit.some((each) => each === column))
    const size = omit.includes('payload') ? 1000 : 200
    let last: StoredLead | undefined
    do {
      const rows = await this.query(
        `SELECT ${columns.join(', ')} FROM leads WHERE ${where} (created_at, id) > ($1, $2)
         ORDER BY created_at, id LIMIT ${size}`,
        [last?.createdAt ?? since, last?.id ?? ''],
      )
      const page = rows.map(toStoredLead)
      if (page.length > 0) yield page
      last = page.length === size ? page.at(-1) : undefined
    } while (last)
  }

  async find(id: string): Promise<StoredLead | null> {
    const [row] = await this.query('SELECT * FROM leads WHERE id = $1', [id])
    return row ? toStoredLead(row) : null
  }

  close(): Promise<void> {
    return this.store.close()
  }

  /**
   * Throws where a lead could not be recorded now. Reading would not notice a full disk, so unless the last write
   * worked this writes more than a lead needs.
   */
  async check(): Promise<void> {
    if (this.lastWriteWorked) await this.query('SELECT 1')
    else
      await this.query(
        `INSERT INTO journal_check (id, filling) VALUES (1, $1)
         ON CONFLICT (id) DO UPDATE SET filling = excluded.filling RETURNING id`,
        [randomBytes(48_000).toString('base64')],
      )
  }

  /** Tables are made with the first query that gets through; a database that is away is asked again. */
  async query(sql: string, values: Parameters<Query>[1] = []): Promise<Row[]> {
    const writes = !sql.startsWith('SELECT')
    try {
      this.ready ??= this.store.migrate(migrations).catch((error) => {
        this.ready = undefined
        throw error
      })
      await this.ready
      const rows = await this.store.query(sql, values)
      // A change that found no row wrote nothing.
      if (writes && rows.length > 0) this.lastWriteWorked = true
      return rows
    } catch (error) {
      if (writes) this.lastWriteWorked = false
      throw error
    }
  }

  /** A lease further ahead than any lease can be was written by a clock that has been set back since. */
  private get leaseExpired(): string {
    return `(leads.lease_until <= ${this.now} OR leads.lease_until > ${this.now} + ${leaseMs * 2})`
  }
}

const storedColumns = [
  'id',
  'kind',
  'state',
  'attempts',
  'outcome',
  'created_at',
  'next_at',
  'delivered_at',
  'payload',
  'extras',
]

export type LeadFilter = {
  states?: readonly LeadState[]
  kinds?: readonly LeadKind[]
  /** The earliest time of receipt, in milliseconds since 1970. */
  since?: number
  omit?: readonly ('payload' | 'extras')[]
}
