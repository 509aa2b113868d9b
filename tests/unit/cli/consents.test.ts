import { beforeEach, expect, it, vi } from 'vitest'
import { consent, notStated } from '@/lib/content/consent'
import type { Journal } from '@/lib/leads/journal'
import type { LeadRecord } from '@/lib/leads/lead'
import { leads, leadsWithInput, refused } from '../../support/site/cli'
import { describeBothDatabases, record, shareJournal } from '../../support/site/in-process'
import { sampleKind } from '../../support/visitor/visitor'

const start = Date.parse('2026-11-20T21:00:00Z')
const extras = { consent: consent.name }
const ana: Partial<LeadRecord> = {
  id: 'a1',
  kind: sampleKind,
  payload: { Name: 'Ana Ruiz', Phone: '(509) 555-0147', Email: 'Ana@ruiz.com' },
  extras,
}
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

  async function proofsOf(person: string) {
    const { stdout } = await leadsWithInput(person, 'consent', '-')
    return stdout === 'No proof of consent.\n' ? [] : JSON.parse(stdout)
  }

  it('are printed for one person with the time and the text, as far as they are known', async () => {
    await deliver(ana)
    const payload = { fullName: 'Bo Ruiz', phoneNumber: '5095550148' }
    // A text that is unknown comes from a newer or changed site.
    await deliver({ id: 'b1', payload, extras: { consent: '2020-01-01' } })
    const createdAt = '2026-11-20T21:00:00.000Z'
    const ofAna = {
      id: 'a1',
      kind: sampleKind,
      name: 'Ana Ruiz',
      phone: '(509) 555-0147',
      email: 'Ana@ruiz.com',
      page: 'http://localhost:3000/',
      createdAt,
      textName: consent.name,
      text: consent.text,
    }
    expect(await proofsOf('ana@RUIZ.com\n')).toEqual([ofAna])
    const { stdout } = await leads('consent', '+1 509 555 0147')
    expect(JSON.parse(stdout)).toEqual([ofAna])
    expect(await proofsOf('15095550148')).toEqual([
      {
        id: 'b1',
        kind: 'booking',
        name: 'Bo Ruiz',
        phone: '5095550148',
        email: null,
        page: 'http://localhost:3000/book-demo',
        createdAt,
        textName: '2020-01-01',
        text: null,
      },
    ])
    expect(await proofsOf('nobody@ruiz.com')).toEqual([])
    await deliver({ ...ana, id: 'c1', extras: { consent: notStated } })
    expect((await proofsOf('ana@ruiz.com')).at(-1)).toMatchObject({
      textName: 'not stated',
      text: null,
    })
  })

  it('stay when their lead is deleted, and are deleted by --with-consent', async () => {
    await deliver(ana)
    expect((await leads('delete', 'a1')).stdout).toMatch(
      /The proof of consent stays until 1825 days/,
    )
    expect(await proofsOf('ana@ruiz.com')).toMatchObject([{ id: 'a1' }])
    const again = await leads('delete', 'a1')
    expect(again).toMatchObject({ code: 1, stderr: 'There is no lead a1.\n' })
    expect(again.stdout).toMatch(/^The proof of consent stays until 1825 days/)
    expect(await leads('delete', 'a1', '--with-consent')).toMatchObject({ code: 0, stderr: '' })
    expect(await proofsOf('ana@ruiz.com')).toEqual([])
    expect(await leads('delete', 'a1', '--with-consent')).toEqual(refused('There is no lead a1.'))
  })

  it('stay with their leads when the journal cannot record the deletion', async () => {
    await deliver(ana)
    await journal.store.write(
      'INSERT INTO limit_counts (key, count, ends_at) VALUES ($1, 1, 1) RETURNING key',
      ['x'],
    )
    const state = async () => [
      await journal.store.read('SELECT id FROM leads'),
      await journal.store.read('SELECT id FROM consents'),
      await journal.store.read('SELECT erased_at FROM erased'),
      await journal.store.read('SELECT key FROM limit_counts'),
    ]
    const before = await state()
    await journal.store.write('ALTER TABLE erased RENAME COLUMN key TO other')
    const { code } = await leads('delete', 'a1', '--with-consent')
    await journal.store.write('ALTER TABLE erased RENAME COLUMN other TO key')
    expect(code).toBe(1)
    expect(await state()).toEqual(before)
  })

  it('that the journal does not have can be deleted, so that no restore brings them back', async () => {
    const id = '5f0c1c1e-0000-4000-8000-000000000001'
    const other = id.replace('1', '2')
    expect(await leads('delete', id, '--with-consent')).toEqual(refused(`There is no lead ${id}.`))
    expect((await leads('delete', other)).code).toBe(1)
    // An address that was entered in the place of an id.
    expect(await leads('delete', 'ana@ruiz.com', '--with-consent')).toEqual(
      refused('There is no lead ana@ruiz.com.'),
    )
    const erased = await journal.store.read('SELECT key FROM erased ORDER BY key')
    expect(erased).toEqual([id, other, `consent ${id}`].map((key) => ({ key })))
  })
})
