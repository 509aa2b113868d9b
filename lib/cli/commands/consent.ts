import 'server-only'
import { consentTexts, notStated } from '@/lib/content/consent'
import type { Store } from '@/lib/leads/store/database'
import type { Command } from '../command'
import { isoTime } from '../formats'
import { rowsInWindows } from '../lead-pages'
import { withJournal } from '../open-journal'
import { type Person, personOf, readPerson } from '../person'
import { print, printable } from '../terminal'

export const consent: Command = {
  argument: 'EMAIL|PHONE|-',
  description:
    'Print the proofs that a person agreed to be called. They say who, when, on which page, and to which text. With -, reads the person from standard input.',
  run: withJournal(async (journal, argument) => {
    const consents = await consentsOf(personOf(await readPerson(argument)), journal.store)
    print(formatConsents(consents))
  }),
}

type Consent = {
  id: string
  name: string
  phone: string
  email: string | null
  createdAt: number
  kind: string
  page: string
  textName: string
}

/** The proofs of one person, oldest first. */
async function consentsOf(person: Person, store: Store): Promise<Consent[]> {
  const pages = rowsInWindows(store, {
    table: 'consents',
    columns:
      'id, name, phone, email, created_at AS "createdAt", kind, page, text_name AS "textName"',
    size: 5000,
  })
  const found: Consent[] = []
  for await (const rows of pages)
    found.push(
      ...(rows as Consent[]).filter(
        ({ phone, email }) => person.isEntry(phone) || person.isEntry(email ?? ''),
      ),
    )
  return found
}

function formatConsents(consents: readonly Consent[]): string {
  if (consents.length === 0) return 'No proof of consent.'
  return consents
    .map(({ id, name, phone, email, createdAt, kind, page, textName }) =>
      [
        `Name:     ${name}`,
        `Phone:    ${phone}`,
        `Email:    ${email ?? 'none'}`,
        `Time:     ${isoTime(createdAt)}`,
        `Form:     ${kind}`,
        `Page:     ${page}`,
        `Lead:     ${id}`,
        `Text:     ${textName}`,
        textOf(textName),
      ]
        .map(printable)
        .join('\n'),
    )
    .join('\n\n')
}

function textOf(textName: string): string {
  if (textName === notStated) return 'unknown'
  const [, text] = Object.entries(consentTexts).find(([name]) => name === textName) ?? []
  return text ?? 'not in this version of the site'
}
