import 'server-only'
import { forms } from '@/lib/forms/forms'
import { dialedNumber } from '@/lib/forms/phone-number'
import { entryOf } from '@/lib/leads/contact-entries'
import type { StoredLead } from '@/lib/leads/lead'
import { mailboxOf } from '@/lib/leads/mailbox'
import type { Store } from '@/lib/leads/store/database'
import { OpsError } from '@/lib/server/log'
import { leadPages } from './lead-pages'

/** The owner of a mailbox or a phone number, however it is written. */
export type Person = {
  type: 'email' | 'phone'
  isEntry: (entry: string) => boolean
}

/** The person whom an argument names, or with `-` standard input, because other users of the machine can see a command line. */
export async function readPerson(argument: string): Promise<Person> {
  const given = argument === '-' ? (await process.stdin.toArray()).join('') : argument
  const text = given.trim()
  const [email, phone] = [mailboxOf(text), dialedNumber(text)]
  if (/^[^\s<>,:;]+@[^\s<>,:;]+$/.test(text))
    return { type: 'email', isEntry: (entry) => mailboxOf(entry) === email }
  if (text.includes('@') || phone.length < 7)
    throw new OpsError('Give an email address, or a phone number of seven digits or more.')
  return { type: 'phone', isEntry: (entry) => dialedNumber(entry) === phone }
}

export async function leadsOf(person: Person, store: Store): Promise<StoredLead[]> {
  const found: StoredLead[] = []
  for await (const leads of leadPages(store))
    found.push(...leads.filter((lead) => isOf(lead, person)))
  return found
}

/** Of a lead whose form is unknown, or whose data cannot be read, any value can be the entry. */
function isOf({ kind, payload, extras, unreadable }: StoredLead, { type, isEntry }: Person) {
  if (Object.hasOwn(forms, kind) && !unreadable)
    return payload !== null && isEntry(entryOf({ kind, payload }, type))
  const values = Object.values({ ...payload, ...extras?.attribution }).map(String)
  const pieces = Object.values(unreadable ?? {}).flatMap((text) => text.split(/[",;:\n]/))
  return [...values, ...pieces].some(isEntry)
}
