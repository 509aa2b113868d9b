import 'server-only'
import type { LeadKind } from '@/lib/site'
import type { LeadMetadata, Payload } from '../payload'
import type { Outcome } from '../webhook'
import type { Row } from './store'

/** The journal's rows, and the schedule of attempts. */

export type LeadState = 'pending' | 'leased' | 'delivered' | 'suspect' | 'dead'
export const leadStates: LeadState[] = ['pending', 'leased', 'delivered', 'suspect', 'dead']

/** Why a lead is not sent unless ops release it. */
export type Suspicion = 'honeypot' | 'premium-phone' | 'repeated-phone'

/** Bots must not fill the disk. */
export const maxSuspects = 10_000

export type LeadRecord = {
  /** Identifies the entries: the same entries of a submission have the same id. See lead-id.ts. */
  id: string
  /** The same for all corrections of a form. */
  submissionId: string
  kind: LeadKind
  payload: Payload
  extras: LeadMetadata
}

export type LeasedLead = Omit<LeadRecord, 'submissionId'> & {
  attempts: number
  createdAt: number
  /** Identifies the lease. Only its holder can settle the lead. */
  lease: string
  /** The older version that this lead has replaced. */
  corrects?: string
}

export type StoredLead = {
  id: string
  kind: LeadKind
  state: LeadState
  attempts: number
  /** Of the last attempt. Of a suspect, why it is one. */
  outcome: Outcome | Suspicion | null
  createdAt: number
  nextAt: number | null
  attemptedAt: number | null
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
  'attempted_at',
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

/** No wait is longer, whatever the receiver asks for. */
export const maxWaitMs = 27 * hour

/** A lead's attempts and state after another attempt, and the wait until the next. */
export function nextState(
  outcome: Outcome,
  previousAttempts: number,
  retryAfterMs: number,
): { state: LeadState; attempts: number; waitMs: number | null } {
  // A receiver that is too busy for many leads answers most of them with 429, so that does not count.
  const throttled = outcome === 'throttled'
  const attempts = throttled ? previousAttempts : previousAttempts + 1
  if (outcome === 'delivered') return { state: 'delivered', attempts, waitMs: null }
  const wait = backoffMs[throttled ? Math.max(attempts - 1, 1) : attempts - 1]
  if (wait === undefined) return { state: 'dead', attempts, waitMs: null }
  const jittered = wait * (0.9 + Math.random() * 0.2)
  return { state: 'pending', attempts, waitMs: Math.round(Math.max(jittered, retryAfterMs)) }
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
    outcome: row.outcome as StoredLead['outcome'],
    createdAt: Number(row.created_at),
    nextAt: number(row.next_at),
    attemptedAt: number(row.attempted_at),
    deliveredAt: number(row.delivered_at),
    payload: row.payload ? JSON.parse(String(row.payload)) : null,
    extras: row.extras ? JSON.parse(String(row.extras)) : null,
  }
}
