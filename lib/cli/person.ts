import 'server-only'
import type { StoredLead } from '@/lib/leads/records'
import { digitsOf } from '@/lib/leads/suspicion'
import { OpsError } from '@/lib/log'

/** Finds what is stored about one person, whoever wrote the email address or the phone number and wherever. */
export async function* leadsOf(emailOrPhone: string, pages: AsyncIterable<StoredLead[]>) {
  const wanted = emailOrPhone.trim().toLowerCase()
  const digits = digitsOf(wanted)
  const isEmail = wanted.includes('@')
  if (!isEmail && digits.length < 7)
    throw new OpsError('Give an email address, or a phone number of seven digits or more.')
  const hasEmail = (value: string) => value.toLowerCase().includes(wanted)
  // The digits of a time are no phone number.
  const hasPhone = (value: string) =>
    !/^\d{4}-\d\d-\d\d(T|$)/.test(value) && value.replace(/\D/g, '').includes(digits)
  const isWanted = isEmail ? hasEmail : hasPhone
  for await (const leads of pages)
    yield leads.filter(({ payload }) => Object.values(payload ?? {}).some(isWanted))
}
