import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Journal, openDatabase } from '@/lib/leads/journal'
import { describeBothDatabases, newLead, record } from '../../support/site/in-process'
import { anyText, oddTexts } from '../../support/visitor/any-text'

const part = fc.oneof(fc.constantFrom(...oddTexts), fc.string({ maxLength: 2 }))
const text = fc.oneof(
  anyText(),
  fc.array(part).map((parts) => parts.join('')),
)
const stored = (given: string) => given.toWellFormed().replaceAll('\0', '')

describeBothDatabases('any text', (open) => {
  it('is stored without halves of surrogate pairs and zero characters, however a statement gets it', async () => {
    const { url } = await open()
    const journal = Journal.open(openDatabase(url))
    const { store } = journal
    const sql = `SELECT CAST($1 AS TEXT) AS one, value ->> 0 AS element, CAST($3 AS TEXT) AS json FROM ${store.rowsOf('$2')}`
    const inTransaction = (given: string) =>
      store.transaction((query) => query(sql, [given, [[given]], { given }]))
    await fc.assert(
      fc.asyncProperty(text, async (given) => {
        const expected = { one: stored(given), element: stored(given) }
        for (const rows of [
          await store.read(sql, [given, [[given]], { given }]),
          await inTransaction(given),
        ]) {
          expect(rows).toEqual([{ ...expected, json: JSON.stringify({ given: stored(given) }) }])
        }
      }),
    )
    await store.close()
  })

  it('of a lead comes back from the journal', async () => {
    const { url } = await open()
    const journal = Journal.open(openDatabase(url))
    await fc.assert(
      fc.asyncProperty(text, async (given) => {
        const extras = { consent: given, attribution: { utm_source: given } }
        const { id } = await record(
          journal,
          newLead({ payload: { fullName: given, email: given }, extras }),
        )
        expect(await journal.find(id)).toMatchObject({
          payload: { fullName: stored(given), email: stored(given) },
          extras: { consent: stored(given), attribution: { utm_source: stored(given) } },
        })
        const [consent] = await journal.store.read(
          'SELECT name, email, text_name FROM consents WHERE id = $1',
          [id],
        )
        const kept = stored(given)
        expect(consent).toEqual({ name: kept, email: kept || null, text_name: kept })
      }),
      { numRuns: 50 },
    )
    await journal.store.close()
  })
})
