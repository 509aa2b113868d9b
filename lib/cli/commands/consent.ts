import 'server-only'
import { consentTexts } from '@/lib/content/consent'
import type { Store } from '@/lib/leads/store/database'
import type { Command } from '../command'
import { isoTime } from '../formats'
import { rowsInWindows } from '../lead-pages'
import { withJournal } from '../open-journal'
import { type Person, readPerson } from '../person'
import { print } from '../terminal'

export const consent: Command = {
  argument: 'EMAIL|PHONE|-',
  description:
    'Print the proofs that a person agreed to be called. They say who, when, on which page, and to which text. With -, reads the person from standard input.',
  run: withJournal(async (journal, argument) => {
    const consents = await consentsOf(await readPerson(argument), journal.store)
    print(consents.length > 0 ? JSON.stringify(consents, null, 2) : 'No proof of consent.')
  }),
}

/** The proofs of one person, oldest first, with the exact text if this version of the site has it. */
async function consentsOf(person: Person, store: Store) {
  const texts = new Map<unknown, string>(Object.entries(consentTexts))
  const found: object[] = []
  for await (const rows of rowsInWindows(store, { table: 'consents', columns, size: 5000 }))
    for (const { created_at: createdAt, text_name: textName, ...proof } of rows)
      if (person.isEntry(String(proof[person.type] ?? ''))) {
        const text = texts.get(textName) ?? null
        found.push({ ...proof, createdAt: isoTime(Number(createdAt)), textName, text })
      }
  return found
}

/** All but the thread, which only the browser of the visitor knows. */
const columns = 'id, kind, name, phone, email, page, text_name, created_at'
