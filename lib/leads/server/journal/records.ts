import 'server-only'
import { createHash } from 'node:crypto'
import type { LeadKind } from '@/lib/site'
import type { LeadMetadata, Payload } from '../payload'
import type { Outcome } from '../webhook'
import type { Row } from './store'

/** What the journal stores: its rows, how its tables came to be, and when a failed lead is due again. */

export type LeadState = 'pending' | 'leased' | 'delivered' | 'suspect' | 'dead'
export const leadStates: LeadState[] = ['pending', 'leased', 'delivered', 'suspect', 'dead']

export type LeadRecord = { id: string; kind: LeadKind; payload: Payload; extras: LeadMetadata }

export type LeasedLead = LeadRecord & {
  attempts: number
  createdAt: number
  /** Proof of the lease: who settles must show it. */
  lease: string
}

export type StoredLead = {
  id: string
  kind: LeadKind
  state: LeadState
  attempts: number
  outcome: Outcome | null
  createdAt: number
  nextAt: number | null
  deliveredAt: number | null
  payload: Payload | null
  extras: LeadMetadata | null
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

export const migrations = [
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
  'CREATE TABLE rate_limits (key VARCHAR(255) PRIMARY KEY, points INTEGER NOT NULL DEFAULT 0, expire BIGINT)',
  'ALTER TABLE leads ADD COLUMN corrected_by TEXT',
  // The deployment that tried the lead last.
  'ALTER TABLE leads ADD COLUMN deployment TEXT',
  'DROP INDEX leads_due',
  'CREATE INDEX leads_claim ON leads (kind, state, next_at)',
  'CREATE INDEX leads_by_state ON leads (state, created_at, id)',
  'CREATE INDEX leads_by_time ON leads (created_at, id)',
  `CREATE INDEX leads_personal ON leads (delivered_at) WHERE state = 'delivered' AND payload IS NOT NULL`,
  'CREATE TABLE journal_check (id INTEGER PRIMARY KEY, filling TEXT NOT NULL)',
  'CREATE TABLE alerts (name TEXT PRIMARY KEY, state TEXT NOT NULL)',
  `CREATE INDEX leads_undelivered ON leads (kind, state, created_at) WHERE state IN ('pending', 'leased', 'dead')`,
]

/** Where a lead stands after a try, and for how long it waits. A try by hand is not counted in `attempts`. */
export function nextState(
  outcome: Outcome,
  attempts: number,
  retryAfterMs: number,
): { state: LeadState; waitMs: number | null } {
  if (outcome === 'delivered') return { state: 'delivered', waitMs: null }
  const wait = backoffMs[Math.max(attempts - 1, 0)]
  if (outcome === 'gone' || wait === undefined) return { state: 'dead', waitMs: null }
  const jittered = wait * (0.9 + Math.random() * 0.2)
  return { state: 'pending', waitMs: Math.round(Math.max(jittered, retryAfterMs)) }
}

/** Whether a stored payload has the same entries. One whose personal data is gone was delivered weeks ago, and has not. */
export function sameEntries(lead: LeadRecord, stored: Row[string] | undefined): boolean {
  return Boolean(stored) && entriesOf(JSON.parse(String(stored))) === entriesOf(lead.payload)
}

/** The id of a changed lead, formatted as a UUID. The same change has the same id, so a repeated correction is one lead. */
export function correctionId({ id, payload }: LeadRecord): string {
  const hash = createHash('sha256').update(id).update(entriesOf(payload)).digest('hex')
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-a$4-$5')
}

/** What the visitor entered: the payload without the time of submission. */
function entriesOf(payload: Payload): string {
  const { submittedAt, submissionDate, submissionTime, ...entries } = payload
  return JSON.stringify(entries)
}

export function toLeasedLead(row: Row): LeasedLead {
  const { payload, extras, ...kept } = toStoredLead(row)
  if (!payload || !extras) throw new Error(`Lead ${kept.id} has no data left to send`)
  return { ...kept, payload, extras, lease: String(row.lease) }
}

export function toStoredLead(row: Row): StoredLead {
  const number = (value: Row[string] | undefined) =>
    value === null || value === undefined ? null : Number(value)
  return {
    id: String(row.id),
    kind: row.kind as LeadKind,
    state: row.state as LeadState,
    attempts: Number(row.attempts),
    outcome: row.outcome as Outcome | null,
    createdAt: Number(row.created_at),
    nextAt: number(row.next_at),
    deliveredAt: number(row.delivered_at),
    payload: row.payload ? JSON.parse(String(row.payload)) : null,
    extras: row.extras ? JSON.parse(String(row.extras)) : null,
  }
}
