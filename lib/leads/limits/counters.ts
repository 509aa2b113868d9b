import 'server-only'
import { env } from '@/lib/env'
import type { LeadRecord, Suspicion } from '../lead'
import { contactsOf, hash } from '../suspicion'
import { networkOf } from './client-address'

/** How often something may happen in a period. */
export type Counter = { key: string; periodMs: number; limit: number }

/** What a new lead counts toward. A counter at its limit refuses or holds the lead. */
export type LeadCounters = {
  /** The hour of the client, and of its IPv6 network, because it can use many addresses of that. */
  client: Counter[]
  /** The day of the phone number and of the mailbox. */
  contacts: (Counter & { why: Suspicion })[]
  /** The hour of all leads. */
  total: Counter
}

const hourMs = 3_600_000
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
  return {
    client: [
      perHour(`hour:${hash(secret, client)}`, env.leadsPerHour),
      ...(network ? [perHour(`network:${hash(secret, network)}`, env.leadsPerHour * 4)] : []),
    ],
    contacts: contactsOf(lead, secret).flatMap(({ key, why }) => {
      const ofAll = { key, periodMs: dayMs, limit, why }
      const ofNetwork = {
        key: `${key}:${hash(secret, network ?? client)}`,
        limit: Math.ceil((limit * 3) / 5),
      }
      return [{ ...ofAll, ...ofNetwork }, ofAll]
    }),
    total: perHour('total', env.leadsPerHourTotal),
  }
}

/** How many leads of each client, phone number, and mailbox pass the limit if they change a booking. */
const reserve = 2

/** The limits for a change of a booking. It counts as all leads do, and has no reserve in the total. */
export function withReserve({ client, contacts, total }: LeadCounters): LeadCounters {
  const raised = <Each extends Counter>(counter: Each) => ({
    ...counter,
    limit: counter.limit + reserve,
  })
  return { client: client.map(raised), contacts: contacts.map(raised), total }
}

/** What the limits say about a new lead, and the counters that it counts toward. */
export type Verdict = { refused: boolean; why: Suspicion | null; counted: Counter[] }

/**
 * A client at its limit is refused. A suspect counts toward its client only. A lead that the total holds also counts toward
 * its contacts, because ops can send all of these leads together.
 */
export function judge(
  { client, contacts, total }: LeadCounters,
  suspicion: Suspicion | null,
  isFull: (counter: Counter) => boolean,
): Verdict {
  if (client.some(isFull)) return { refused: true, why: null, counted: [] }
  const why = suspicion ?? contacts.find(isFull)?.why
  if (why) return { refused: false, why, counted: client }
  if (isFull(total)) return { refused: false, why: 'flood', counted: [...client, ...contacts] }
  return { refused: false, why: null, counted: [...client, ...contacts, total] }
}
