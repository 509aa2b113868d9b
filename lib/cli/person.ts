import 'server-only'
import type { StoredLead } from '@/lib/leads/records'
import { digitsOf } from '@/lib/leads/suspicion'
import { OpsError } from '@/lib/log'

/** Finds what is stored about one person, whoever wrote the email address or the phone number and wherever. */
export function matcherOf(emailOrPhone: string): (lead: StoredLead) => boolean {
  const wanted = emailOrPhone.trim().toLowerCase()
  if (wanted.includes('@')) return hasValue((value) => value.toLowerCase().includes(wanted))
  const digits = digitsOf(wanted)
  if (digits.length < 7)
    throw new OpsError('Give an email address, or a phone number of seven digits or more.')
  return hasValue((value) => !isTimestamp(value) && value.replace(/\D/g, '').includes(digits))
}

function hasValue(matches: (value: string) => boolean) {
  return ({ payload }: StoredLead) => Object.values(payload ?? {}).some(matches)
}

/** Its digits are no phone number. */
function isTimestamp(value: string): boolean {
  return /^\d{4}-\d\d-\d\d(T|$)/.test(value)
}
