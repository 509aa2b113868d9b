import 'server-only'
import { resubmitDelayMs } from '@/lib/forms/fields'
import { dialedNumber, isUnsafeNumber } from '@/lib/forms/phone-number'
import type { SubmitResult } from '@/lib/forms/result'
import { env } from '@/lib/server/env'
import { hash } from '@/lib/server/hash'
import type { Counter, Counts } from '@/lib/server/memory-counts'
import { entryOf } from './contact-entries'
import type { HoldReason, LeadRecord } from './lead'
import { mailboxOf } from './mailbox'
import { isUncertain, type Outcome } from './outcomes'
import type { Row } from './store/database'

/**
 * Whether a lead is sent, held, or refused. Every lead makes ops' phone system call or text a number, at ops' cost. So a lead is
 * held when its number could reach an emergency or crisis line or is a premium number, when too many leads of a day, from one
 * network or from all, have named it or its mailbox, or when too many have come in an hour. Whether a number abroad is called is
 * a setting of the phone system. Depends on nothing but arguments and settings.
 */

/** Who posts a form. */
export type Client = {
  /** What limits count: the address, or what stands for one that is unknown. */
  id: string
  address: string | undefined
  /** Of an IPv6 address, because one customer of a provider can use all addresses of it. */
  network: string | undefined
  /** Someone who tries the site on the machine that serves it meets at most the resubmit delay. */
  limitedBy: 'all' | 'delay' | 'none'
}

/**
 * What a lead counts toward. A counter at its limit refuses or holds the lead:
 *
 *   delay     the resubmit delay of the client with this phone number, and with this mailbox
 *   client    the hour of the client, and of its IPv6 network
 *   contact   the day of the phone number, and of the mailbox
 *   total     the hour of all leads
 *   repeats   how often this lead was sent again that its receiver may have processed: each can be another call to its number
 */
export type LeadCounter = Counter &
  ({ of: 'contact'; reason: HoldReason } | { of: 'delay' | 'client' | 'total' | 'repeats' })

/** What is known of a lead before the counts are read. The counters are in the order of the checks. */
export type Limits = { holdReason: HoldReason | null; counters: LeadCounter[] }

export type LimitRefusal = Extract<SubmitResult, { status: 'too-fast' | 'too-many' }>

/** What becomes of a lead. One that is not refused counts toward these counters. */
export type Verdict = {
  refused?: LimitRefusal
  reason: HoldReason | null
  /** It is not sent again now. */
  isRepeated?: boolean
  counted: Counter[]
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

export function limitsOf(
  lead: LeadRecord,
  client: Client,
  secret: string,
  filledHoneypot: boolean,
): Limits {
  const all = allCounters(lead, client, secret)
  const counters = { all, delay: countersOf(all, 'delay'), none: [] }[client.limitedBy]
  return { holdReason: holdReasonOf(lead, filledHoneypot), counters }
}

/** Null when the lead can be sent, unless one of its counters is at its limit. */
export function holdReasonOf(lead: LeadRecord, filledHoneypot: boolean): HoldReason | null {
  if (filledHoneypot) return 'honeypot'
  return isUnsafeNumber(entryOf(lead, 'phone')) ? 'unsafe-phone' : null
}

type Entries = Pick<LeadRecord, 'kind' | 'payload'>

/** What the keys of the counters of a lead begin with. */
export function contactsOf(lead: Entries, secret: string): { key: string; reason: HoldReason }[] {
  const number = dialedNumber(entryOf(lead, 'phone'))
  const email = entryOf(lead, 'email')
  const phone = { key: `phone:${hash(secret, number)}`, reason: 'repeated-phone' } as const
  if (!email) return [phone]
  return [phone, { key: `email:${hash(secret, mailboxOf(email))}`, reason: 'repeated-email' }]
}

/**
 * A phone number and a mailbox have two counters: of the leads from the same network, and of all. One network gets three
 * fifths, so that a stranger needs another one to use up the limit.
 */
function allCounters(lead: LeadRecord, { id, network }: Client, secret: string): LeadCounter[] {
  const client = { of: 'client', periodMs: hourMs } as const
  const limit = env.leadsPerPhone
  const contacts = contactsOf(lead, secret)
  return [
    ...contacts.map(({ key }): LeadCounter => {
      const ofClient = `${key}:delay:${hash(secret, id)}`
      return { of: 'delay', key: ofClient, periodMs: resubmitDelayMs, limit: 1 }
    }),
    { ...client, key: `hour:${hash(secret, id)}`, limit: env.leadsPerHour },
    ...(network
      ? [{ ...client, key: `network:${hash(secret, network)}`, limit: env.leadsPerHour * 4 }]
      : []),
    ...contacts.flatMap(({ key, reason }): LeadCounter[] => {
      const ofAll = { of: 'contact', key, periodMs: dayMs, limit, reason } as const
      const ofNetwork = `${key}:${hash(secret, network ?? id)}`
      return [{ ...ofAll, key: ofNetwork, limit: Math.ceil((limit * 3) / 5) }, ofAll]
    }),
    { of: 'total', key: 'total', periodMs: hourMs, limit: env.leadsPerHourTotal },
    { of: 'repeats', key: `repeat:${lead.id}`, periodMs: hourMs, limit: maxRepeats },
  ]
}

export function countersOf(counters: LeadCounter[], ...kinds: LeadCounter['of'][]): LeadCounter[] {
  return counters.filter(({ of }) => kinds.includes(of))
}

/** How often in an hour. After a success of the webhook, it begins again. */
const maxRepeats = 5

/** How many leads of each client, phone number, and mailbox pass the limit if they change a booking. */
const reserve = 2

/**
 * The counters that a lead still meets. A lead that the journal has does not count again, except that a held lead has not been
 * sent yet; one that the total has held has counted toward its contacts. A change of a booking counts as all leads do, and has
 * no reserve in the total.
 */
export function countersLeft(
  { counters }: Limits,
  /** What the journal has of the same entries. */
  known: Row | undefined,
  isChange: boolean,
): LeadCounter[] {
  if (!known)
    return countersOf(counters, 'delay', 'client', 'contact', 'total').map((counter) =>
      isChange && (counter.of === 'client' || counter.of === 'contact')
        ? { ...counter, limit: counter.limit + reserve }
        : counter,
    )
  if (known.state === 'held')
    return known.reason === 'flood'
      ? countersOf(counters, 'total')
      : countersOf(counters, 'contact', 'total')
  const outcome = known.outcome as Outcome | null
  return outcome && isUncertain(outcome) ? countersOf(counters, 'repeats') : []
}

/**
 * A client that comes too soon or is at its limit is refused. A held lead counts toward its client only. A lead that the total
 * holds also counts toward its contacts, because ops can send all of these leads together.
 */
export function verdict(
  holdReason: HoldReason | null,
  counters: LeadCounter[],
  counts: Counts,
): Verdict {
  const full = counters.filter(({ key, limit }) => Number(counts.get(key)?.count ?? 0) >= limit)
  const isFull = (kind: LeadCounter['of']) => full.some(({ of }) => of === kind)
  if (isFull('delay')) return { refused: { status: 'too-fast' }, reason: null, counted: [] }
  if (isFull('client')) {
    const waitMs = countersOf(full, 'client').map(({ key }) => Number(counts.get(key)?.msLeft))
    const minutes = Math.ceil(Math.max(...waitMs) / minuteMs)
    return { refused: { status: 'too-many', minutes }, reason: null, counted: [] }
  }
  const reason = holdReason ?? full.find((counter) => counter.of === 'contact')?.reason
  if (reason) return { reason, counted: countersOf(counters, 'delay', 'client') }
  if (isFull('repeats')) return { reason: null, isRepeated: true, counted: [] }
  if (isFull('total'))
    return { reason: 'flood', counted: countersOf(counters, 'delay', 'client', 'contact') }
  return { reason: null, counted: counters }
}
