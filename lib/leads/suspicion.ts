import 'server-only'
import { createHmac } from 'node:crypto'
import { env } from '@/lib/env'
import { fieldsOf } from '../forms/fields'
import { forms } from '../forms/forms'
import type { Counter } from './counters'
import type { LeadRecord, Suspicion } from './lead'
import { countInMemory, isFull } from './limits'

/**
 * Every lead makes ops' phone system call or text a number, at ops' cost. So a lead is a suspect when its number could be
 * expensive to call or reach an emergency line, or when too many leads of a day, from one network or from all, have named it.
 */

type Entries = Pick<LeadRecord, 'kind' | 'payload'>

const dayMs = 86_400_000

/** Null when the lead can be sent, unless its phone number is over the limit. */
export function suspicionOf(lead: LeadRecord, filledHoneypot: boolean): Suspicion | null {
  if (filledHoneypot) return 'honeypot'
  const number = numberOf(lead)
  const isUnusual =
    number === null || [...notAssigned, ...expensive].some((numbers) => numbers.test(number))
  return isUnusual ? 'premium-phone' : null
}

/** At its limit, a lead is a suspect. */
export type SendCounter = Counter & { why: Suspicion }

/**
 * The counters of a lead's phone number: of those from the same network, and of all. One network gets three fifths, so that
 * a stranger needs another one to use up the limit of a number.
 */
export function sendCounters(lead: Entries, network: string, secret: string): SendCounter[] {
  const key = phoneKey(lead, secret)
  const limit = env.leadsPerPhone
  const ofNumber = { periodMs: dayMs, why: 'repeated-phone' } as const
  return [
    { ...ofNumber, key: `${key}:${hash(secret, network)}`, limit: Math.ceil((limit * 3) / 5) },
    { ...ofNumber, key, limit },
  ]
}

/** The key that those of all counters of a lead's phone number begin with. A hash, because numbers are easy to guess. */
export function phoneKey(lead: Entries, secret: string): string {
  return `phone:${hash(secret, String(numberOf(lead)))}`
}

function hash(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}

/** Counts a lead while the journal fails. Then each process counts by itself. */
export function suspicionInMemory(counters: readonly SendCounter[]): Suspicion | null {
  const full = counters.find(isFull)
  if (full) return full.why
  for (const counter of counters) countInMemory(counter)
  return null
}

function numberOf({ kind, payload }: Entries): string | null {
  const field = fieldsOf(forms[kind]).find(({ type }) => type === 'phone')
  return plainNumberOf(payload[field?.payloadKey ?? ''] ?? '')
}

/**
 * The ten digits of a number of the North American numbering plan, or null for anything else, which could be a number
 * abroad. The form accepts more than these numbers.
 */
export function plainNumberOf(phone: string): string | null {
  const [, number = null] =
    /^(?:\+?1)?([2-9]\d\d[2-9]\d{6})$/.exec(phone.replaceAll(/[^\d+]/g, '')) ?? []
  return number
}

/**
 * Nobody has these numbers: 911 and the like as area code or exchange, area codes that the plan keeps for later, and those
 * of the government and of networks. A system that dials only the first digits of 911-555-0123 reaches an emergency line.
 */
const notAssigned = [/^[2-9]11/, /^\d{3}[2-9]11/, /^(\d9|37|96)/, /^(456|600|622|710)/]

/**
 * In the plan, 900 and 976 are premium services, 500, 700 and the like are personal numbers of unknown price, and the
 * rest of these area codes lie outside the United States and Canada.
 */
const expensive = [
  /^(900|700|5(00|22|33|44|66|77|88)|[2-9]\d\d976)/,
  /^(242|246|264|268|284|345|441|473|649|658|664|721|758|767|784|809|829|849|868|869|876)/,
]
