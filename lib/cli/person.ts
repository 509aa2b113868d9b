import 'server-only'
import { entryOf } from '@/lib/forms/contact-entries'
import { mailboxOf } from '@/lib/forms/mailbox'
import { dialedNumber } from '@/lib/forms/phone-number'
import type { StoredLead } from '@/lib/leads/lead'
import type { Store } from '@/lib/leads/store/database'
import { OpsError } from '@/lib/server/log'
import { leadPages } from './lead-pages'

/** The owner of a mailbox or a phone number, however it is written. */
export type Person = {
  /** Whether it is this entry of a form. */
  isEntry: (entry: string) => boolean
  /** Whether a text names it, as a whole. */
  isNamedIn: (text: string) => boolean
}

/** The person whom an argument names, or with `-` standard input, because other users of the machine can see a command line. */
export async function readPerson(argument: string): Promise<Person> {
  const given = argument === '-' ? (await process.stdin.toArray()).join('') : argument
  const text = given.trim()
  if (/^[^\s<>,:;]+@[^\s<>,:;]+$/.test(text)) return ownerOfMailbox(mailboxOf(text))
  const digits = dialedNumber(text)
  if (text.includes('@') || digits.length < 7)
    throw new OpsError('Give an email address, or a phone number of seven digits or more.')
  return ownerOfNumber(digits)
}

function ownerOfMailbox(mailbox: string): Person {
  const isEntry = (entry: string) => mailboxOf(entry) === mailbox
  return {
    isEntry,
    isNamedIn: (text) =>
      addressesIn(text).some((address) => isEntry(address) || isEntry(bareAddress(address))),
  }
}

function addressesIn(text: string): string[] {
  const address = /[^\s<>,;:()[\]"“”„«»‘’\\/?&=]+@[\p{L}\p{M}\p{N}]+([.-][\p{L}\p{M}\p{N}]+)*/gu
  return text.normalize('NFKC').match(address) ?? []
}

/** Without the punctuation in front of it, with which an address can begin. */
function bareAddress(address: string): string {
  return address.replace(/^[^\p{L}\p{N}]+/u, '')
}

function ownerOfNumber(digits: string): Person {
  const between = '[^\\p{L}\\p{N}]{0,3}'
  const number = new RegExp(
    `(?<!\\p{N})(?:1${between})?${[...digits].join(between)}(?!\\p{N})`,
    'u',
  )
  return {
    isEntry: (entry) => dialedNumber(entry) === digits,
    isNamedIn: (text) => number.test(text),
  }
}

/** The leads of a person, and those that name the person in a text, such as the notes of somebody else. */
export async function leadsOf(person: Person, store: Store) {
  const found = { own: [] as StoredLead[], naming: [] as StoredLead[] }
  for await (const leads of leadPages(store))
    for (const lead of leads) {
      const match = matchOf(lead, person)
      if (match) found[match].push(lead)
    }
  return found
}

function matchOf(lead: StoredLead, person: Person): 'own' | 'naming' | null {
  const { kind, payload, extras, unreadable } = lead
  const contacts = payload
    ? [entryOf({ kind, payload }, 'phone'), entryOf({ kind, payload }, 'email')]
    : []
  if (contacts.some(person.isEntry)) return 'own'
  const texts = [payload, extras?.attribution, unreadable].flatMap((each) =>
    Object.values(each ?? {}).map(String),
  )
  return texts.some((text) => !contacts.includes(text) && person.isNamedIn(text)) ? 'naming' : null
}
