import 'server-only'
import type { LeadKind } from '@/lib/site'
import type { Outcome } from './outcomes'
import type { LeadMetadata, Payload } from './payload'
import type { Row } from './store/store'

/** The journal's rows, and the schedule of attempts. */

export const leadStates = ['pending', 'leased', 'delivered', 'suspect', 'dead'] as const
export type LeadState = (typeof leadStates)[number]

/** Why a lead is not sent unless ops release it. */
export type Suspicion = 'honeypot' | 'premium-phone' | 'repeated-phone'

/** Bots must not fill the disk. */
export const maxSuspects = 10_000

export type LeadIds = {
  /** Identifies the entries: the same entries of a submission have the same id. */
  id: string
  /** The same for all corrections of a form. */
  submissionId: string
}

export type LeadRecord = LeadIds & {
  /** The ids it has instead if the journal has a lead with them: see lead-id.ts. */
  before?: LeadIds
  kind: LeadKind
  payload: Payload
  extras: LeadMetadata
}

export type LeasedLead = Omit<LeadRecord, 'submissionId' | 'before'> & {
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
  /** Of the last attempt. Of a suspect, why it is one. `restored` after a restore, which does not know. */
  outcome: Outcome | Suspicion | 'restored' | null
  createdAt: number
  nextAt: number | null
  attemptedAt: number | null
  deliveredAt: number | null
  payload: Payload | null
  extras: LeadMetadata | null
}

/** The columns of a StoredLead, except its personal data. */
export const plainColumns =
  'id, kind, state, attempts, outcome, created_at AS "createdAt", next_at AS "nextAt", attempted_at AS "attemptedAt", delivered_at AS "deliveredAt"'
export const storedColumns = `${plainColumns}, payload, extras`

/** Columns that were not read are null. */
export function toStoredLead(row: Row): StoredLead {
  const parse = (json?: Row[string]) => (json ? JSON.parse(String(json)) : null)
  return { ...row, payload: parse(row.payload), extras: parse(row.extras) } as StoredLead
}

export function toLeasedLead(row: Row): LeasedLead {
  const { payload, extras, ...lead } = toStoredLead(row)
  if (!payload || !extras) throw new Error(`The data of lead ${lead.id} has been deleted`)
  return { ...lead, payload, extras, lease: String(row.lease) }
}

export const leaseMs = 30_000

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** A lead that no webhook has accepted by then is dead, for whatever reason. */
export const giveUpAfterMs = 72 * hour

/** The wait after the first, second, … failed attempt. The last wait repeats. */
export const backoffMs = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
]

/** No wait is longer, whatever the receiver asks for. */
export const maxWaitMs = 27 * hour

/** A lead's attempts after another attempt that failed, and the wait until the next. */
export function nextAttempt(outcome: Outcome, previousAttempts: number, retryAfterMs: number) {
  // A receiver that is too busy for many leads answers most of them with 429, so that does not lengthen the waits.
  const throttled = outcome === 'throttled'
  const attempts = throttled ? previousAttempts : previousAttempts + 1
  const index = throttled ? Math.max(attempts - 1, 1) : attempts - 1
  const wait = backoffMs[Math.min(index, backoffMs.length - 1)] ?? 0
  const jittered = wait * (0.9 + Math.random() * 0.2)
  return { attempts, waitMs: Math.round(Math.max(jittered, retryAfterMs)) }
}
