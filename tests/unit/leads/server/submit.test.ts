import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { socketAddressHeader } from '@/lib/leads/server/client-address'
import { resubmitDelayMs } from '@/lib/leads/shared/fields'
import { type Database, postgres, sqlite } from '../../../support/database'
import { pgBouncer, pgBouncerMissing } from '../../../support/pgbouncer'
import { WebhookReceiver } from '../../../support/webhook-receiver'

let database: Database
let receiver: WebhookReceiver
let receiveForm: typeof import('@/lib/leads/server/submit').receiveForm
let getJournal: typeof import('@/lib/leads/server/journal/journal').getJournal
let redeliverDue: typeof import('@/lib/leads/server/redeliver').redeliverDue
let log: string

async function start(open: () => Database | Promise<Database>, webhook = true) {
  database = await open()
  receiver = await WebhookReceiver.start()
  log = ''
  vi.stubEnv('VERCEL', undefined)
  vi.stubEnv('DATABASE_URL', database.url)
  vi.stubEnv('CALLBACK_WEBHOOK_URL', webhook ? receiver.url('/call') : undefined)
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    log += text
    return true
  })
  // The environment is parsed when its module is loaded.
  vi.resetModules()
  Reflect.deleteProperty(globalThis, Symbol.for('plumbing-xperience'))
  ;({ receiveForm } = await import('@/lib/leads/server/submit'))
  ;({ getJournal } = await import('@/lib/leads/server/journal/journal'))
  ;({ redeliverDue } = await import('@/lib/leads/server/redeliver'))
}

afterEach(async () => {
  vi.useRealTimers()
  await getJournal()?.close()
  await receiver.stop()
  await database.stop()
})

function request(change: Record<string, string> = {}, address = '10.0.0.1') {
  const form = new FormData()
  const entries = { name: 'Ana Ruiz', phone: '5095550147', businessName: 'Ruiz', ...change }
  for (const [name, value] of Object.entries(entries)) form.set(name, value)
  return receiveForm('call-our-ai', form, new Headers({ [socketAddressHeader]: address }))
}

/** Submits once the client may submit again. */
async function requestLater(change: Record<string, string> = {}, address?: string) {
  await new Promise((resolve) => setTimeout(resolve, resubmitDelayMs + 50))
  return request(change, address)
}

const sent = () =>
  receiver.received.map(({ headers, body }) => [headers['webhook-id'], JSON.parse(body).Phone])
const accepted = { status: 'accepted' }
const invalid = { status: 'invalid', fields: { name: 'Invalid name format' } }

describe('the server', () => {
  beforeEach(() => start(sqlite, false))

  it('checks the rate limit before it validates', async () => {
    expect(await request()).toEqual(accepted)
    expect(await request({ name: 'R2D2' })).toMatchObject({ status: 'too-fast' })
    expect(await request({ name: 'R2D2' }, '10.0.0.2')).toMatchObject(invalid)
  })

  it('lets a visitor correct an invalid form at once', async () => {
    expect(await request({ name: 'R2D2' })).toMatchObject(invalid)
    expect(await request()).toEqual(accepted)
  })
})

it('an accepted lead counts toward the hour of its client, and an invalid form does not', async () => {
  vi.stubEnv('LEADS_PER_HOUR', '1')
  await start(sqlite, false)
  expect(await request({ name: 'R2D2' })).toMatchObject(invalid)
  expect(await request()).toEqual(accepted)
  expect(await requestLater({ name: 'Bo Ruiz' })).toMatchObject({ status: 'too-fast' })
  expect(await request({ name: 'Bo Ruiz' }, '10.0.0.2')).toEqual(accepted)
})

const databases: [name: string, missing: string | null, open: () => Promise<Database>][] = [
  ['SQLite', null, async () => sqlite()],
  ['PostgreSQL', null, postgres],
  ['PostgreSQL behind PgBouncer', pgBouncerMissing, pgBouncer],
]

for (const [name, missing, open] of databases)
  describe.skipIf(missing)(`with the journal on ${name}${missing ? `: ${missing}` : ''}`, () => {
    beforeEach(() => start(open))

    it('the same entries are one lead, and corrected ones are another under another id', async () => {
      const submissionId = randomUUID()
      receiver.respondWith(500)
      expect(await request({ submissionId })).toMatchObject({
        status: 'undelivered',
        entries: { submissionId, phone: '5095550147' },
      })
      expect(await requestLater({ submissionId, phone: '5095550148' })).toEqual(accepted)
      expect(await requestLater({ submissionId, phone: '5095550148' })).toEqual(accepted)
      const [[first] = [], [second] = []] = sent()
      expect(sent()).toEqual([
        [first, '5095550147'],
        [second, '5095550148'],
      ])
      expect(second).not.toBe(first)
      // The older version was still pending.
      expect(await getJournal()?.find(String(first))).toBeNull()
      expect(log).toContain(`"corrects":"${first}"`)
    })

    it('the sixth lead of a day that names a phone number is kept as a suspect, from any client', async () => {
      const spellings = ['5095550147', '(509) 555-0147', '+1 509 555 0147', '1-509-555-0147']
      const submitted = Array.from({ length: 50 }, (_, i) => {
        const phone = spellings[i % spellings.length] ?? ''
        return request({ phone, businessName: `Ruiz ${i}` }, `10.0.1.${i}`)
      })
      expect(await Promise.all(submitted)).toEqual(submitted.map(() => accepted))
      expect(receiver.received).toHaveLength(5)
      const states = await getJournal()?.read(
        'SELECT state, outcome, COUNT(*) AS leads FROM leads GROUP BY state, outcome ORDER BY state',
      )
      expect(states?.map((row) => ({ ...row, leads: Number(row.leads) }))).toEqual([
        { state: 'delivered', outcome: 'delivered', leads: 5 },
        { state: 'suspect', outcome: 'repeated-phone', leads: 45 },
      ])
      expect(await request({ phone: '5095550148' }, '10.0.2.1')).toEqual(accepted)
      expect(receiver.received).toHaveLength(6)
    })

    it('a lead whose number is expensive to call is kept as a suspect', async () => {
      expect(await request({ phone: '+19005550199' })).toEqual(accepted)
      expect(receiver.received).toHaveLength(0)
      const [lead] = (await getJournal()?.read('SELECT state, outcome FROM leads')) ?? []
      expect(lead).toEqual({ state: 'suspect', outcome: 'premium-phone' })
    })

    it('a form without scripts is one lead, however often it is sent, also in the next hour', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T20:59:59Z') })
      receiver.respondWith(500)
      const rejected = await request()
      expect(rejected.status).toBe('undelivered')
      // The page that comes back has an id, the one before it has none.
      const submissionId = String(rejected.entries?.submissionId)
      vi.setSystemTime('2026-11-20T21:30:00Z')
      expect(await requestLater({ submissionId })).toEqual(accepted)
      expect(await requestLater()).toEqual(accepted)
      expect(new Set(sent().map(([id]) => id)).size).toBe(1)
      expect(receiver.received).toHaveLength(2)
      vi.setSystemTime('2026-11-20T22:30:00Z')
      expect(await requestLater()).toEqual(accepted)
      expect(new Set(sent().map(([id]) => id)).size).toBe(2)
      expect(await request({}, '10.0.0.2')).toEqual(accepted)
      expect(new Set(sent().map(([id]) => id)).size).toBe(3)
    })

    it('a lead that was sent while the journal failed is settled, and never sent again', async () => {
      const journal = getJournal()
      if (!journal) throw new Error('no journal')
      const submissionId = randomUUID()
      // The database commits a statement whose answer does not arrive in time.
      const record = journal.record.bind(journal)
      vi.spyOn(journal, 'record').mockImplementationOnce(async (lead) => {
        await record(lead)
        throw new Error('timeout')
      })
      expect(await request({ submissionId })).toEqual(accepted)
      expect(await requestLater({ submissionId })).toEqual(accepted)
      await journal.write('UPDATE leads SET lease_until = 0')
      await redeliverDue(journal, 10_000)
      expect(receiver.received).toHaveLength(1)
      const leads = await journal.read('SELECT state FROM leads')
      expect(leads).toEqual([{ state: 'delivered' }])
    })
  })
