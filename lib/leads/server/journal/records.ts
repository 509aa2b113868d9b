import 'server-only'
import { createHash } from 'node:crypto'
import type { LeadKind } from '@/lib/site'
import type { LeadMetadata, Payload } from '../payload'
import type { Outcome } from '../webhook'
import type { Row } from './store'

/** The journal's rows, its migrations, and the schedule of attempts. */

export type LeadState = 'pending' | 'leased' | 'delivered' | 'suspect' | 'dead'
export const leadStates: LeadState[] = ['pending', 'leased', 'delivered', 'suspect', 'dead']

export type LeadRecord = { id: string; kind: LeadKind; payload: Payload; extras: LeadMetadata }

export type LeasedLead = LeadRecord & {
  attempts: number
  createdAt: number
  /** Identifies the lease. Only its holder can settle the lead. */
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

/** The columns of a StoredLead. */
export const storedColumns = [
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

export const leaseMs = 30_000

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** The wait after the first, second, … failed attempt. A lead that fails once more after the last wait is dead. */
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
  // The deployment of the last attempt.
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

/** A lead's state after an attempt, and the wait until the next. Manual attempts are not counted in `attempts`. */
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

/** Whether a stored payload has the same entries. False when its personal data has been deleted. */
export function sameEntries(lead: LeadRecord, stored: Row[string] | undefined): boolean {
  return Boolean(stored) && entriesOf(JSON.parse(String(stored))) === entriesOf(lead.payload)
}

/** The id of a corrected lead, as a UUID. The same correction has the same id, so repeating it adds no lead. */
export function correctionId({ id, payload }: LeadRecord): string {
  const hash = createHash('sha256').update(id).update(entriesOf(payload)).digest('hex')
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-a$4-$5')
}

/** The visitor's entries: the payload without the time of submission. */
function entriesOf(payload: Payload): string {
  const { submittedAt, submissionDate, submissionTime, ...entries } = payload
  return JSON.stringify(entries)
}

export function toLeasedLead(row: Row): LeasedLead {
  const { payload, extras, ...lead } = toStoredLead(row)
  if (!payload || !extras) throw new Error(`The data of lead ${lead.id} has been deleted`)
  return { ...lead, payload, extras, lease: String(row.lease) }
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
