import 'server-only'
import type { Attribution } from '@/lib/forms/attribution'
import type { LeadKind } from '@/lib/forms/forms'
import { warn } from '@/lib/server/log'
import type { Outcome } from './outcomes'
import type { Row } from './store/database'

/** Where receivers tell that the visitor of a lead was called. */
export const calledPath = '/api/leads/called'

export const leadStates = ['pending', 'leased', 'delivered', 'held', 'dead'] as const
export type LeadState = (typeof leadStates)[number]

/** Why a lead is not sent unless ops release it. */
export const holdReasons = [
  'honeypot',
  'unsafe-phone',
  'repeated-phone',
  'repeated-email',
  'flood',
] as const
export type HoldReason = (typeof holdReasons)[number]

/** Which leads ops mean. Without states or reasons, all. */
export type LeadFilter = {
  states?: readonly LeadState[]
  reasons?: readonly (HoldReason | 'restored')[]
  /** The earliest time of receipt, in milliseconds since 1970. */
  since?: number | undefined
  /** The time before which they were received. */
  until?: number | undefined
}

/** Bots must not fill the disk. At the limit, only leads with a filled honeypot make room. */
export const maxHeld = 10_000

export type Payload = Readonly<Record<string, string>>

/** What is stored with a lead besides its payload. */
export type LeadMetadata = {
  /** Names the text that the visitor agreed to. */
  consent: string
  attribution?: Attribution
  /** The personal data has been deleted, also that in the attribution. */
  purged?: true
}

export type LeadRecord = {
  /** Identifies the entries: the same entries of a submission have the same id. */
  id: string
  /** The submission id of the first version of the form. Only the browser that has filled in the form knows it. */
  thread: string
  kind: LeadKind
  payload: Payload
  extras: LeadMetadata
}

/** What is sent: a lead that is leased, or one that the journal could not record. */
export type SentLead = LeadRecord & {
  /** Grows with each version of a form. */
  version: number
  /** The last version that was delivered, at the time when this one was leased. */
  replaces: string | null
}

export type LeasedLead = SentLead & {
  attempts: number
  createdAt: number
  /** Identifies this lease. Only its holder can settle the lead. */
  lease: string
  /** Its visitor posted it again. If this fails, the next attempt is made when it would have been. */
  isRepeat?: true
}

export type StoredLead = {
  id: string
  kind: LeadKind
  state: LeadState
  replaces: string | null
  attempts: number
  /** Of the last attempt. */
  outcome: Outcome | null
  /** Why it is not sent although no attempt has failed for long, or is sent although it was delivered. */
  reason: HoldReason | 'restored' | 'sent-again' | null
  createdAt: number
  nextAt: number | null
  attemptedAt: number | null
  deliveredAt: number | null
  /** When a receiver first told that the visitor was called, about whichever version of the form. */
  calledAt: number | null
  payload: Payload | null
  extras: LeadMetadata | null
  /** The text of a column that has no JSON object. Its value is null then. */
  unreadable?: { payload?: string; extras?: string }
}

/** The columns of a StoredLead, except its personal data. */
export const plainColumns =
  'id, kind, state, replaces, attempts, outcome, reason, created_at AS "createdAt", next_at AS "nextAt", attempted_at AS "attemptedAt", delivered_at AS "deliveredAt", called_at AS "calledAt"'
export const storedColumns = `${plainColumns}, payload, extras`

/** The columns of a LeasedLead. */
export const leasedColumns = `${storedColumns}, thread, version, lease`

/** Columns that were not read are null. A damaged file or a statement by hand can have left any text in a column. */
export function toStoredLead(row: Row): StoredLead {
  const { payload, extras } = row
  const lead = { ...row, payload: parseObject(payload), extras: parseObject(extras) } as StoredLead
  const unreadable = {
    ...(lead.payload === null && typeof payload === 'string' && { payload }),
    ...(lead.extras === null && typeof extras === 'string' && { extras }),
  }
  return Object.keys(unreadable).length > 0 ? { ...lead, unreadable } : lead
}

function parseObject(json?: Row[string]): object | null {
  // An error costs much more than the rest of reading a lead.
  if (typeof json !== 'string') return null
  try {
    const value = JSON.parse(json)
    return typeof value === 'object' && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

/** Null, and a warning, when its data is not what a server stores, as after a change by hand. */
export function toLeasedLead(row: Row): LeasedLead | null {
  const { payload, extras, ...lead } = toStoredLead(row)
  const values = [extras?.consent, ...Object.values(payload ?? {})]
  if (!payload || !extras || values.some((value) => typeof value !== 'string')) {
    warn(`The data of lead ${row.id} cannot be read, so it is not sent and has no proof of consent`)
    return null
  }
  const { thread, version, lease } = row
  return {
    ...lead,
    payload,
    extras,
    thread: String(thread),
    version: Number(version),
    lease: String(lease),
  }
}
