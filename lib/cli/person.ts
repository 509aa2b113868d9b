import 'server-only'
import type { StoredLead } from '@/lib/leads/admin'
import { OpsError } from '@/lib/log'

/** Finds what is stored about one person, whoever wrote the email address or the phone number and wherever. */
export async function* leadsOf(emailOrPhone: string, pages: AsyncIterable<StoredLead[]>) {
  const isWanted = matcherOf(emailOrPhone)
  for await (const leads of pages)
    yield leads.filter(({ payload, extras }) =>
      Object.values({ ...payload, ...extras?.attribution }).some(isWanted),
    )
}

/** Says whether a text has this email address or phone number, however it is written. */
export function matcherOf(emailOrPhone: string): (value: string) => boolean {
  const wanted = emailOrPhone.trim().toLowerCase()
  const digits = wanted.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  const isEmail = wanted.includes('@')
  if (!isEmail && digits.length < 7)
    throw new OpsError('Give an email address, or a phone number of seven digits or more.')
  if (isEmail) return (value) => value.toLowerCase().includes(wanted)
  // The digits of a time are no phone number.
  return (value) =>
    !/^\d{4}-\d\d-\d\d(T|$)/.test(value) && value.replace(/\D/g, '').includes(digits)
}
