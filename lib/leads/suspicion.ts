import 'server-only'
import { createHmac } from 'node:crypto'
import { domainToASCII } from 'node:url'
import type { LeadRecord, Suspicion } from './lead'
import { entryOf } from './payload'

/**
 * Every lead makes ops' phone system call or text a number, at ops' cost. So a lead is a suspect when its number could be
 * expensive to call or reach an emergency line, when too many leads of a day, from one network or from all, have named it or
 * its mailbox, or when too many have come in an hour.
 */

type Entries = Pick<LeadRecord, 'kind' | 'payload'>

/** Null when the lead can be sent, unless one of its counters is at its limit. */
export function suspicionOf(lead: LeadRecord, filledHoneypot: boolean): Suspicion | null {
  if (filledHoneypot) return 'honeypot'
  const number = numberOf(lead)
  const isUnusual =
    number === null || [...notAssigned, ...expensive].some((numbers) => numbers.test(number))
  return isUnusual ? 'premium-phone' : null
}

/** What the keys of the counters of a lead begin with. Hashes, because numbers and addresses are easy to guess. */
export function contactsOf(lead: Entries, secret: string): { key: string; why: Suspicion }[] {
  const number = String(numberOf(lead))
  const email = entryOf(lead, 'email')
  const phone = { key: `phone:${hash(secret, number)}`, why: 'repeated-phone' } as const
  if (!email) return [phone]
  return [phone, { key: `email:${hash(secret, mailboxOf(email))}`, why: 'repeated-email' }]
}

/**
 * One person gets the mail to ana@ruiz.com, Ana@Ruiz.com, ana+1@ruiz.com, and ana@ｒｕｉｚ.com. The form refuses comments,
 * quotes, backslashes, and a dot at the end, but leads of earlier versions can have them.
 */
export function mailboxOf(email: string): string {
  const [, name = '', domain = ''] =
    /^([^@+]*).*@(.*)$/.exec(email.toLowerCase().replace(/\([^)]*\)|["\\]/g, '')) ?? []
  // A dot of another script becomes a dot here.
  return `${name}@${(domainToASCII(domain) || domain).replace(/\.+$/, '')}`
}

function hash(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}

function numberOf(lead: Entries): string | null {
  return plainNumberOf(entryOf(lead, 'phone'))
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
