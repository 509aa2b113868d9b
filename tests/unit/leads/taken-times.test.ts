import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  describeBothDatabases,
  describeDatabases,
  shareJournal,
  startReceiver,
  startServer,
} from '../../support/site/in-process'

/** DEMOS_PER_TIME: a time that is taken is not offered. */

const start = Date.parse('2026-11-27T20:00:00Z')
const minute = 60_000
const accepted = { status: 'accepted' }
const friday = '2026-12-04'
const all = ['12:00 PM', '12:30 PM', '1:00 PM', '1:30 PM', '2:00 PM', '2:30 PM', '3:00 PM']
const without = (...times: string[]) => all.filter((time) => !times.includes(time)).join(', ')

let receiver: Awaited<ReturnType<typeof startReceiver>>
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  receiver = await startReceiver()
})
afterEach(() => void vi.useRealTimers())

let people = 0

/** Other entries than before of the same form, or of a new one: of another person. */
function form(time: string, day = friday, thread: string = randomUUID(), change = {}) {
  people++
  const [email, phoneNumber] = [`v${people}@ruiz.com`, String(5095550000 + people)]
  const ids = { submissionId: randomUUID(), thread }
  return { preferredDate: day, preferredTime: time, email, phoneNumber, ...ids, ...change }
}

const refused = (text: string) =>
  expect.objectContaining({ status: 'invalid', fields: { preferredTime: text } })
const taken = (time: string, free: string) =>
  refused(`${time} on Friday, December 4 has just been taken. Free that day: ${free}`)

/** Each is another process. */
async function begin(variables: Record<string, string> = {}) {
  const server = await startServer({
    BOOKING_WEBHOOK_URL: receiver.url('/book'),
    DEMOS_PER_TIME: '1',
    ...variables,
  })
  const book = (entries: Record<string, string>) => server.submit(entries, { kind: 'booking' })
  const { GET } = await import('@/app/api/taken-times/route')
  return { ...server, journal: server.journal, book, taken: async () => (await GET()).json() }
}

describeDatabases('a time with DEMOS_PER_TIME', (open) => {
  let DATABASE_URL: string
  shareJournal(open, Date.now, (_, url) => {
    DATABASE_URL = url
  })

  it.each(['1', '3'])(
    'is taken after so many demos: %s, of 20 posts at once to two instances',
    async (limit) => {
      const variables = { DATABASE_URL, DEMOS_PER_TIME: limit }
      const servers = [await begin(variables), await begin(variables)]
      for (const { journal } of servers) await journal.store.check()
      const posts = Array.from({ length: 20 }, (_, i) => servers[i % 2]?.book(form('12:30 PM')))
      const results = await Promise.all(posts)
      const message = taken('12:30 PM', without('12:30 PM'))
      const isAccepted = results.filter((result) => result?.status === 'accepted')
      expect(isAccepted).toEqual(Array(Number(limit)).fill(accepted))
      const others = results.filter((result) => result?.status !== 'accepted')
      expect(others).toEqual(Array(20 - Number(limit)).fill(message))
      expect(receiver.received).toHaveLength(Number(limit))
      expect(await servers[0]?.leads()).toHaveLength(Number(limit))
      const events = servers.flatMap(({ log }) => log.events())
      expect(events.filter(({ event }) => String(event).endsWith('fault'))).toEqual([])
      expect(events).toContainEqual(
        expect.objectContaining({ event: 'refused', kind: 'booking', reason: 'taken' }),
      )
    },
  )
})

describeBothDatabases('a time with DEMOS_PER_TIME', (open) => {
  let DATABASE_URL: string
  shareJournal(open, Date.now, (_, url) => {
    DATABASE_URL = url
  })

  it('is free again once the booking was changed or deleted, and never taken by oneself', async () => {
    const { book, journal } = await begin({ DATABASE_URL })
    const [first, other] = [form('12:30 PM'), form('12:30 PM')]
    expect(await book(first)).toEqual(accepted)
    expect(await book(other)).toEqual({
      status: 'invalid',
      fields: {
        preferredTime: `12:30 PM on Friday, December 4 has just been taken. Free that day: ${without('12:30 PM')}`,
      },
      entries: expect.objectContaining(other),
    })
    expect(await book(first)).toEqual(accepted)
    expect(await book(form('12:30 PM', friday, first.thread))).toEqual(accepted)
    expect(await book(form('1:00 PM', friday, first.thread))).toEqual(accepted)
    expect(await book(other)).toEqual(accepted)
    expect(await book(form('12:30 PM', friday, first.thread))).toEqual(
      taken('12:30 PM', without('12:30 PM', '1:00 PM')),
    )
    expect(await book(form('1:00 PM', friday, other.thread))).toEqual(
      taken('1:00 PM', without('12:30 PM', '1:00 PM')),
    )
    const { deleteLead } = await import('@/lib/cli/erase')
    const [lead] = await journal.store.read(
      "SELECT id FROM leads WHERE demo_start = '20261204T130000'",
    )
    expect((await deleteLead(journal, String(lead?.id)))?.leads).toHaveLength(3)
    expect(await book(form('1:00 PM', friday, other.thread))).toEqual(accepted)
  })

  it('is taken by a demo that is held, waits, is given up, or has lost its personal data', async () => {
    const { book, journal, setWebhooks } = await begin({ DATABASE_URL })
    expect(await book(form('12:00 PM', friday, undefined, { phoneNumber: '9115550123' }))).toEqual(
      accepted,
    )
    receiver.respondWith(500)
    const waiting = form('12:30 PM')
    expect(await book(waiting)).toMatchObject({ status: 'undelivered' })
    receiver.respondWith(200)
    setWebhooks({ BOOKING_WEBHOOK_URL: undefined })
    expect(await book(form('1:00 PM'))).toEqual(accepted)
    await journal.store.write(
      "UPDATE leads SET state = 'dead' WHERE demo_start = '20261204T130000' RETURNING id",
    )
    setWebhooks({ BOOKING_WEBHOOK_URL: receiver.url('/book') })
    expect(await book(form('1:30 PM'))).toEqual(accepted)
    await journal.store.write(
      "UPDATE leads SET delivered_at = 1 WHERE state = 'delivered' RETURNING id",
    )
    const { purgeOld } = await import('@/lib/leads/retention')
    expect(await purgeOld(journal.store)).toBe(1)
    for (const time of ['12:00 PM', '12:30 PM', '1:00 PM', '1:30 PM'])
      expect(await book(form(time))).toEqual(taken(time, '2:00 PM, 2:30 PM, 3:00 PM'))
    expect(await book(waiting)).toEqual(accepted)
  })

  it('is not checked while the journal fails, which the log and the alert say, with what clashes', async () => {
    const alerts = await startReceiver()
    const { book, journal, log, redeliver } = await begin({
      DATABASE_URL,
      ALERT_WEBHOOK_URL: alerts.url('/alert'),
    })
    const { checkAlerts } = await import('@/lib/ops/alerts')
    const check = async () => {
      await checkAlerts(() => journal, 0)
      const texts = alerts.received.map(({ body }) => String(JSON.parse(body).text))
      alerts.reset()
      return texts
    }
    expect(await book(form('12:30 PM'))).toEqual(accepted)
    const fault = Object.assign(new Error('Full'), { code: 'SQLITE_FULL' })
    const broken = (['transaction', 'write', 'check'] as const).map((name) =>
      vi.spyOn(journal.store, name).mockRejectedValue(fault),
    )
    expect(await check()).toHaveLength(1)
    expect(await book(form('12:30 PM'))).toEqual(accepted)
    expect(await book(form('1:00 PM'))).toEqual(accepted)
    for (const spy of broken) spy.mockRestore()
    await redeliver()
    const rows = await journal.store.read(
      'SELECT id, demo_start FROM leads ORDER BY created_at, id',
    )
    const ids = rows.map(({ id }) => String(id))
    const events = (name: string) =>
      log.events().flatMap(({ event, time, ms, ...rest }) => (event === name ? [rest] : []))
    const unchecked = { kind: 'booking', timeChecked: false }
    expect(events('delivered').slice(1)).toEqual([
      { ...unchecked, id: expect.any(String), outcome: 'delivered', recorded: false },
      { ...unchecked, id: expect.any(String), outcome: 'delivered', recorded: false },
    ])
    const [clash, single] = events('delivered')
      .slice(1)
      .map(({ id }) => String(id))
    const before = ids.find((id) => id !== clash && id !== single)
    expect(events('recorded')).toEqual([
      { ...unchecked, id: clash, clashes: before },
      { ...unchecked, id: single, clashes: 'none' },
    ])
    expect(await check()).toEqual([])
    vi.setSystemTime(start + 10 * minute)
    expect(await check()).toEqual([
      expect.stringMatching(
        new RegExp(
          `: Resolved after 0 min: the journal could not be written\\. Demos that were booked meanwhile, and whose times were not checked: 2\\. At the same time as others: ${clash} and ${before}\\.$`,
        ),
      ),
    ])
    expect(await book(form('12:30 PM'))).toEqual(taken('12:30 PM', without('12:30 PM', '1:00 PM')))
  })
})

it('a time with DEMOS_PER_TIME is refused with the next day that has a free time, which CLOSED_DAYS is not', async () => {
  const { book } = await begin({ CLOSED_DAYS: 'sat,sun' })
  for (const day of [friday, '2026-12-07'])
    for (const time of all) expect(await book(form(time, day))).toEqual(accepted)
  expect(await book(form('12:30 PM'))).toEqual(
    refused(
      '12:30 PM on Friday, December 4 has just been taken. The next day with a free time: Tuesday, December 8',
    ),
  )
})

it('a time with DEMOS_PER_TIME is refused with the first day that has a free time where no later day can be booked', async () => {
  const { book } = await begin({ CLOSED_DAYS: 'sun' })
  const last = '2027-11-27'
  for (const time of all) expect(await book(form(time, last))).toEqual(accepted)
  expect(await book(form('12:30 PM', last))).toEqual(
    refused(
      '12:30 PM on Saturday, November 27 has just been taken. The next day with a free time: Saturday, November 28',
    ),
  )
})

it('a time with DEMOS_PER_TIME is told to 500 visitors by one query in 15 seconds, with nothing but times, from today on', async () => {
  const { book, journal, taken } = await begin()
  const now = vi.spyOn(performance, 'now')
  for (const [time, day] of [
    ['1:00 PM', friday],
    ['12:30 PM', friday],
    ['3:00 PM', '2026-12-07'],
  ])
    expect(await book(form(time ?? '', day))).toEqual(accepted)
  await journal.store.write(
    "UPDATE leads SET demo_start = '20261126T120000' WHERE demo_start = '20261207T150000' RETURNING id",
  )
  const read = vi.spyOn(journal.store, 'read')
  const answers = await Promise.all(Array.from({ length: 500 }, taken))
  expect(new Set(answers.map(String))).toEqual(new Set(['20261204T123000,20261204T130000']))
  expect(read).toHaveBeenCalledTimes(1)
  const at = performance.now()
  expect(await book(form('2:00 PM'))).toEqual(accepted)
  now.mockReturnValue(at + 14_000)
  expect(await taken()).toHaveLength(2)
  now.mockReturnValue(at + 15_000)
  expect(await taken()).toHaveLength(3)
  // One who was refused sees it at once.
  expect(await book(form('2:30 PM'))).toEqual(accepted)
  expect(await book(form('2:30 PM'))).toMatchObject({ status: 'invalid' })
  expect(await taken()).toHaveLength(4)
  now.mockReturnValue(at + 31_000)
  read.mockRejectedValue(new Error('down'))
  expect(await taken()).toEqual([])
})

it('a time without DEMOS_PER_TIME has any number of demos, and no query', async () => {
  const { book, journal, taken } = await begin({ DEMOS_PER_TIME: '' })
  const posts = await Promise.all([1, 2, 3].map(() => book(form('12:30 PM'))))
  expect(posts).toEqual([accepted, accepted, accepted])
  const read = vi.spyOn(journal.store, 'read')
  expect(await taken()).toEqual([])
  expect(read).not.toHaveBeenCalled()
})

it('no time with DEMOS_PER_TIME on any of the next five open days is an alert, once and each morning', async () => {
  const alerts = await startReceiver()
  const { book, journal } = await begin({
    ALERT_WEBHOOK_URL: alerts.url('/alert'),
    CLOSED_DAYS: 'sat,sun',
  })
  const { checkAlerts } = await import('@/lib/ops/alerts')
  const told = async (at: string) => {
    vi.setSystemTime(Date.parse(at))
    await journal.store.write('UPDATE alerts SET seen_at = seen_at RETURNING name')
    await checkAlerts(() => journal, 0)
    const texts = alerts.received.map(({ body }) => String(JSON.parse(body).text))
    alerts.reset()
    return texts.map((text) => text.replace(/^.*?\): /, ''))
  }
  const days = ['2026-11-30', '2026-12-01', '2026-12-02', '2026-12-03', friday]
  const forms = days.flatMap((day) => all.map((time) => form(time, day)))
  const last = forms.pop()
  for (const each of forms) expect(await book(each)).toEqual(accepted)
  expect(await told('2026-11-27T20:00:00Z')).toEqual([])
  expect(await book(last ?? {})).toEqual(accepted)
  const text =
    'No time of the next five open days is free for a demo. To see the demos, run: npm run leads -- list --demos. To offer more, raise DEMOS_PER_TIME (1)'
  expect(await told('2026-11-27T20:00:00Z')).toEqual([text])
  expect(await told('2026-11-27T23:00:00Z')).toEqual([])
  expect(await told('2026-11-28T16:00:00Z')).toEqual([text])
})
