import { beforeEach, expect, it, vi } from 'vitest'
import { consent, notStated } from '@/lib/content/consent'
import type { Journal } from '@/lib/leads/journal'
import type { LeadRecord } from '@/lib/leads/lead'
import { leads, leadsWithInput, refused } from '../../support/site/cli'
import { describeBothDatabases, record, shareJournal } from '../../support/site/in-process'

const start = Date.parse('2026-11-20T21:00:00Z')
const extras = { consent: consent.version }
const ana: Partial<LeadRecord> = {
  id: 'a1',
  kind: 'see-ai-in-action',
  payload: { Name: 'Ana Ruiz', Phone: '(509) 555-0147', Email: 'Ana@ruiz.com' },
  extras,
}
const textOfAna = `Name:     Ana Ruiz
Phone:    (509) 555-0147
Email:    Ana@ruiz.com
Time:     2026-11-20 13:00:00 -08:00 in Pacific Time, 2026-11-20T21:00:00.000Z in UTC
Form:     see-ai-in-action
Page:     http://localhost:3000/
Lead:     a1
Version:  ${consent.version}
Text:     ${consent.text}
`
const stays =
  'The proof of consent stays until 1825 days after the form was submitted, because a claim about a call can come years later. To delete it too: npm run leads -- delete a1 --with-consent'
const done = (stdout: string) => ({ code: 0, stdout, stderr: '' })

describeBothDatabases('proofs of consent', (open) => {
  let journal: Journal
  let url: string
  const clock = () => start
  shareJournal(open, clock, (...opened) => {
    ;[journal, url] = opened
  })
  beforeEach(() => {
    vi.stubEnv('VERCEL', undefined)
    vi.stubEnv('DATABASE_URL', url)
  })

  async function deliver(change: Partial<LeadRecord>) {
    await journal.settle(await record(journal, change), 'delivered')
  }

  it('are printed for one person with the text, and found by an email address or a phone number', async () => {
    await deliver(ana)
    const payload = { fullName: 'Bo Ruiz', phoneNumber: '5095550148' }
    await deliver({ id: 'b1', payload, extras: { consent: '2020-01-01' } })
    expect(await leads('consent', 'ana@RUIZ.com')).toEqual(done(textOfAna))
    expect(await leadsWithInput('+1 509 555 0147\n', 'consent', '-')).toEqual(done(textOfAna))
    expect(await leads('consent', 'nobody@ruiz.com')).toEqual(done('No proof of consent.\n'))
    // A version whose text is unknown comes from a newer or changed site.
    const proofsOf = async (person: string) =>
      JSON.parse((await leads('consent', person, '--json')).stdout)
    const createdAt = '2026-11-20T21:00:00.000Z'
    expect(await proofsOf('509-555-0147')).toMatchObject([
      { id: 'a1', name: 'Ana Ruiz', email: 'Ana@ruiz.com', createdAt, text: consent.text },
    ])
    expect(await proofsOf('15095550148')).toMatchObject([
      { id: 'b1', name: 'Bo Ruiz', email: null, createdAt, version: '2020-01-01', text: null },
    ])
    expect((await leads('consent', '5095550148')).stdout).toMatch(
      /\nEmail: {4}none\n[\s\S]*\nText: {5}not in this version of the site\n$/,
    )
  })

  it('say that the form stated no version, and have no text then', async () => {
    await deliver({ ...ana, extras: { consent: notStated } })
    const { stdout } = await leads('consent', 'ana@ruiz.com')
    expect(stdout).toMatch(/\nVersion: {2}not stated\nText: {5}unknown\n$/)
  })

  it('stay when their lead is deleted, and are deleted by --with-consent', async () => {
    await deliver(ana)
    expect(await leads('delete', 'a1')).toEqual(done(`a1 is deleted from the journal. ${stays}\n`))
    expect(await leads('consent', 'ana@ruiz.com')).toEqual(done(textOfAna))
    expect(await leads('delete', 'a1')).toEqual(refused(`There is no lead a1. ${stays}`))
    const withProof = 'a1 is deleted from the journal, with its proof of consent.\n'
    expect(await leads('delete', 'a1', '--with-consent')).toEqual(done(withProof))
    expect(await leads('consent', 'ana@ruiz.com')).toEqual(done('No proof of consent.\n'))
    expect(await leads('delete', 'a1', '--with-consent')).toEqual(refused('There is no lead a1.'))
  })

  it.each(['erased_leads', 'erased_consents'])(
    'stay with their leads when the journal cannot record the deletion in %s',
    async (table) => {
      await deliver(ana)
      await journal.store.write(
        'INSERT INTO limit_counts (key, count, ends_at) VALUES ($1, 1, 1) RETURNING key',
        ['x'],
      )
      const state = async () => [
        await journal.store.read('SELECT id FROM leads'),
        await journal.store.read('SELECT id FROM consents'),
        await journal.store.read('SELECT id FROM erased_leads'),
        await journal.store.read('SELECT key FROM limit_counts'),
      ]
      const before = await state()
      await journal.store.write(`ALTER TABLE ${table} RENAME COLUMN id TO other`)
      const { code } = await leads('delete', 'a1', '--with-consent')
      await journal.store.write(`ALTER TABLE ${table} RENAME COLUMN other TO id`)
      expect(code).toBe(1)
      expect(await state()).toEqual(before)
    },
  )

  it('that do not exist yet can be deleted, so that no import brings them', async () => {
    const id = '5f0c1c1e-0000-4000-8000-000000000001'
    await deliver({ ...ana, id })
    await journal.store.write('DELETE FROM consents RETURNING id')
    expect(await leads('delete', id, '--with-consent')).toEqual(
      done(
        `${id} is deleted from the journal. It had no proof of consent, and gets none by an import.\n`,
      ),
    )
    const recorded = `There is no lead ${id}. It is recorded as deleted, so no import brings it.`
    const other = id.replace('1', '2')
    expect(await leads('delete', id, '--with-consent')).toEqual(refused(recorded))
    expect(await leads('delete', other)).toEqual(refused(recorded.replace(id, other)))
    // An address that was entered in the place of an id.
    expect(await leads('delete', 'ana@ruiz.com', '--with-consent')).toEqual(
      refused('There is no lead ana@ruiz.com.'),
    )
    const idsIn = (table: string) => journal.store.read(`SELECT id FROM ${table} ORDER BY id`)
    expect(await idsIn('erased_leads')).toEqual(
      [{ id }, { id: other }].sort((a, b) => (a.id < b.id ? -1 : 1)),
    )
    expect(await idsIn('erased_consents')).toEqual([{ id }])
  })
})
