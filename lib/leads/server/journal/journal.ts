import 'server-only'
import { randomUUID } from 'node:crypto'
import { env } from '@/lib/server/env'
import { processWide } from '@/lib/server/process-wide'
import type { LeadKind } from '@/lib/site'
import type { Outcome } from '../webhook'
import { openPostgres } from './postgres'
import {
  correctionId,
  type LeadFilter,
  type LeadRecord,
  type LeadState,
  type LeasedLead,
  leaseMs,
  nextState,
  type StoredLead,
  sameEntries,
  storedColumns,
  toLeasedLead,
  toStoredLead,
} from './records'
import { openSqlite } from './sqlite'
import { MigratedStore, type Store } from './store'

/** The journal that DATABASE_URL names, or null when there is none. Throws when its file cannot be opened. */
export function getJournal(): Journal | null {
  const url = env.journal
  return url
    ? processWide(`journal ${url}`, () => new Journal(openStore(url), env.deployment))
    : null
}

export function openStore(url: string): Store {
  return url.startsWith('file:') ? openSqlite(url.slice('file:'.length)) : openPostgres(url)
}

/**
 * The journal is an outbox: it records a lead before the lead is sent, and says which leads still have to be sent.
 * So a failing webhook or a killed process loses no lead. Each method moves a lead from one state to another:
 *
 *   record          new, pending, dead, leased (expired) ──▶ leased
 *   settle          leased ──▶ delivered   2xx
 *                   leased ──▶ pending     attempt failed: due after a wait (backoffMs)
 *                   leased ──▶ dead        last attempt failed, or every address answered 410
 *   returnLease     leased ──▶ pending     not attempted: due now
 *   leaseNextDue    pending, leased (expired) ──▶ leased
 *   leaseById       pending, dead, leased (expired) ──▶ leased   requested by ops
 *   requeueGone     dead ──▶ pending           after 410, in the next deployment
 *   recordSuspect   new ──▶ suspect            honeypot was filled in
 *   releaseSuspect  suspect ──▶ pending        requested by ops
 *
 * A lease is one process's right to send a lead. A lease expires, so after a process was killed, another process can
 * lease the lead and send it under the same id. If a visitor changes a delivered lead and submits it again, that is a
 * new lead, and the delivered one names it in `corrected_by`. retention.ts deletes old leads.
 *
 * Times come from the store: with PostgreSQL, from the database's clock, because the clocks of instances can differ.
 */
export class Journal extends MigratedStore {
  constructor(
    store: Store,
    private deployment: string = randomUUID(),
  ) {
    super(store)
  }

  /**
   * Records a lead and leases it to the caller. If an undelivered lead has the same id, the new entries replace its
   * entries. If a delivered lead has the same id, changed entries become a new lead, and `delivered` says that nothing
   * changed. `busy` means that another process is sending the lead: call again.
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
    // Another process may have settled the lead as pending since the INSERT.
    if (present?.state !== 'delivered' && present?.state !== 'suspect') return 'busy'
    if (present.corrected_by) return this.record({ ...lead, id: String(present.corrected_by) })
    if (sameEntries(lead, present.payload)) return 'delivered'
    await this.query(
      'UPDATE leads SET corrected_by = $2 WHERE id = $1 AND corrected_by IS NULL RETURNING id',
      [lead.id, correctionId(lead)],
    )
    return this.record(lead)
  }

  /** Records a lead that looks like a bot's. It is not sent unless ops release it. */
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

  /** Makes a suspect due now. False when no suspect has this id. */
  async releaseSuspect(id: string): Promise<boolean> {
    const rows = await this.query(
      `UPDATE leads SET state = 'pending', next_at = ${this.now} WHERE id = $1 AND state = 'suspect' RETURNING id`,
      [id],
    )
    return rows.length > 0
  }

  /**
   * Leases one due lead, looking for the kinds in this order. Expired leases come first, then the lead that became due
   * last, so that new leads do not wait behind a backlog.
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

  /** Leases a pending or dead lead, due or not. Null when the lead cannot be leased. */
  async leaseById(id: string): Promise<LeasedLead | null> {
    return this.lease(
      `(SELECT id FROM leads
        WHERE id = $2 AND (state IN ('pending', 'dead') OR (state = 'leased' AND ${this.leaseExpired})))`,
      id,
    )
  }

  private async lease(selectId: string, value: string): Promise<LeasedLead | null> {
    const [row] = await this.query(
      `UPDATE leads SET state = 'leased', lease = $1, lease_until = ${this.now} + ${leaseMs}
       WHERE id = ${selectId} AND (state <> 'leased' OR ${this.leaseExpired})
       RETURNING *`,
      [randomUUID(), value],
    )
    return row ? toLeasedLead(row) : null
  }

  /**
   * Ends a lease with the outcome of an attempt. Returns the new state, or null when the lease had expired and another
   * process has leased the lead. A manual attempt does not count toward the scheduled attempts.
   */
  async settle(
    lead: LeasedLead,
    outcome: Outcome,
    { retryAfterMs = 0, manual = false } = {},
  ): Promise<LeadState | null> {
    const attempts = lead.attempts + (manual ? 0 : 1)
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

  /** Ends a lease without an attempt. The lead is due now. */
  async returnLease(lead: LeasedLead): Promise<void> {
    await this.query(
      `UPDATE leads SET state = 'pending', next_at = ${this.now}, lease = NULL, lease_until = NULL
       WHERE id = $1 AND lease = $2 RETURNING id`,
      [lead.id, lead.lease],
    )
  }

  /** Starts another deployment without a restart: webhook addresses have changed. */
  startDeployment(): void {
    this.deployment = randomUUID()
  }

  /** Makes leads due again that died from a 410 in another deployment: this one may have a new webhook address. */
  async requeueGone(): Promise<number> {
    const rows = await this.query(
      `UPDATE leads SET state = 'pending', attempts = 0, next_at = ${this.now}
       WHERE state = 'dead' AND outcome = 'gone' AND (deployment IS NULL OR deployment <> $1) RETURNING id`,
      [this.deployment],
    )
    return rows.length
  }

  /** The selected leads, oldest first, in pages. Columns that are omitted are null. */
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

  /** An end further away than a lease is long was written before the clock was set back. */
  private get leaseExpired(): string {
    return `(leads.lease_until <= ${this.now} OR leads.lease_until > ${this.now} + ${leaseMs * 2})`
  }
}
