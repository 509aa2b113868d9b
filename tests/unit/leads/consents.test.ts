import { createHash } from 'node:crypto'
import { afterEach, expect, it, vi } from 'vitest'
import { consentTexts } from '@/lib/content/consent'
import { Journal } from '@/lib/leads/journal'
import { maintain } from '@/lib/leads/maintenance'
import { site } from '@/lib/site'
import {
  describeBothDatabases,
  newLead,
  receive,
  record,
  shareJournal,
  startUnlimitedServer,
} from '../../support/site/in-process'
import { sampleKind } from '../../support/visitor/visitor'

/** By name, also of the one that the forms show now. */
const released = {
  '2026-11-26-calls': 'f6e657b7248e7aededf1f93f3e452e7b967f2a7b95ac321fe58e1ece1351ccac',
  '2026-11-26-texts': '03b35c4c21ae796b6bba7241a555707b7051bd82c0a39d16fe67bce6befd8e97',
}

it('a released text does not change', () => {
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
  const hashes = Object.entries(consentTexts).map(([name, text]) => [name, hashOf(text)])
  expect(
    Object.fromEntries(hashes),
    'A new text or name of the product is a new entry in lib/content/consent.ts. Give the old one its words back, and add the hash of the new one here.',
  ).toEqual(released)
})

it.each([
  [{}, 'calls'],
  [{ sendsTexts: false }, 'calls'],
  [{ sendsTexts: true }, 'texts'],
] as const)(
  'with %j in the file of the owner, the forms show the newest text for %s, with the name of now',
  async (owner, choice) => {
    vi.doMock('@/lib/content/owner', () => ({ owner }))
    vi.resetModules()
    const { consent } = await import('@/lib/content/consent')
    vi.doUnmock('@/lib/content/owner')
    const newest = Object.entries(consentTexts).findLast(([name]) => name.endsWith(choice))
    expect([consent.name, consent.text]).toEqual(newest)
    expect(consent.text).toContain(site.name)
  },
)

it('the proof names the text that the form posted, also one of another build, and no other one', async () => {
  const server = await startUnlimitedServer()
  const posted = [
    ['Ana', '2026-11-26', '2026-11-26'],
    ['Bo', '2027-01-31', '2027-01-31'],
    ['Cy', '2027-02-29', 'not stated'],
    ['Di', '=2026-11-26', 'not stated'],
    ['Ed', '2026-11-26 ', 'not stated'],
    ['Eli', '2027-01-31-texts', '2027-01-31-texts'],
    ['Eva', '2027-01-31-faxes', 'not stated'],
  ] as const
  for (const [name, consent] of posted) await server.submit({ name, consent })
  await server.submit({ name: 'Flo' })
  const proofs = await server.journal.store.read(
    'SELECT name, text_name FROM consents ORDER BY name',
  )
  expect(proofs).toEqual([
    ...posted.map(([name, , text]) => ({ name, text_name: text })),
    { name: 'Flo', text_name: 'not stated' },
  ])
})

const start = Date.parse('2026-11-20T20:00:00Z')
const day = 86_400_000

describeBothDatabases('the proof of consent', (open) => {
  let journal: Journal
  let now = start
  const clock = () => now
  shareJournal(open, clock, (opened) => {
    journal = opened
  })
  afterEach(() => {
    now = start
  })

  const proofs = () => journal.store.read('SELECT * FROM consents ORDER BY kind')
  const idsOfProofs = async () => (await proofs()).map(({ id }) => id)

  it('says who agreed to what, when, and where', async () => {
    const extras = { consent: '2026-11-22' }
    const booking = { fullName: 'Ana Ruiz', phoneNumber: '5095550147', email: 'ana@ruiz.com' }
    const callback = { Name: 'Bo Ruiz', Phone: '(509) 555-0148', Company: 'Ruiz & Sons' }
    const one = await record(journal, { payload: booking, extras })
    const two = await record(journal, { kind: sampleKind, payload: callback, extras })
    expect(await proofs()).toEqual([
      {
        id: one.id,
        thread: one.thread,
        kind: 'booking',
        name: 'Ana Ruiz',
        phone: '5095550147',
        email: 'ana@ruiz.com',
        page: 'http://localhost:3000/book-demo',
        text_name: '2026-11-22',
        created_at: start,
      },
      {
        id: two.id,
        thread: two.thread,
        kind: sampleKind,
        name: 'Bo Ruiz',
        phone: '(509) 555-0148',
        email: null,
        page: 'http://localhost:3000/',
        text_name: '2026-11-22',
        created_at: start,
      },
    ])
  })

  it('is recorded in the transaction of the lead, and once', async () => {
    const lead = newLead()
    const broken = Journal.open({
      ...journal.store,
      transaction: (work) =>
        journal.store.transaction(async (query) => {
          await work(query)
          throw new Error('failed at the end')
        }),
    })
    await expect(receive(broken, lead)).rejects.toThrow('failed at the end')
    expect([await journal.find(lead.id), await proofs()]).toEqual([null, []])
    await journal.settle(await record(journal, lead), 'failed')
    now += 1000
    await receive(journal, lead)
    expect(await proofs()).toMatchObject([{ id: lead.id, created_at: start }])
  })

  it('of a held lead is recorded when it is first sent', async () => {
    const lead = newLead()
    await receive(journal, lead, { reason: 'honeypot' })
    now += 3_600_000
    await maintain(journal)
    expect(await idsOfProofs()).toEqual([])
    await journal.makeAllDue({ states: ['held'], reasons: ['honeypot'] })
    now += 1000
    expect(await journal.leaseNextDue(['booking'])).toMatchObject({ id: lead.id })
    expect(await proofs()).toMatchObject([{ id: lead.id, created_at: start }])
  })

  it('outlives the lead, and is deleted after 1,825 days', async () => {
    const { id, ...lead } = await record(journal)
    await journal.settle({ id, ...lead }, 'delivered')
    /** In steps that are no jump of the clock. */
    async function maintainUntil(end: number) {
      await journal.store.write('UPDATE maintenance SET seen_at = $1 RETURNING id', [end])
      now = end
      await maintain(journal)
    }
    await maintain(journal)
    await maintainUntil(start + 1825 * day)
    expect([await journal.find(id), await idsOfProofs()]).toEqual([null, [id]])
    await maintainUntil(start + 1825 * day + 1)
    expect(await idsOfProofs()).toEqual([])
  })
})
