import 'server-only'
import { createHmac } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { dialedNumber, isUnsafeNumber } from '@/lib/forms/phone-number'
import type { HoldReason, LeadRecord } from './lead'
import { entryOf } from './payload'

/**
 * Every lead makes ops' phone system call or text a number, at ops' cost. So a lead is held when its number could
 * reach an emergency line or is a premium number, when too many leads of a day, from one network or from all, have named it
 * or its mailbox, or when too many have come in an hour. Whether a number abroad is called is a setting of the phone system.
 */

type Entries = Pick<LeadRecord, 'kind' | 'payload'>

/** Null when the lead can be sent, unless one of its counters is at its limit. */
export function holdReasonOf(lead: LeadRecord, filledHoneypot: boolean): HoldReason | null {
  if (filledHoneypot) return 'honeypot'
  return isUnsafeNumber(entryOf(lead, 'phone')) ? 'unsafe-phone' : null
}

/** What the keys of the counters of a lead begin with. */
export function contactsOf(lead: Entries, secret: string): { key: string; reason: HoldReason }[] {
  const number = dialedNumber(entryOf(lead, 'phone'))
  const email = entryOf(lead, 'email')
  const phone = { key: `phone:${hash(secret, number)}`, reason: 'repeated-phone' } as const
  if (!email) return [phone]
  return [phone, { key: `email:${hash(secret, mailboxOf(email))}`, reason: 'repeated-email' }]
}

/**
 * One person gets the mail to ana@ruiz.com, Ana@Ruiz.com, ana+1@ruiz.com, and ana@ｒｕｉｚ.com, and at Gmail to a.n.a@gmail.com and
 * ana@googlemail.com. The form refuses comments,
 * quotes, backslashes, and a dot at the end, but leads of earlier versions can have them.
 */
export function mailboxOf(email: string): string {
  const [, name = '', domain = ''] =
    /^([^@+]*).*@(.*)$/.exec(
      email
        .normalize('NFKC')
        .toLowerCase()
        .replace(/\([^)]*\)|["\\]/g, ''),
    ) ?? []
  // A dot of another script becomes a dot here. Of an address of a page, this would be only the host.
  const host = /[/?#]/.test(domain) ? '' : domainToASCII(domain)
  const exact = (host || domain).replace(/\.+$/, '')
  return /^g(oogle)?mail\.com$/.test(exact)
    ? `${name.replaceAll('.', '')}@gmail.com`
    : `${name}@${exact}`
}

/** Not the text itself, because numbers and addresses are personal data. */
export function hash(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}
