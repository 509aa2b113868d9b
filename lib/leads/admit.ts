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

/** What a new lead counts toward, in the order of the checks. A counter at its limit refuses or holds the lead. */
export type LeadCounters = {
  /** The resubmit delay of the client with this phone number, and with this mailbox. */
  delay: (Counter & { reason: HoldReason })[]
  /** The hour of the client, and of its IPv6 network. */
  client: Counter[]
  /** The day of the phone number and of the mailbox. */
  contacts: (Counter & { reason: HoldReason })[]
  /** The hour of all leads. */
  total: Counter[]
  /** How often this lead was sent again that its receiver may have processed: each can be another call to the same number. */
  repeats: Counter[]
}

/** What is known of a lead before the counts are read. */
export type Limits = { holdReason: HoldReason | null; counters: LeadCounters }

export type LimitRefusal = Extract<SubmitResult, { status: 'too-fast' | 'too-many' }> & {
  /** What was posted within the resubmit delay, for the log. */
  same?: 'phone number' | 'mailbox'
}

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
  const all = countersOf(lead, client, secret)
  const counters = {
    all,
    delay: { ...noCounters, delay: all.delay },
    none: noCounters,
  }[client.limitedBy]
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
function countersOf(lead: LeadRecord, { id, network }: Client, secret: string): LeadCounters {
  const perHour = (key: string, limit: number): Counter => ({ key, periodMs: hourMs, limit })
  const limit = env.leadsPerPhone
  const contacts = contactsOf(lead, secret)
  return {
    delay: contacts.map(({ key, reason }) => ({
      key: `${key}:delay:${hash(secret, id)}`,
      reason,
      periodMs: resubmitDelayMs,
      limit: 1,
    })),
    client: [
      perHour(`hour:${hash(secret, id)}`, env.leadsPerHour),
      ...(network ? [perHour(`network:${hash(secret, network)}`, env.leadsPerHour * 4)] : []),
    ],
    contacts: contacts.flatMap(({ key, reason }) => {
      const ofAll = { key, periodMs: dayMs, limit, reason }
      const ofNetwork = {
        key: `${key}:${hash(secret, network ?? id)}`,
        limit: Math.ceil((limit * 3) / 5),
      }
      return [{ ...ofAll, ...ofNetwork }, ofAll]
    }),
    total: [perHour('total', env.leadsPerHourTotal)],
    repeats: [perHour(`repeat:${lead.id}`, maxRepeats)],
  }
}

export const noCounters: LeadCounters = {
  delay: [],
  client: [],
  contacts: [],
  total: [],
  repeats: [],
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
): LeadCounters {
  const raised = <Each extends Counter>(counter: Each) =>
    isChange ? { ...counter, limit: counter.limit + reserve } : counter
  const { delay, total, repeats } = counters
  const [client, contacts] = [counters.client.map(raised), counters.contacts.map(raised)]
  if (!known) return { ...noCounters, delay, client, contacts, total }
  const outcome = known.outcome as Outcome | null
  if (known.state !== 'held')
    return { ...noCounters, repeats: outcome && isUncertain(outcome) ? repeats : [] }
  return { ...noCounters, contacts: known.reason === 'flood' ? [] : contacts, total }
}

export function allOf({ delay, client, contacts, total, repeats }: LeadCounters): Counter[] {
  return [...delay, ...client, ...contacts, ...total, ...repeats]
}

/**
 * A client that comes too soon or is at its limit is refused. A held lead counts toward its client only. A lead that the total
 * holds also counts toward its contacts, because ops can send all of these leads together.
 */
export function verdict(
  holdReason: HoldReason | null,
  { delay, client, contacts, total, repeats }: LeadCounters,
  counts: Counts,
): Verdict {
  const isFull = ({ key, limit }: Counter) => Number(counts.get(key)?.count ?? 0) >= limit
  const tooSoon = delay.find(isFull)
  if (tooSoon) {
    const same = tooSoon.reason === 'repeated-email' ? 'mailbox' : 'phone number'
    return { refused: { status: 'too-fast', same }, reason: null, counted: [] }
  }
  const waitMs = client.filter(isFull).map(({ key }) => Number(counts.get(key)?.msLeft))
  if (waitMs.length > 0)
    return {
      refused: { status: 'too-many', minutes: Math.ceil(Math.max(...waitMs) / minuteMs) },
      reason: null,
      counted: [],
    }
  const reason = holdReason ?? contacts.find(isFull)?.reason
  if (reason) return { reason, counted: [...delay, ...client] }
  if (repeats.some(isFull)) return { reason: null, isRepeated: true, counted: [] }
  const counted = [...delay, ...client, ...contacts]
  if (total.some(isFull)) return { reason: 'flood', counted }
  return { reason: null, counted: [...counted, ...total, ...repeats] }
}
