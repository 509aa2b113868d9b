import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Journal, openStore } from '@/lib/leads/server/journal/journal'
import {
  backoffMs,
  type LeadRecord,
  type LeasedLead,
  leaseMs,
  type StoredLead,
} from '@/lib/leads/server/journal/records'
import type { LeadKind } from '@/lib/site'
import { type Database, postgres, sqlite } from '../../../support/database'
import { pgBouncer, pgBouncerMissing } from '../../../support/pgbouncer'

const kinds: LeadKind[] = ['booking', 'see-ai-in-action', 'call-our-ai']
const start = new Date('2026-11-20T20:00:00Z')
const later = (ms: number) => new Date(start.getTime() + ms)

const lead = (change: Partial<LeadRecord> = {}): LeadRecord => ({
  id: randomUUID(),
  kind: 'booking',
  payload: { fullName: 'Ana Ruiz' },
  extras: { consent: '2026-11', attribution: { utm_source: 'flyer' } },
  ...change,
})

let now = start

/** Sets the time of all journals, then returns one. */
function at(time: Date, journal: Journal): Journal {
  now = time
  return journal
}

function openJournal(url: string): Journal {
  return new Journal({ ...openStore(url), now: () => String(now.getTime()) })
}

function leased(entry: LeasedLead | 'delivered' | 'busy'): LeasedLead {
  if (typeof entry === 'string') throw new Error(entry)
  return entry
}

const databases: [name: string, missing: string | null, open: () => Promise<Database>][] = [
  ['SQLite', null, async () => sqlite()],
  ['PostgreSQL', null, postgres],
  ['PostgreSQL behind PgBouncer', pgBouncerMissing, pgBouncer],
]

// Every store passes the same tests. `other` is a second instance on the same database.
for (const [name, missing, open] of databases)
  describe.skipIf(missing)(`the journal on ${name}${missing ? `: ${missing}` : ''}`, () => {
    let database: Database
    let journal: Journal
    let other: Journal

    beforeAll(async () => {
      database = await open()
      journal = openJournal(database.url)
      other = openJournal(database.url)
    })
    afterAll(async () => {
      await journal.close()
      await other.close()
      await database.stop()
    })
    beforeEach(() => {
      vi.spyOn(Math, 'random').mockReturnValue(0.5)
    })
    afterEach(() => journal.query('DELETE FROM leads RETURNING id'))

    const recorded = async (change: Partial<LeadRecord> = {}) =>
      leased(await at(start, journal).record(lead(change)))
    const all = async () => {
      const leads: StoredLead[] = []
      for await (const page of journal.pages()) leads.push(...page)
      return leads
    }

    it('creates its tables once when several processes start at the same time', async () => {
      const third = await open()
      const journals = Array.from({ length: 5 }, () => openJournal(third.url))
      const entries = await Promise.all(journals.map((each) => at(start, each).record(lead())))
      for (const entry of entries) expect(entry).toMatchObject({ attempts: 0 })
      const [{ leads } = {}] =
        (await journals[0]?.query('SELECT COUNT(*) AS leads FROM leads')) ?? []
      expect(Number(leads)).toBe(5)
      await Promise.all(journals.map((each) => each.close()))
      await third.stop()
    })

    it('records a lead and leases it to the process that recorded it', async () => {
      const entry = await recorded()
      expect(await other.find(entry.id)).toMatchObject({
        state: 'leased',
        attempts: 0,
        createdAt: start.getTime(),
        payload: { fullName: 'Ana Ruiz' },
        extras: { consent: '2026-11', attribution: { utm_source: 'flyer' } },
      })
      expect(await at(later(leaseMs - 1), other).leaseNextDue(kinds)).toBeNull()
    })

    it('leases a lead to another process when its lease has expired', async () => {
      const entry = await recorded()
      const leasedLead = await at(later(leaseMs), other).leaseNextDue(kinds)
      expect(leasedLead).toMatchObject({ id: entry.id, payload: entry.payload })
      expect(await at(later(leaseMs), journal).settle(entry, 'delivered')).toBeNull()
      expect((await journal.find(entry.id))?.state).toBe('leased')
    })

    it('leases a due lead to one instance only', async () => {
      const ids = new Set<string>()
      for (let i = 0; i < 20; i++) {
        const entry = await recorded()
        await at(start, journal).settle(entry, 'failed')
        ids.add(entry.id)
      }
      const leasedIds: string[] = []
      await Promise.all(
        [journal, other, journal, other].map(async (each) => {
          for (;;) {
            const next = await at(later(backoffMs[0] ?? 0), each).leaseNextDue(kinds)
            if (!next) return
            leasedIds.push(next.id)
          }
        }),
      )
      expect(leasedIds).toHaveLength(20)
      expect(new Set(leasedIds)).toEqual(ids)
    })

    it('follows the schedule of attempts, then marks a lead dead', async () => {
      const entry = await recorded()
      let now = 0
      let current = entry
      for (const [index, wait] of backoffMs.entries()) {
        expect(await at(later(now), journal).settle(current, 'failed')).toBe('pending')
        expect((await journal.find(entry.id))?.nextAt).toBe(later(now + wait).getTime())
        expect(await at(later(now + wait - 1), journal).leaseNextDue(kinds)).toBeNull()
        now += wait
        const leasedLead = await at(later(now), journal).leaseNextDue(kinds)
        expect(leasedLead).toMatchObject({ id: entry.id, attempts: index + 1 })
        if (leasedLead) current = leasedLead
      }
      expect(await at(later(now), journal).settle(current, 'timeout')).toBe('dead')
      expect(await journal.find(entry.id)).toMatchObject({
        state: 'dead',
        outcome: 'timeout',
        attempts: 10,
        nextAt: null,
      })
      expect(await at(later(now * 2), journal).leaseNextDue(kinds)).toBeNull()
      expect(await at(later(now), journal).leaseById(entry.id)).toMatchObject({ id: entry.id })
    })

    it('waits as long as the receiver asked', async () => {
      const entry = await recorded()
      await at(start, journal).settle(entry, 'throttled', { retryAfterMs: 60_000 })
      expect((await journal.find(entry.id))?.nextAt).toBe(later(60_000).getTime())
    })

    it('marks a lead dead after a 410, and requeues it in the next deployment only', async () => {
      const entry = await recorded()
      const failed = await recorded()
      await at(start, journal).settle(failed, 'failed')
      expect(await at(start, journal).settle(entry, 'gone')).toBe('dead')
      expect(await at(later(1000), journal).requeueGone()).toBe(0)
      expect(await at(later(1000), other).requeueGone()).toBe(1)
      expect(await at(later(1000), other).requeueGone()).toBe(0)
      expect(await at(later(1000), journal).leaseNextDue(kinds)).toMatchObject({
        id: entry.id,
        attempts: 0,
      })
    })

    it('replaces the entries of an undelivered lead with the same id', async () => {
      const entry = await recorded()
      await at(start, journal).settle(entry, 'failed')
      const again = await at(later(1000), journal).record(
        lead({ id: entry.id, payload: { fullName: 'Ana O' } }),
      )
      expect(again).toMatchObject({
        id: entry.id,
        payload: { fullName: 'Ana O' },
        createdAt: start.getTime(),
      })
      expect(await at(later(leaseMs), journal).leaseNextDue(kinds)).toBeNull()
    })

    it('does not lease a delivered lead again when its entries are unchanged', async () => {
      const entry = await recorded({
        payload: { fullName: 'Ana Ruiz', submittedAt: '2026-11-20T20:00:00.000Z' },
      })
      await at(start, journal).settle(entry, 'delivered')
      const again = lead({
        id: entry.id,
        payload: { fullName: 'Ana Ruiz', submittedAt: '2026-11-20T20:01:00.000Z' },
      })
      expect(await at(later(60_000), journal).record(again)).toBe('delivered')
      expect(await at(later(1e9), journal).leaseById(entry.id)).toBeNull()
    })

    it('records changed entries of a delivered lead as a new lead, once', async () => {
      const entry = await recorded()
      await at(start, journal).settle(entry, 'delivered')
      const corrected = lead({ id: entry.id, payload: { fullName: 'Ana Ruiz-Lopez' } })
      const correction = leased(await at(later(1000), journal).record(corrected))
      expect(correction).toMatchObject({ payload: corrected.payload, attempts: 0 })
      expect(correction.id).not.toBe(entry.id)
      expect(correction.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/)
      expect(await at(later(2000), other).record(corrected)).toBe('busy')
      await at(later(3000), journal).settle(correction, 'failed')
      const again = leased(await at(later(4000), other).record(corrected))
      expect(again.id).toBe(correction.id)
      await at(later(5000), other).settle(again, 'delivered')
      expect(await at(later(6000), journal).record(corrected)).toBe('delivered')
      expect((await journal.find(entry.id))?.payload).toEqual({ fullName: 'Ana Ruiz' })
    })

    it('records the first entries again when the visitor returns to them after a correction', async () => {
      const ids = new Set<string>()
      const original = lead()
      const changed = { ...original, payload: { fullName: 'Ana Ruiz-Lopez' } }
      for (const each of [original, changed, original]) {
        const entry = leased(await at(start, journal).record(each))
        expect(entry.payload).toEqual(each.payload)
        await at(start, journal).settle(entry, 'delivered')
        ids.add(entry.id)
      }
      expect(ids.size).toBe(3)
      expect(await at(start, journal).record(original)).toBe('delivered')
    })

    it('treats entries as new when the personal data of the delivered lead has been deleted', async () => {
      const entry = await recorded()
      await at(start, journal).settle(entry, 'delivered')
      await journal.query('UPDATE leads SET payload = NULL, extras = NULL RETURNING id')
      expect(await journal.record(lead({ id: entry.id }))).toMatchObject({ attempts: 0 })
    })

    it('answers busy when another process settles the lead as failed at the same moment', async () => {
      const entry = await recorded()
      const store = openStore(database.url)
      const settling = new Journal({
        ...store,
        now: () => String(now.getTime()),
        query: async (sql, values) => {
          const rows = await store.query(sql, values)
          if (sql.startsWith('INSERT')) await at(start, journal).settle(entry, 'failed')
          return rows
        },
      })
      expect(await at(later(1000), settling).record(lead({ id: entry.id }))).toBe('busy')
      await settling.close()
    })

    it('answers busy while another process sends the same lead', async () => {
      const entry = await recorded()
      expect(await at(later(1000), other).record(lead({ id: entry.id }))).toBe('busy')
      expect(await at(later(leaseMs), other).record(lead({ id: entry.id }))).toMatchObject({
        id: entry.id,
      })
    })

    it('leases only the requested kinds of lead', async () => {
      const entry = await recorded({ kind: 'call-our-ai' })
      await at(start, journal).returnLease(entry)
      expect(await at(later(1e9), journal).leaseNextDue(['booking'])).toBeNull()
      expect(await at(later(1e9), journal).leaseNextDue([])).toBeNull()
      expect(await at(start, journal).leaseNextDue(['call-our-ai'])).toMatchObject({
        id: entry.id,
        attempts: 0,
      })
    })

    it('treats a lease as expired after the clock was set back', async () => {
      const entry = await recorded()
      const hourAgo = later(-3_600_000)
      expect(await at(hourAgo, other).leaseNextDue(kinds)).toMatchObject({ id: entry.id })
    })

    it('leases expired leads first, then the lead that became due last', async () => {
      const old = await recorded()
      await at(start, journal).returnLease(old)
      const killed = await recorded()
      const fresh = await recorded()
      await at(later(leaseMs), journal).returnLease(fresh)
      const order: (string | undefined)[] = []
      for (let i = 0; i < 3; i++) order.push((await other.leaseNextDue(kinds))?.id)
      expect(order).toEqual([killed.id, fresh.id, old.id])
    })

    it('does not count manual attempts toward the schedule', async () => {
      const entry = await recorded()
      await journal.settle(entry, 'failed')
      for (let i = 0; i < 20; i++)
        expect(
          await journal.settle(leased((await journal.leaseById(entry.id)) ?? 'busy'), 'timeout', {
            manual: true,
          }),
        ).toBe('pending')
      expect(await journal.find(entry.id)).toMatchObject({ attempts: 1, outcome: 'timeout' })
    })

    it('makes a lead due now when its lease is returned', async () => {
      const entry = await recorded()
      await at(later(1000), journal).returnLease(entry)
      expect(await journal.find(entry.id)).toMatchObject({
        state: 'pending',
        attempts: 0,
        nextAt: later(1000).getTime(),
      })
    })

    it('reads every lead once, oldest first', async () => {
      for (let i = 0; i < 410; i++)
        await at(later(Math.floor(i / 3)), journal).recordSuspect(
          lead({ payload: { i: String(i) } }),
        )
      const sizes: number[] = []
      for await (const page of journal.pages()) sizes.push(page.length)
      expect(sizes).toEqual([200, 200, 10])
      const leads = await all()
      expect(new Set(leads.map(({ id }) => id)).size).toBe(410)
      const times = leads.map(({ createdAt }) => createdAt)
      expect(times).toEqual([...times].sort((a, b) => a - b))
      for await (const _ of journal.pages({ states: ['pending', 'dead'] })) expect.unreachable()
    })

    it('does not lease a suspect until it is released', async () => {
      const bot = lead()
      await at(start, journal).recordSuspect(bot)
      expect(await at(start, journal).record(bot)).toBe('delivered')
      expect(await at(later(1e9), journal).leaseNextDue(kinds)).toBeNull()
      expect(await at(later(1e9), journal).leaseById(bot.id)).toBeNull()
      expect(await at(start, journal).releaseSuspect('unknown-id')).toBe(false)
      expect(await at(start, journal).releaseSuspect(bot.id)).toBe(true)
      expect(await at(start, journal).leaseNextDue(kinds)).toMatchObject({
        id: bot.id,
        payload: bot.payload,
      })
    })

    it('records every version of a suspect', async () => {
      const bot = lead()
      await at(start, journal).recordSuspect(bot)
      await at(start, journal).recordSuspect({ ...bot, payload: { fullName: 'Second' } })
      expect((await journal.find(bot.id))?.payload).toEqual({ fullName: 'Second' })
      expect(
        await at(start, journal).record({ ...bot, payload: { fullName: 'Third' } }),
      ).toMatchObject({
        payload: { fullName: 'Third' },
      })
      const sent = await recorded()
      const before = (await all()).length
      await at(start, journal).recordSuspect({ ...sent, payload: { fullName: 'Fourth' } })
      await at(start, journal).recordSuspect({ ...sent, payload: { fullName: 'Fourth' } })
      const suspects = (await all()).filter(({ state }) => state === 'suspect')
      expect(await all()).toHaveLength(before + 1)
      expect(suspects.map(({ payload }) => payload)).toContainEqual({ fullName: 'Fourth' })
    })

    it('fails its check until a write has worked', async () => {
      const store = openStore(database.url)
      let full = true
      const failing = new Journal({
        ...store,
        query: async (sql, values) => {
          if (full && !sql.startsWith('SELECT')) throw new Error('disk full')
          return store.query(sql, values)
        },
      })
      await expect(failing.check()).rejects.toThrow('disk full')
      full = false
      await failing.check()
      full = true
      await expect(failing.record(lead())).rejects.toThrow('disk full')
      await expect(failing.check()).rejects.toThrow('disk full')
      await failing.close()
    })
  })

describe('the clock of leases', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is the database’s on PostgreSQL, even if the clocks of instances differ', async () => {
    const database = await postgres()
    const [one, two] = [new Journal(openStore(database.url)), new Journal(openStore(database.url))]
    const setClock = (ms: number) => vi.setSystemTime(Date.now() + ms)
    vi.useFakeTimers({ toFake: ['Date'] })
    const entry = leased(await one.record(lead()))
    setClock(600_000)
    expect(await two.leaseNextDue(kinds)).toBeNull()
    await one.returnLease(entry)
    setClock(-1_200_000)
    expect(await two.leaseNextDue(kinds)).toMatchObject({ id: entry.id })
    await Promise.all([one.close(), two.close()])
    await database.stop()
  })

  it('is the machine’s on SQLite', async () => {
    const database = sqlite()
    const journal = new Journal(openStore(database.url))
    vi.useFakeTimers({ toFake: ['Date'], now: start })
    const entry = leased(await journal.record(lead()))
    expect(entry.createdAt).toBe(start.getTime())
    vi.setSystemTime(later(leaseMs))
    expect(await journal.leaseNextDue(kinds)).toMatchObject({ id: entry.id })
    await journal.close()
    await database.stop()
  })
})
