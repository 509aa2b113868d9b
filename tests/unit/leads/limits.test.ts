import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import type { Journal } from '@/lib/leads/journal'
import {
  describeBothDatabases,
  shareJournal,
  startReceiver,
  startUnlimitedServer,
} from '../../support/site/in-process'
import { sampleKind } from '../../support/visitor/visitor'

const accepted = { status: 'accepted' }
const tooFast = { status: 'too-fast' }
const tooMany = { status: 'too-many' }

describeBothDatabases('the limits in a journal', (open) => {
  let url: string
  let journal: Journal
  shareJournal(open, Date.now, (...opened) => {
    ;[journal, url] = opened
  })
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  beforeEach(async () => {
    receiver = await startReceiver()
  })

  /** Each is another process that uses the same journal. */
  const start = (variables: Record<string, string> = {}) =>
    startUnlimitedServer({
      CALLBACK_WEBHOOK_URL: receiver.url('/call'),
      ...variables,
      DATABASE_URL: url,
    })
  const endDelay = () =>
    journal.store.write(
      "UPDATE limit_counts SET ends_at = 0 WHERE key LIKE '%:delay:%' RETURNING key",
    )

  it('refuse a client above its hour, at any instance, and count each lead once', async () => {
    const [one, two] = [await start({ LEADS_PER_HOUR: '3' }), await start({ LEADS_PER_HOUR: '3' })]
    const address = '10.2.0.1'
    const submit = async (server: typeof one, change: Record<string, string>) => {
      await endDelay()
      return server.submit(change, { address })
    }
    const first = { submissionId: randomUUID(), businessName: 'First' }
    receiver.respondWith(500)
    // A lead that could not be delivered counts, and its retries do not.
    expect(await submit(one, first)).toMatchObject({ status: 'undelivered' })
    receiver.respondWith(200)
    for (const server of [one, two, one]) expect(await submit(server, first)).toEqual(accepted)
    // What is refused does not count.
    expect(await submit(one, { name: 'R2D2' })).toMatchObject({ status: 'invalid' })
    expect(await submit(two, { businessName: 'Second' })).toEqual(accepted)
    expect(await submit(one, { businessName: 'Third' })).toEqual(accepted)
    for (const server of [one, two])
      expect(await submit(server, { businessName: 'Fourth' })).toMatchObject({
        ...tooMany,
        minutes: 60,
      })
    expect(await submit(two, first)).toEqual(accepted)
    expect(await two.submit({}, { address: '10.2.0.2' })).toEqual(accepted)
    expect(receiver.received).toHaveLength(5)
    // The next hour.
    await one.journal.store.write('UPDATE limit_counts SET ends_at = 0 RETURNING key')
    expect(await submit(two, { businessName: 'Fourth' })).toEqual(accepted)
  })

  it('refuse a second lead of a client with the same number or mailbox for two seconds, at any instance and at once', async () => {
    const [one, two] = [await start(), await start()]
    const address = '10.5.0.1'
    const kind = sampleKind
    const posts = [one, two, one, two].map((server, i) =>
      server.submit({ businessName: `Ruiz ${i}` }, { address, kind }),
    )
    const statuses = (await Promise.all(posts)).map(({ status }) => status)
    expect(statuses.sort()).toEqual(['accepted', 'too-fast', 'too-fast', 'too-fast'])
    const submit = (change: Record<string, string>, from = address) =>
      two.submit({ businessName: 'Second', ...change }, { address: from, kind })
    const [phone, email] = ['5095550149', 'bo@ruiz.com']
    expect(await submit({ phone })).toMatchObject(tooFast)
    expect(await submit({ email })).toMatchObject(tooFast)
    // A colleague in the same office, and the same person elsewhere.
    expect(await submit({ phone, email })).toEqual(accepted)
    expect(await submit({}, '10.5.0.2')).toEqual(accepted)
    const ends = await journal.store.read(
      "SELECT ends_at FROM limit_counts WHERE key LIKE '%:delay:%'",
    )
    expect(Math.max(...ends.map((row) => Number(row.ends_at)))).toBeLessThanOrEqual(
      Date.now() + 2000,
    )
    await endDelay()
    expect(await submit({})).toEqual(accepted)
  })

  it('begin the two seconds with a lead that was accepted, not with one that failed', async () => {
    const server = await start()
    const address = '10.5.0.1'
    receiver.respondWith(500)
    const first = { submissionId: randomUUID() }
    expect(await server.submit(first, { address })).toMatchObject({ status: 'undelivered' })
    receiver.respondWith(200)
    expect(await server.submit(first, { address })).toEqual(accepted)
    const other = { businessName: 'Other' }
    expect(await server.submit(other, { address })).toEqual(accepted)
    expect(await server.submit({ businessName: 'Third' }, { address })).toMatchObject(tooFast)
  })

  it('hold none of forty leads that a person sends from the same machine, except for the two seconds of a post without scripts', async () => {
    const limits = { LEADS_PER_PHONE: '5', LEADS_PER_HOUR: '10' }
    const trial = await start(limits)
    const person = { name: 'John Doe', phone: '555-123-4567', email: 'john@example.com' }
    const post = (server: typeof trial, i: number, isScripted = false) =>
      server.submit(
        { ...person, businessName: `Acme ${i}` },
        {
          kind: sampleKind,
          address: '127.0.0.1',
          host: 'localhost:3000',
          ...(isScripted && { isScripted }),
        },
      )
    for (let i = 0; i < 40; i++) expect(await post(trial, i, true)).toEqual(accepted)
    expect(await post(trial, 40)).toEqual(accepted)
    expect(receiver.received).toHaveLength(41)
    for (let i = 0; i < 2; i++) expect(await post(trial, 41)).toMatchObject(tooFast)
    await endDelay()
    expect(await post(trial, 42)).toEqual(accepted)
    const refused = trial.log.events().filter(({ event }) => event === 'refused')
    const tooSoon = expect.objectContaining({ kind: sampleKind, reason: 'too-fast' })
    expect(refused).toEqual([tooSoon, tooSoon])

    // A proxy on the machine that adds no header: the name that a client sends frees it of nothing. One address may send
    // three of the five.
    const site = await start({ ...limits, SITE_URL: 'https://px.example' })
    const before = receiver.received.length
    await endDelay()
    for (let i = 50; i < 60; i++) {
      expect(await post(site, i, true)).toEqual(accepted)
      await endDelay()
    }
    expect(await post(site, 60, true)).toMatchObject(tooMany)
    expect(receiver.received).toHaveLength(before + 3)
  })

  it('let a visitor who has used them up change a booking twice, and count that', async () => {
    const server = await start({
      BOOKING_WEBHOOK_URL: receiver.url('/book'),
      LEADS_PER_PHONE: '5',
      LEADS_PER_HOUR: '3',
    })
    const address = '10.3.0.1'
    const submit = async (change: Record<string, string>, other = address) => {
      await endDelay()
      const before = receiver.received.length
      await endDelay()
      const { status } = await server.submit(change, { kind: 'booking', address: other })
      return receiver.received.length > before ? 'sent' : status === 'accepted' ? 'held' : status
    }
    const booking = () => ({ submissionId: randomUUID() })
    const first = booking()
    const change = () => ({ ...booking(), thread: first.submissionId })
    // The network gets three of five.
    for (const each of [booking(), booking(), first]) expect(await submit(each)).toBe('sent')
    expect(await submit({ ...booking(), thread: randomUUID() })).toBe('too-many')
    for (let i = 0; i < 2; i++) expect(await submit(change())).toBe('sent')
    expect(await submit(change())).toBe('too-many')
    // From another network, the number has had its five, too: a change counts like every lead.
    expect(await submit(booking(), '10.3.0.2')).toBe('held')
    for (const last of [10, 11].map((each) => `10.3.0.${each}`))
      expect(await submit(change(), last)).toBe('sent')
    expect(await submit(change(), '10.3.0.12')).toBe('held')
  })

  it('let one lead through where each limit is one, and have no reserve for changes in the total', async () => {
    const server = await start({
      BOOKING_WEBHOOK_URL: receiver.url('/book'),
      LEADS_PER_HOUR_TOTAL: '1',
      LEADS_PER_PHONE: '1',
    })
    const submissionId = randomUUID()
    const submit = (change: Record<string, string>) => server.submit(change, { kind: 'booking' })
    expect(await submit({ submissionId })).toEqual(accepted)
    expect(await submit({ thread: submissionId, submissionId: randomUUID() })).toEqual(accepted)
    expect(receiver.received).toHaveLength(1)
    const states = await server.journal.store.read(
      'SELECT state, outcome, reason FROM leads ORDER BY state',
    )
    expect(states).toEqual([
      { state: 'delivered', outcome: 'delivered', reason: null },
      { state: 'held', outcome: null, reason: 'flood' },
    ])
  })

  it('refuse an IPv6 network above four times the hour of a client, and count no refused lead', async () => {
    const [one, two] = [await start({ LEADS_PER_HOUR: '3' }), await start({ LEADS_PER_HOUR: '3' })]
    const statuses: string[] = []
    for (let i = 0; i < 16; i++) {
      const address = `2001:db8:1:${i.toString(16)}::1`
      statuses.push((await (i % 2 ? two : one).submit({}, { address })).status)
    }
    expect(statuses).toEqual([...Array(12).fill('accepted'), ...Array(4).fill('too-many')])
    const counts = await one.journal.store.read(
      "SELECT count FROM limit_counts WHERE key LIKE 'hour:%' OR key LIKE 'network:%' ORDER BY count",
    )
    expect(counts.map(({ count }) => count)).toEqual([...Array(12).fill(1), 12])
  })

  it('ignore an end that was written before the clock was set back', async () => {
    const { submit, journal } = await start({ LEADS_PER_HOUR: '1' })
    const address = '10.4.0.1'
    const lead = async () => {
      await endDelay()
      return submit({ submissionId: randomUUID() }, { address })
    }
    const addToEnds = (ms: number) =>
      journal.store.write(`UPDATE limit_counts SET ends_at = ends_at + ${ms} RETURNING key`)
    expect(await lead()).toEqual(accepted)
    // A statement that waited for a lock wrote a later end.
    await addToEnds(30_000)
    expect(await lead()).toMatchObject(tooMany)
    await addToEnds(3_600_000)
    expect(await lead()).toEqual(accepted)
    expect(await lead()).toMatchObject(tooMany)
  })
})
