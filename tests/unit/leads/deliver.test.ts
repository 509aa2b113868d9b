import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { deleteLead } from '@/lib/cli/erase'
import { site as product } from '@/lib/site'
import type { WebhookReceiver } from '../../support/receiver/webhook-receiver'
import {
  clearTables,
  describeBothDatabases,
  record,
  startReceiver,
  startUnlimitedServer,
} from '../../support/site/in-process'
import { sampleForm, sampleKind } from '../../support/visitor/visitor'

let receiver: WebhookReceiver
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(() => {
  vi.useRealTimers()
})

const sent = () =>
  receiver.received.map(({ headers, body }) => [headers['webhook-id'], JSON.parse(body).Phone])
const webhooks = () => ({
  CALLBACK_WEBHOOK_URL: receiver.url('/hooks/plumbing_xperience?key=1'),
  BOOKING_WEBHOOK_URL: receiver.url('/hooks/landing_page_book_demo'),
})
const accepted = { status: 'accepted' }
const invalid = { status: 'invalid', fields: { name: 'Invalid name format' } }
const address = '10.0.0.1'
const bo = { phone: '5095550148', email: 'bo@ruiz.com' }

it('each kind of lead goes to the address of its own variable, signed and with the configured extras, and no other connection is opened', async () => {
  const bookings = await startReceiver()
  const secret = `whsec_${btoa('the secret, 24 bytes long')}`
  const attribution = { utm_source: 'flyer', landing_path: '/' }
  const source = `${product.name}: ${sampleForm.source}`
  const server = await startUnlimitedServer({
    ...webhooks(),
    BOOKING_WEBHOOK_URL: bookings.url('/hooks/landing_page_book_demo'),
    WEBHOOK_BODY_EXTRAS: 'leadId,attribution,consent',
    WEBHOOK_SECRET: secret,
  })
  const connect = vi.spyOn(Socket.prototype, 'connect')
  const fetched = vi.spyOn(globalThis, 'fetch')
  for (const kind of [sampleKind, 'booking'] as const)
    expect(await server.submit({ attribution: JSON.stringify(attribution) }, { kind })).toEqual(
      accepted,
    )
  expect(await server.submit({ reference_note: 'http://spam.example' })).toEqual(accepted)
  expect(await server.submit({ name: 'R2D2' })).toMatchObject(invalid)
  const requests = [receiver, bookings].map(({ received }) =>
    received.map(({ path, body }) => [path, JSON.parse(body).source]),
  )
  expect(requests).toEqual([
    [['/hooks/plumbing_xperience?key=1', source]],
    [['/hooks/landing_page_book_demo', product.name]],
  ])
  // Time for a request that nothing waits for.
  await new Promise((resolve) => setTimeout(resolve, 100))
  const ports = connect.mock.calls.map((args) => (args.flat()[0] as { port?: unknown }).port)
  const portOf = (webhook: WebhookReceiver) => new URL(webhook.url('/')).port
  expect(ports.map(String)).toEqual([portOf(receiver), portOf(bookings)])
  // It refuses some ports before it connects.
  expect(fetched).not.toHaveBeenCalled()
  expect(server.log.text()).not.toMatch(/Ana|5095550147|127\.0\.0\.1/)
  const [{ body = '', headers = {} } = {}] = receiver.received
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
    Name: 'Ana Ruiz',
    Phone: '5095550147',
    Company: 'Ruiz & Sons',
    source,
    leadId: headers['webhook-id'],
    attribution,
    consent: 'not stated',
  })
})

it('a changed booking has another id, names the one that it replaces in a header, and has the body of every booking', async () => {
  const server = await startUnlimitedServer(webhooks())
  const kind = 'booking'
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()]
  expect(await server.submit({ submissionId: first }, { kind })).toEqual(accepted)
  const changed = { submissionId: second, thread: first, preferredTime: '2:00 PM' }
  for (let i = 0; i < 2; i++) expect(await server.submit(changed, { kind })).toEqual(accepted)
  // Back to the time of before, it is a change, too.
  expect(await server.submit({ submissionId: third, thread: first }, { kind })).toEqual(accepted)
  const [one, two, three, ...more] = receiver.received.map(({ headers, body }) => ({
    id: headers['webhook-id'],
    replaces: headers['webhook-replaces'],
    body: JSON.parse(body),
  }))
  expect(more).toEqual([])
  expect([one, two, three].map((lead) => lead?.replaces)).toEqual([undefined, one?.id, two?.id])
  expect(new Set([one?.id, two?.id, three?.id]).size).toBe(3)
  expect(Object.keys(two?.body)).toEqual(Object.keys(one?.body))
  const links = server.log.events().flatMap(({ replaces }) => replaces ?? [])
  expect(links).toEqual([one?.id, two?.id])
})

it('the log has one line for each step of a lead, with ids and without personal data', async () => {
  const server = await startUnlimitedServer(webhooks())
  receiver.respondWith(500)
  await server.submit()
  await server.redeliver()
  await server.submit({ reference_note: 'http://spam.example' })
  await server.submit({ name: 'R2D2' })
  const visitor = { kind: 'booking', address: '192.0.2.1' } as const
  await server.submit({}, visitor)
  await server.submit({ fullName: 'Bo Ruiz' }, visitor)
  server.setWebhooks({ CALLBACK_WEBHOOK_URL: undefined })
  await server.submit({ name: 'Bo Ruiz' })
  const stored = await server.leads()
  const idOf = (wanted: string) => stored.find(({ state }) => state === wanted)?.id
  const [callback, again, booking, ...more] = receiver.received.map(({ headers, body }) => ({
    id: headers['webhook-id'],
    body,
  }))
  expect([again, more]).toEqual([callback, []])
  const line = { time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) }
  const ms = expect.any(Number)
  const ofCallback = { ...line, kind: sampleKind }
  const ofBooking = { ...line, id: booking?.id, kind: 'booking' }
  expect(server.log.events()).toEqual([
    { ...ofCallback, id: callback?.id, event: 'received', ms },
    { ...ofCallback, id: callback?.id, event: 'failed', outcome: 'failed', attempt: 1, ms },
    { ...ofCallback, id: callback?.id, event: 'redelivered', outcome: 'delivered', attempt: 2, ms },
    { ...ofCallback, event: 'held', id: idOf('held'), reason: 'honeypot' },
    { ...ofCallback, event: 'refused', reason: 'invalid' },
    { ...ofBooking, event: 'received', ms },
    { ...ofBooking, event: 'delivered', outcome: 'delivered', attempt: 1, ms },
    { ...line, event: 'refused', kind: 'booking', reason: 'too-fast' },
    { ...ofCallback, event: 'received', id: idOf('pending'), ms },
    { ...ofCallback, event: 'kept', id: idOf('pending'), outcome: 'no webhook set' },
  ])
})

describeBothDatabases('with the journal', (open) => {
  let server: Awaited<ReturnType<typeof startUnlimitedServer>>
  let database: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    database = await open()
  })
  const variables = () => ({
    ...webhooks(),
    DATABASE_URL: database.url,
    LEADS_PER_PHONE: undefined,
  })
  beforeEach(async () => {
    server = await startUnlimitedServer(variables())
  })
  afterEach(() => clearTables(server.journal))

  type Server = Pick<typeof server, 'journal'>
  const held = async ({ journal: { store } }: Server) =>
    (await store.read("SELECT reason FROM leads WHERE state = 'held' ORDER BY reason")).map(
      ({ reason }) => reason,
    )

  it('the same entries are one lead, and corrected ones are another under another id', async () => {
    const { submit } = server
    const submissionId = randomUUID()
    receiver.respondWith(500)
    expect(await submit({ submissionId })).toMatchObject({
      status: 'undelivered',
      entries: { submissionId, phone: '5095550147' },
    })
    expect(await submit({ submissionId, phone: '5095550148' })).toEqual(accepted)
    expect(await submit({ submissionId, phone: '5095550148' })).toEqual(accepted)
    const [[first] = [], [second] = []] = sent()
    // The older version was still pending.
    expect(await server.journal.find(String(first))).toBeNull()
    expect(server.log.text()).toContain(`"event":"superseded","id":"${first}"`)
    expect(await submit({ submissionId, phone: '5095550149' })).toEqual(accepted)
    const [, , [third] = []] = sent()
    expect(sent()).toEqual([
      [first, '5095550147'],
      [second, '5095550148'],
      [third, '5095550149'],
    ])
    expect(new Set([first, second, third]).size).toBe(3)
    // The second version was delivered, so it stays.
    expect(await server.leads()).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }])
  })

  it('the sixth lead of a day that names a phone number, or one that must not be called, is held', async () => {
    const spellings = ['5095550147', '(509) 555-0147', '+1 509 555 0147', '1-509-555-0147']
    // A busy machine takes longer than the timeouts of the database, which would then be left out.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const submitted = Array.from({ length: 16 }, (_, i) =>
      server.submit({ phone: spellings[i % 4] ?? '', businessName: `Ruiz ${i}` }),
    )
    expect(await Promise.all(submitted)).toEqual(submitted.map(() => accepted))
    vi.useRealTimers()
    expect(receiver.received).toHaveLength(5)
    expect(await server.submit({ phone: '+19005550199' })).toEqual(accepted)
    expect(await server.submit({ reference_note: 'http://spam.example' })).toEqual(accepted)
    const groups = await server.journal.store.read(
      "SELECT state, reason, COUNT(*) AS leads FROM leads WHERE state <> 'delivered' GROUP BY state, reason ORDER BY reason",
    )
    expect(groups.map((row) => [row.state, row.reason, Number(row.leads)])).toEqual([
      ['held', 'honeypot', 1],
      ['held', 'repeated-phone', 11],
      ['held', 'unsafe-phone', 1],
    ])
    expect(await server.submit(bo)).toEqual(accepted)
    expect(receiver.received).toHaveLength(6)
  })

  it('of 10,000 held leads, the oldest of a bot makes room for another, and none of a person does: then it is refused', async () => {
    await database.query(
      `INSERT INTO leads (id, thread, version, kind, state, reason, extras, attempts, created_at, give_up_at)
       WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000)
       SELECT CAST(n AS TEXT), CAST(n AS TEXT), n, 'booking', 'held',
         CASE WHEN n IN (2, 3) THEN 'honeypot' ELSE 'repeated-phone' END, '{}', 0, n, n FROM numbers WHERE 1 = 1 RETURNING id`,
    )
    const first = { phone: '+19005550199', submissionId: randomUUID() }
    const found = async () =>
      Promise.all(['1', '2', '3', '4'].map(async (id) => (await server.journal.find(id))?.id))
    expect(await server.submit(first)).toEqual(accepted)
    expect(await found()).toEqual(['1', undefined, '3', '4'])
    expect(await server.submit({ phone: first.phone })).toEqual(accepted)
    expect(await found()).toEqual(['1', undefined, undefined, '4'])
    expect(await server.submit({ phone: first.phone })).toMatchObject({ status: 'undelivered' })
    // A lead that is stored needs no room.
    expect(await server.submit(first)).toEqual(accepted)
    const line = { time: expect.any(String), id: expect.any(String), kind: sampleKind }
    const held = { ...line, event: 'held', reason: 'unsafe-phone' }
    expect(server.log.events()).toEqual([
      held,
      held,
      {
        time: expect.any(String),
        event: 'warning',
        warning:
          'The journal has 10000 held leads, and none of a bot that could make room. Others are refused, and their visitors see an error. Release or delete some: npm run leads -- list --state held',
      },
      held,
      held,
    ])
  })

  it('the sixth lead of a day that names a mailbox is held, whatever its phone number', async () => {
    const kinds = [sampleKind, 'booking'] as const
    for (let i = 0; i < 8; i++) {
      const number = `509555014${i}`
      const change = { phone: number, phoneNumber: number, email: `Ana+${i}@Ruiz.com` }
      expect(await server.submit(change, { kind: kinds[i % 2] })).toEqual(accepted)
    }
    expect(receiver.received).toHaveLength(5)
    expect(await held(server)).toEqual(Array(3).fill('repeated-email'))
    expect(await server.submit(bo)).toEqual(accepted)
    expect(receiver.received).toHaveLength(6)
  })

  it('while the journal fails, the process counts by itself, from zero, and each lead once', async () => {
    const { submit, journal, log } = await startUnlimitedServer({
      ...variables(),
      LEADS_PER_HOUR_TOTAL: '3',
    })
    const ids = Array.from({ length: 7 }, () => randomUUID())
    const lead = (i: number) => submit({ phone: `509555010${i}`, submissionId: String(ids[i]) })
    for (const i of [0, 1]) expect(await lead(i)).toEqual(accepted)
    const failing = vi.spyOn(journal.store, 'transaction').mockRejectedValue(new Error('disk'))
    // Those that were sent before are neither sent again nor counted again nor refused.
    for (const i of [0, 2, 1, 2, 3, 4]) expect(await lead(i)).toEqual(accepted)
    // It is held, and cannot be stored, however often it comes.
    for (const i of [5, 5]) expect(await lead(i)).toMatchObject({ status: 'undelivered' })
    failing.mockRestore()
    const received = log.events().filter(({ event }) => event === 'received')
    expect(received.filter(({ recorded }) => recorded === false)).toHaveLength(3)
    for (const i of [5, 6]) expect(await lead(i)).toEqual(accepted)
    expect(await held({ journal })).toEqual(['flood'])
    expect(receiver.received).toHaveLength(6)
  })

  it('deleting a lead deletes the counts of its phone number and mailbox', async () => {
    const { journal } = server
    const counts = () =>
      journal.store.read(
        "SELECT key FROM limit_counts WHERE key LIKE 'phone:%' OR key LIKE 'email:%'",
      )
    await server.submit({}, { kind: 'booking' })
    await server.submit({ phoneNumber: bo.phone }, { kind: 'booking' })
    expect(await counts()).toHaveLength(11)
    for (const { id } of await server.leads()) await deleteLead(journal, String(id))
    expect(await counts()).toEqual([])
  })

  it('a form without scripts is one lead, however often it is sent on one day, Pacific Time', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const submit = async (time: string, change: Record<string, string> = {}, from = address) => {
      vi.setSystemTime(`2026-11-${time}Z`)
      await database.query('DELETE FROM limit_counts RETURNING key')
      return server.submit(change, { address: from })
    }
    await server.journal.store.check()
    receiver.respondWith(500)
    const rejected = await submit('20T20:59:59')
    expect(rejected.status).toBe('undelivered')
    // The page that comes back has an id, the one before it has none.
    const submissionId = String(rejected.entries?.submissionId)
    expect(await submit('20T21:30:00', { submissionId })).toEqual(accepted)
    expect(await submit('21T07:59:59')).toEqual(accepted)
    expect(receiver.received).toHaveLength(2)
    expect(await submit('21T07:59:59', {}, '10.0.0.2')).toEqual(accepted)
    expect(await submit('21T08:00:00')).toEqual(accepted)
    const ids = sent().map(([id]) => id)
    expect([ids.length, new Set(ids).size]).toEqual([4, 3])
  })

  it('a lead that was sent while the journal failed is settled, and never sent again', async () => {
    const { journal } = server
    const submissionId = randomUUID()
    // The database commits a statement whose answer does not arrive in time.
    const { transaction } = journal.store
    vi.spyOn(journal.store, 'transaction').mockImplementationOnce(async (work) => {
      await transaction(work)
      throw new Error('timeout')
    })
    expect(await server.submit({ submissionId })).toEqual(accepted)
    expect(await server.submit({ submissionId })).toEqual(accepted)
    await server.redeliver()
    expect(receiver.received).toHaveLength(1)
    expect(await server.leads()).toMatchObject([{ state: 'delivered' }])
  })

  it('a correction is recorded while another process sends the version before, and sent when that process was killed', async () => {
    const { journal } = server
    const thread = randomUUID()
    await record(journal, { kind: sampleKind, thread })
    const corrected = server.submit({ submissionId: randomUUID(), thread, ...bo })
    const states = async () => (await server.leads()).map(({ state }) => state)
    await vi.waitFor(async () => expect(await states()).toEqual(['leased', 'pending']))
    // As if the lease had ended.
    await server.redeliver()
    expect(await corrected).toEqual(accepted)
    expect(sent()).toMatchObject([[expect.any(String), bo.phone]])
    expect(await states()).toEqual(['delivered'])
  })

  it('a correction that comes while the server stops, and another process sends the version before, is recorded', async () => {
    const thread = randomUUID()
    await record(server.journal, { kind: sampleKind, thread })
    const { abortSends } = await import('@/lib/leads/send')
    abortSends()
    expect(await server.submit({ submissionId: randomUUID(), thread, ...bo })).toMatchObject({
      status: 'undelivered',
    })
    expect(await server.leads()).toMatchObject([{ state: 'leased' }, { state: 'pending' }])
  })

  it.each([
    [500, 6],
    [404, 8],
  ])(
    'a lead whose webhook answers %i, which its visitor posts eight times, is sent %i times, and has one more attempt later',
    async (status, sends) => {
      const submissionId = randomUUID()
      const post = (change = {}) => server.submit({ submissionId, ...change })
      const attempts = async () =>
        server.journal.store.read('SELECT attempts, next_at, waits_from FROM leads')
      receiver.respondWith(...Array(8).fill(status))
      expect(await post()).toMatchObject({ status: 'undelivered' })
      const before = await attempts()
      for (let i = 1; i < 8; i++) expect(await post()).toMatchObject({ status: 'undelivered' })
      expect(receiver.received).toHaveLength(sends)
      expect(await attempts()).toEqual(before)
      // The webhook works again.
      receiver.respondByDefault(() => 200)
      receiver.respondWith()
      expect(await server.submit({ businessName: 'Other' })).toEqual(accepted)
      expect(await post()).toEqual(accepted)
    },
  )

  it('a lead whose limits others reach again and again while it is recorded is not sent', async () => {
    const conflict = Object.assign(new Error('limit'), { code: '40001' })
    vi.spyOn(server.journal.store, 'transaction').mockRejectedValueOnce(conflict)
    expect(await server.submit()).toMatchObject({ status: 'undelivered' })
    expect([receiver.received, await server.leads()]).toEqual([[], []])
    expect(server.log.events()).toMatchObject([{ event: 'received', recorded: false }])
  })
})
