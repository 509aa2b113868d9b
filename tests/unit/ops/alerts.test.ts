import { userInfo } from 'node:os'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { Journal, openDatabase } from '@/lib/leads/journal'
import type { LeasedLead } from '@/lib/leads/lead'
import { maintain } from '@/lib/leads/maintenance'
import { recordDelivered } from '@/lib/leads/record'
import { site as product } from '@/lib/site'
import { sqlite } from '../../support/database/database'
import { WebhookReceiver } from '../../support/receiver/webhook-receiver'
import {
  captureLog,
  describeBothDatabases,
  giveUp,
  newLead,
  receive,
  record,
  shareJournal,
  startUnlimitedServer,
} from '../../support/site/in-process'
import { sampleKind } from '../../support/visitor/visitor'

const minute = 60_000
const hour = 60 * minute
const start = Date.parse('2026-11-20T20:00:00Z')

let time = start
let receiver: WebhookReceiver
let checkAlerts: typeof import('@/lib/ops/alerts').checkAlerts
let owner: typeof import('@/lib/content/owner').owner
let env: typeof import('@/lib/server/env').env
let log: ReturnType<typeof captureLog>

async function load(ALERT_WEBHOOK_URL: string) {
  await startUnlimitedServer({
    SITE_URL: 'https://www.example.com',
    ALERT_WEBHOOK_URL,
    LEADS_PER_HOUR_TOTAL: undefined,
    DIGEST: 'off',
  })
  ;({ checkAlerts } = await import('@/lib/ops/alerts'))
  ;({ owner } = await import('@/lib/content/owner'))
  ;({ env } = await import('@/lib/server/env'))
}

beforeAll(async () => {
  receiver = await WebhookReceiver.start()
})
afterAll(() => receiver.stop())
beforeEach(async () => {
  setTime(start)
  if (!checkAlerts) await load(receiver.url('/alert-token-123'))
  log = captureLog()
  receiver.reset()
})
afterEach(() => {
  vi.useRealTimers()
})

function setTime(ms: number) {
  time = ms
  vi.useFakeTimers({ toFake: ['Date'], now: time })
  // No clock is set: time passes.
  vi.spyOn(performance, 'now').mockReturnValue(time)
}

/** The texts that have arrived since the last call, without the name of the site. */
function told(): string[] {
  const texts = receiver.received.map(({ body }) => String(JSON.parse(body).text))
  receiver.reset()
  return texts.map((text) => text.replace(`${product.name} (www.example.com): `, ''))
}

const sawError =
  'Their visitors read that the form could not be sent, and may have sent it again or called.'
const sawAccepted = 'Their visitors read that the form was accepted, and wait for a call.'
const dead = `They are stored, and not tried again. ${sawError}`
const waiting = 'They have waited for more than 15 minutes, are stored, and will be sent.'
const mayBePeople =
  'They are not sent. Visitors may be among them, who read that their form was accepted and wait for a call.'
const release = 'To send one, run: npm run leads -- release ID'
const toTest = 'To find out why, run: npm run leads -- test'

describeBothDatabases('alerts with the journal', (open) => {
  let journal: Journal
  let other: Journal
  const clock = () => time
  shareJournal(open, clock, (opened, url) => {
    journal = opened
    other = Journal.open({ ...openDatabase(url), now: () => String(time) })
  })
  afterAll(() => other.store.close())

  const check = (each = journal) => checkAlerts(() => each)
  const die = (lead: LeasedLead) => giveUp(journal, lead)
  /** Checks after this time, and returns what was told. */
  const toldAfter = async (ms: number) => {
    setTime(time + ms)
    await check()
    return told()
  }

  it('say that leads are of a form that this version does not have, which redeliver leaves', async () => {
    const leads = [await record(journal), await record(journal)]
    await journal.store.write("UPDATE leads SET kind = 'quote' RETURNING id")
    for (const lead of leads) await die(lead)
    expect(await toldAfter(0)).toEqual([
      'Leads of a form that this version does not have: 2. Nothing sends them. Their visitors wait for a call. Run a version that has the form, or call them: npm run leads -- export',
    ])
    expect(await journal.makeAllDue({})).toBe(0)
  })

  it('say that leads are dead, every six hours, and that they are no longer', async () => {
    const leads = [await record(journal), await record(journal)]
    expect(await toldAfter(0)).toEqual([])
    for (const lead of leads) await die(lead)
    const text = (age: string) =>
      `Dead booking leads: 2. ${dead} The oldest came in ${age} ago. Its last attempt: failed. The receiver failed: read its log. Fix the webhook (BOOKING_WEBHOOK_URL), then run: npm run leads -- redeliver`
    expect(await toldAfter(5 * minute)).toEqual([text('5 min')])
    expect(await toldAfter(6 * hour - 1)).toEqual([])
    expect(await toldAfter(1)).toEqual([text('6 h')])
    expect(await toldAfter(8 * 24 * hour)).toEqual([text('8 days')])
    for (const lead of leads) await recordDelivered(journal.store, lead, 0)
    expect(await toldAfter(0)).toEqual([])
    expect(await toldAfter(10 * minute - 1)).toEqual([])
    expect(await toldAfter(1)).toEqual(['Resolved after 8 days: Dead booking leads.'])
    expect(await toldAfter(0)).toEqual([])
  })

  it('say that leads of a restored backup may have been sent, and how to send one', async () => {
    await journal.returnLease(await record(journal))
    await journal.setAside()
    expect(await toldAfter(0)).toEqual([
      `Leads that waited in a restored backup: 1. They are not sent, because they may have been sent since the backup. Their visitors may be waiting for a call. To see them, run: npm run leads -- list --state dead. To send one, run: npm run leads -- redeliver ID`,
    ])
  })

  it('say once for each webhook which leads wait for too long, and at once which it rejects, and how to find out more', async () => {
    setTime(start - 1)
    await journal.settle(await record(journal, { kind: sampleKind }), 'rejected')
    setTime(start)
    await journal.settle(await record(journal, { kind: sampleKind }), 'timeout')
    await record(journal)
    const rejected =
      'rejected. The receiver does not accept the request: check the path, and that the webhook still exists and is turned on.'
    expect(await toldAfter(0)).toEqual([
      `Rejected callback leads: 1. They are stored and will be sent. ${sawError} The oldest came in 0 min ago. Its last attempt: ${rejected} ${toTest} callback`,
    ])
    expect(await toldAfter(15 * minute - 2)).toEqual([])
    expect((await toldAfter(2)).sort()).toEqual([
      `Waiting booking leads: 1. ${waiting} ${sawAccepted} The oldest came in 15 min ago. It was not sent yet. ${toTest} booking`,
      `Waiting callback leads: 1. ${waiting} ${sawError} The oldest came in 15 min ago. Its last attempt: timeout. No answer within 8 seconds: have the receiver answer before it does its work. ${toTest} callback`,
    ])
  })

  it('say of leads that were delivered before that their visitors saw no error', async () => {
    const lead = await record(journal)
    await journal.settle(lead, 'delivered')
    await journal.makeDue(['delivered'], lead.id)
    const accepted = `${sawAccepted} The oldest came in`
    const [again] = [await journal.leaseNextDue(['booking'])]
    if (again) await journal.settle(again, 'failed')
    expect(await toldAfter(15 * minute)).toEqual([
      `Waiting booking leads: 1. ${waiting} ${accepted} 15 min ago. It was delivered before, and is sent again. ${toTest} booking`,
    ])
    await die(lead)
    expect(await toldAfter(5 * minute)).toEqual([
      `Dead booking leads: 1. They are stored, and not tried again. ${accepted} 20 min ago. It was delivered before, and is sent again. Fix the webhook (BOOKING_WEBHOOK_URL), then run: npm run leads -- redeliver`,
    ])
  })

  const heldText = (reason: string, leads = 1) =>
    `Leads that look like abuse: ${leads}. ${mayBePeople} The oldest is held as ${reason}. To see them, run: npm run leads -- list --state held. ${release}. To send all of one reason, run: npm run leads -- release --reason REASON --since 24h`

  it.each(['unsafe-phone', 'repeated-phone', 'flood'] as const)(
    'say at once that a lead is held (%s), and each morning until it is released or deleted',
    async (reason) => {
      await receive(journal, newLead(), { reason })
      expect(await toldAfter(0)).toEqual([heldText(reason)])
      // It is noon in Los Angeles.
      expect(await toldAfter(20 * hour - 1)).toEqual([])
      expect(await toldAfter(1)).toEqual([heldText(reason)])
      for (let days = 0; days < 9; days++)
        expect(await toldAfter(24 * hour)).toEqual([heldText(reason)])
      await journal.makeAllDue({ states: ['held'], reasons: [reason] })
      expect(await toldAfter(24 * hour)).not.toContainEqual(heldText(reason))
    },
  )

  it('say within 15 minutes that another lead is held', async () => {
    await receive(journal, newLead(), { reason: 'repeated-phone' })
    expect(await toldAfter(0)).toHaveLength(1)
    setTime(time + 1)
    await receive(journal, newLead(), { reason: 'repeated-email' })
    expect(await toldAfter(15 * minute - 2)).toEqual([])
    expect(await toldAfter(1)).toEqual([heldText('repeated-phone', 2)])
    expect(await toldAfter(hour)).toEqual([])
  })

  const uncalledText = (leads: number, age: string, since = '2d') =>
    `Leads that nobody has called for 2 hours: ${leads}. The oldest came in ${age} ago. To see which were not called, run: npm run leads -- list --state delivered --since ${since}. To tell of a call, open the link that came with the lead`
  const deliver = async (change?: Parameters<typeof record>[1]) => {
    const lead = await record(journal, change)
    await journal.settle(lead, 'delivered')
    return lead
  }
  /** At this hour of the clocks in Los Angeles, where it is noon at the start. */
  const toldAt = (hours: number) => toldAfter(start + (hours - 12) * hour - time)

  it('say that leads are not called, each form once, if a receiver tells of calls', async () => {
    await deliver()
    expect(await toldAt(15)).toEqual([])
    await journal.recordCall((await deliver()).id)
    const changed = await deliver()
    await deliver()
    await receive(journal, newLead(), { reason: 'honeypot' })
    await die(await record(journal))
    setTime(time + 30 * minute)
    await deliver({ thread: changed.thread })
    const texts = await toldAfter(90 * minute)
    expect(texts.sort()).toEqual([
      expect.stringMatching(/^Dead booking leads: 1\. /),
      uncalledText(2, '2 h'),
    ])
  })

  it('say of each lead when it becomes late', async () => {
    await journal.recordCall((await deliver()).id)
    const noon = await deliver()
    setTime(start + 7 * hour)
    const evening = await deliver()
    expect(await toldAfter(0)).toEqual([uncalledText(1, '7 h')])
    setTime(start + 9 * hour)
    const night = await deliver()
    for (const hours of [20, 20.01, 24, 32]) expect(await toldAt(hours)).toEqual([])
    expect(await toldAt(32.01)).toEqual([uncalledText(1, '20 h')])
    expect(await toldAt(32.99)).toEqual([])
    expect(await toldAt(33)).toEqual([uncalledText(2, '21 h')])
    expect(await toldAt(33.99)).toEqual([])
    expect(await toldAt(34)).toEqual([uncalledText(3, '22 h')])
    expect(await toldAt(43.99)).toEqual([])
    for (const { id } of [noon, evening, night]) await journal.recordCall(id)
    for (const hours of [44.01, 50, 55]) expect(await toldAt(hours)).toEqual([])
    expect(await toldAt(56.01)).toEqual([
      'Resolved after 25 h: Leads that nobody has called for 2 hours.',
    ])
    // The last call was told too long ago.
    await deliver()
    expect(await toldAt(56 + 30 * 24)).toEqual([])
  })

  it('say nothing of calls outside of the calling hours of the owner', async () => {
    onTestFinished(() => void Object.assign(owner, { callingHours: null }))
    owner.callingHours = { days: 'Monday to Thursday', from: 9, to: 17 }
    await journal.recordCall((await deliver()).id)
    await deliver()
    for (const days of [0, 1, 2]) expect(await toldAt(16 + days * 24)).toEqual([])
    expect(await toldAt(3 * 24 + 10.99)).toEqual([])
    expect(await toldAt(3 * 24 + 11)).toEqual([uncalledText(1, '3 days', '4d')])
  })

  it('say each morning what came in on the day before, once of several instances, and not on the first day', async () => {
    Object.assign(env, { digest: true })
    onTestFinished(() => void Object.assign(env, { digest: false }))
    const messages = async (hours: number) =>
      (await toldAt(hours)).filter((text) => text.includes('. Not delivered: '))
    setTime(start - 5 * hour)
    expect(await messages(7)).toEqual([])
    expect(await messages(12)).toEqual([])
    expect(await messages(24 + 7.99)).toEqual([])
    const none = '0 visits, 0 leads (0 demos)'
    expect(await messages(24 + 8.01)).toEqual([
      `Friday, November 20: ${none}. Not delivered: none.`,
    ])

    const waits = [4, 12, 300]
    for (const [index, wait] of waits.entries()) {
      setTime(start + 24 * hour)
      const lead = await deliver({ kind: index ? 'booking' : sampleKind })
      setTime(time + wait * minute)
      await journal.recordCall(lead.id)
    }
    const changed = await deliver()
    await deliver({ thread: changed.thread })
    await receive(journal, newLead(), { reason: 'honeypot' })
    await journal.returnLease(await record(journal))
    const rows: [day: string, name: string, count: number][] = [
      ['2026-11-21T08:00:00Z', 'entry', 41],
      ['2026-11-21T08:00:00Z', '/', 60],
      ['2026-11-22T08:00:00Z', 'entry', 7],
    ]
    for (const [day, name, count] of rows)
      await journal.store.write(
        'INSERT INTO visit_counts (day, campaign, name, count) VALUES ($1, $2, $3, $4) RETURNING day',
        [Date.parse(day), '', name, count],
      )
    await journal.store.write(
      'INSERT INTO maintenance (id, seen_at, trusted_at, ended_at, backup_at) VALUES (1, $1, $1, $1, $1) RETURNING id',
      [start + 39 * hour],
    )
    setTime(start + 37 * hour)
    await deliver()
    // A server that comes back in the night waits for the morning.
    expect(await messages(48 + 1)).toEqual([])
    setTime(start + 44.01 * hour)
    await Promise.all([check(), check(other), check(), check(other)])
    const text =
      'Saturday, November 21: 41 visits, 5 leads (4 demos), 3 called, half within 12 min.'
    expect(told().filter((each) => each.includes('. Not delivered: '))).toEqual([
      `${text} Not delivered: 1. Backup: 3:00\u00a0AM.`,
    ])
    await journal.store.write("DELETE FROM leads WHERE state <> 'delivered' RETURNING id")
    expect(await messages(72 + 7.9)).toEqual([])
    // After the evening it waits, too.
    expect(await messages(72 + 20.01)).toEqual([])
    expect(await messages(96 + 8.01)).toEqual([
      `Monday, November 23: ${none}, 0 called. Not delivered: none. Backup: Sunday, November 22.`,
    ])
  })

  it('say that unusually many leads of bots came, and nothing of a few', async () => {
    for (let count = 0; count < 19; count++)
      await receive(journal, newLead(), { reason: 'honeypot' })
    expect(await toldAfter(0)).toEqual([])
    await receive(journal, newLead(), { reason: 'honeypot' })
    expect(await toldAfter(0)).toEqual([
      `Leads of the last hour with a field that only bots fill in: 20. ${mayBePeople} To see them, run: npm run leads -- list --reason honeypot --since 24h. ${release}`,
    ])
    expect(await toldAfter(14 * 24 * hour)).toEqual([
      'Resolved after 0 min: Leads of the last hour with a field that only bots fill in.',
    ])
  })

  it('say that maintenance has not ended for three hours, in which the server ran, and that it has', async () => {
    const uptime = vi.spyOn(process, 'uptime').mockReturnValue(2.99 * 3600)
    await maintain(journal)
    setTime(time + 3 * hour)
    expect(await toldAfter(0)).toEqual([])
    uptime.mockReturnValue(3 * 3600)
    const text = (last: string) =>
      `Maintenance is late: ${last}. Leads may not be given up, and old data may not be deleted. Visitors notice nothing. To find out why, look for "maintenance fault" and "redelivery fault" in the log`
    expect(await toldAfter(-1)).toEqual([])
    expect(await toldAfter(1)).toEqual([text('it last ended without a fault 3 h ago')])
    await maintain(journal)
    expect(await toldAfter(10 * minute)).toEqual(['Resolved after 0 min: Maintenance is late.'])
    await journal.store.write('DELETE FROM maintenance')
    expect(await toldAfter(0)).toEqual([text('none has ended without a fault yet')])
    uptime.mockRestore()
  })

  it('say after a year without a server, in the day in which nothing is deleted, that the clock may be wrong and which leads will be', async () => {
    await maintain(journal)
    const late = await record(journal)
    await receive(journal, newLead(), { reason: 'flood' })
    await die(late)
    await toldAfter(0)
    setTime(time + 365 * 24 * hour)
    await maintain(journal)
    const texts = await toldAfter(0)
    expect(texts.map((text) => text.split(':')[0]).sort()).toEqual([
      'Dead booking leads',
      'Leads that look like abuse',
      'The clock may be wrong',
    ])
    expect(texts).toContain(
      'The clock may be wrong: by it, no server ran for more than 2 days, or it was set back. If it is wrong, set it. If it is right, leads that are too old by it are deleted in 24 h. To see those that were not sent, run: npm run leads -- list --state dead,held',
    )
    const left = async () =>
      (await journal.store.read('SELECT state FROM leads ORDER BY state')).map(({ state }) => state)
    setTime(time + 24 * hour - 1)
    await maintain(journal)
    expect(await left()).toEqual(['dead', 'held'])
    setTime(time + 1)
    await maintain(journal)
    expect(await left()).toEqual([])
    expect((await toldAfter(10 * minute)).sort()).toEqual([
      'Resolved after 0 min: The clock may be wrong.',
      'Resolved after 365 days: Dead booking leads.',
      'Resolved after 365 days: Leads that look like abuse.',
    ])
  })

  it('say on Vercel that maintenance has not ended for two days, but not before its first', async () => {
    vi.stubEnv('VERCEL', '1')
    vi.stubEnv('DATABASE_URL', undefined)
    vi.resetModules()
    const { findConditions } = await import('@/lib/ops/conditions')
    const toldAt = async (ms: number) => {
      setTime(ms)
      return (await findConditions(journal.store)).find(
        ({ name }) => name === 'Maintenance is late',
      )?.detail
    }
    expect(await toldAt(start)).toBeNull()
    await maintain(journal)
    expect(await toldAt(start + 48 * hour - 1)).toBeNull()
    expect(await toldAt(start + 48 * hour)).toMatch(/^it last ended without a fault 2 days ago\. /)
  })

  it('come from one of several instances, and contain nothing about the visitor', async () => {
    await die(await record(journal))
    await Promise.all([check(), check(other), check(), check(other)])
    await check(other)
    const { text, ...rest } = receiver.onlyBody
    expect(rest).toEqual({})
    expect(text).not.toMatch(/Ana|5095550147|http/)
    expect(receiver.received[0]?.headers['content-type']).toBe('application/json')
  })

  it('are not repeated when a condition comes and goes', async () => {
    const texts: string[] = []
    for (let count = 0; count < 4; count++) {
      const lead = await record(journal)
      await die(lead)
      texts.push(...(await toldAfter(9 * minute)))
      await recordDelivered(journal.store, lead, 0)
      texts.push(...(await toldAfter(0)))
    }
    expect(texts).toHaveLength(1)
  })

  it('are sent again in five minutes when their address fails, which is logged without it', async () => {
    await die(await record(journal))
    receiver.respondWith(404)
    await check()
    expect(await toldAfter(0)).toHaveLength(1)
    const failure = { event: 'alert failed', alert: 'Dead booking leads', outcome: 'rejected' }
    expect(log.events()).toMatchObject([failure])
    expect(log.text()).not.toMatch(/token-123|127\.0\.0\.1/)
    expect(await toldAfter(5 * minute)).toHaveLength(1)
    expect(await toldAfter(0)).toEqual([])
  })

  it('say nothing about the end of what nobody was told', async () => {
    await die(await record(journal))
    receiver.respondWith(500)
    expect(await toldAfter(0)).toHaveLength(1)
    await journal.store.write('DELETE FROM leads RETURNING id')
    expect(await toldAfter(hour)).toEqual([])
    expect(await journal.store.read('SELECT name FROM alerts')).toEqual([])
  })

  it('outlive a clock that is set back, and are not over for an instance whose clock is a little behind', async () => {
    await die(await record(journal))
    expect(await toldAfter(0)).toHaveLength(1)
    expect(await toldAfter(-1)).toEqual([])
    await journal.store.write('UPDATE alerts SET seen_at = seen_at + 2 RETURNING name')
    expect(await toldAfter(0)).toEqual([])
    expect(await journal.store.read('SELECT name FROM alerts')).toEqual([
      { name: 'Dead booking leads' },
    ])
    expect(await toldAfter(-24 * hour)).toHaveLength(1)
  })
})

it('a journal that cannot be written or opened is told by each process, and its recovery too', async () => {
  const database = openDatabase(sqlite().url)
  let full = true
  const journal = Journal.open({
    ...database,
    write: async (sql, values) => {
      if (full) throw Object.assign(new Error('disk full'), { code: 'SQLITE_FULL' })
      return database.write(sql, values)
    },
  })
  const toldAfter = async (ms: number, open = () => journal) => {
    setTime(time + ms)
    await checkAlerts(open, 0)
    return told()
  }
  const text = (cause: string) =>
    `The journal cannot be written: ${cause}. Leads are sent without it. Visitors see an error only if that fails too. Do not restart the site before it can. Leads in memory that are not recorded: 0. To see its state, run: npm run leads -- list`
  expect(await toldAfter(0)).toEqual([text('the disk is full (SQLITE_FULL)')])
  expect(await toldAfter(0)).toEqual([])
  const cannotOpen = () => {
    throw Object.assign(new Error('/a/folder'), { code: 'EACCES' })
  }
  const cause = `the user ${userInfo().username} cannot open or write it (EACCES)`
  expect(await toldAfter(6 * hour, cannotOpen)).toEqual([text(cause)])
  full = false
  expect(await toldAfter(0)).toEqual([])
  expect(await toldAfter(10 * minute)).toEqual([
    'Resolved after 6 h: The journal cannot be written.',
  ])
  expect(await toldAfter(0)).toEqual([])
  await journal.store.close()
})

it('says nothing without an address', async () => {
  await load('')
  await checkAlerts(() => expect.unreachable())
  expect(told()).toEqual([])
})
