import 'server-only'
import { resubmitDelayMs } from '@/lib/forms/fields'
import { env } from '@/lib/server/env'
import { contactsOf, hash } from '../hold'
import type { HoldReason, LeadRecord } from '../lead'
import type { LimitResult } from '../record'
import { networkOf } from './client-address'

/** How often something may happen in a period. */
export type Counter = { key: string; periodMs: number; limit: number }

/** What a new lead counts toward, in the order of the checks. A counter at its limit refuses or holds the lead. */
export type LeadCounters = {
  /** The two seconds of the client with this phone number, and with this mailbox. */
  delay: (Counter & { reason: HoldReason })[]
  /** The hour of the client, and of its IPv6 network, because it can use many addresses of that. */
  client: Counter[]
  /** The day of the phone number and of the mailbox. */
  contacts: (Counter & { reason: HoldReason })[]
  /** The hour of all leads. */
  total: Counter[]
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/**
 * A phone number and a mailbox have two counters: of the leads from the same network, and of all. One network gets three
 * fifths, so that a stranger needs another one to use up the limit.
 */
export function countersOf(
  lead: Pick<LeadRecord, 'kind' | 'payload'>,
  client: string,
  secret: string,
): LeadCounters {
  const perHour = (key: string, limit: number): Counter => ({ key, periodMs: hourMs, limit })
  const network = networkOf(client)
  const limit = env.leadsPerPhone
  const contacts = contactsOf(lead, secret)
  return {
    delay: contacts.map(({ key, reason }) => ({
      key: `${key}:delay:${hash(secret, client)}`,
      reason,
      periodMs: resubmitDelayMs,
      limit: 1,
    })),
    client: [
      perHour(`hour:${hash(secret, client)}`, env.leadsPerHour),
      ...(network ? [perHour(`network:${hash(secret, network)}`, env.leadsPerHour * 4)] : []),
    ],
    contacts: contacts.flatMap(({ key, reason }) => {
      const ofAll = { key, periodMs: dayMs, limit, reason }
      const ofNetwork = {
        key: `${key}:${hash(secret, network ?? client)}`,
        limit: Math.ceil((limit * 3) / 5),
      }
      return [{ ...ofAll, ...ofNetwork }, ofAll]
    }),
    total: [perHour('total', env.leadsPerHourTotal)],
  }
}

export const noCounters: LeadCounters = { delay: [], client: [], contacts: [], total: [] }

/** How many leads of each client, phone number, and mailbox pass the limit if they change a booking. */
const reserve = 2

/** The limits for a change of a booking. It counts as all leads do, and has no reserve in the total. */
export function withReserve({ delay, client, contacts, total }: LeadCounters): LeadCounters {
  const raised = <Each extends Counter>(counter: Each) => ({
    ...counter,
    limit: counter.limit + reserve,
  })
  return { delay, client: client.map(raised), contacts: contacts.map(raised), total }
}

/** How long a counter stays at its limit: 0 when it is below. */
type MsUntilFree = (counter: Counter) => number

/** Where leads are counted: in the journal, or while it fails in the memory of this process. */
export interface Counts {
  read(counters: readonly Counter[]): Promise<MsUntilFree>
  /** Counts once more toward each. */
  add(counters: readonly Counter[]): Promise<void>
  /** Forgets that these have been counted. */
  reset(counters: readonly Counter[]): Promise<void>
}

/** What the limits say about a new lead, and the counters that it counts toward. */
export type Verdict = { refused: LimitResult | null; reason: HoldReason | null; counted: Counter[] }

/**
 * A client that comes too soon or is at its limit is refused. A held lead counts toward its client only. A lead that the total
 * holds also counts toward its contacts, because ops can send all of these leads together.
 */
export async function decide(
  { delay, client, contacts, total }: LeadCounters,
  holdReason: HoldReason | null,
  counts: Counts,
): Promise<Verdict> {
  const msUntilFree = await counts.read([...delay, ...client, ...contacts, ...total])
  const isFull = (counter: Counter) => msUntilFree(counter) > 0
  const refuse = (refused: LimitResult): Verdict => ({ refused, reason: null, counted: [] })
  const tooSoon = delay.find(isFull)
  if (tooSoon) {
    const same = tooSoon.reason === 'repeated-email' ? 'mailbox' : 'phone number'
    return refuse({ status: 'too-fast', same })
  }
  const waitMs = Math.max(0, ...client.map(msUntilFree))
  if (waitMs > 0) return refuse({ status: 'too-many', minutes: Math.ceil(waitMs / minuteMs) })
  const reason = holdReason ?? contacts.find(isFull)?.reason
  if (reason) return { refused: null, reason, counted: [...delay, ...client] }
  const counted = [...delay, ...client, ...contacts]
  if (total.some(isFull)) return { refused: null, reason: 'flood', counted }
  return { refused: null, reason: null, counted: [...counted, ...total] }
}
