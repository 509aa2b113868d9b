import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Journal } from '@/lib/leads/server/journal/journal'
import { openStore } from '@/lib/leads/server/journal/open'
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

/** The journal's methods at a point in time. */
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

/** One contract for all stores; a second journal on the same database stands for another instance. */
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

    it('makes its tables once, however many processes start at a time', async () => {
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

    it('writes a lead down and keeps it to whoever recorded it', async () => {
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

    it('hands a lead on when its process was killed: the lease ends by itself', async () => {
      const entry = await recorded()
      const claimed = await at(later(leaseMs), other).leaseNextDue(kinds)
      expect(claimed).toMatchObject({ id: entry.id, payload: entry.payload })
      expect(await at(later(leaseMs), journal).settle(entry, 'delivered')).toBeNull()
      expect((await journal.find(entry.id))?.state).toBe('leased')
    })

    it('gives a due lead to one instance only', async () => {
      const ids = new Set<string>()
      for (let i = 0; i < 20; i++) {
        const entry = await recorded()
        await at(start, journal).settle(entry, 'failed')
        ids.add(entry.id)
      }
      const claimed: string[] = []
      await Promise.all(
        [journal, other, journal, other].map(async (each) => {
          for (;;) {
            const next = await at(later(backoffMs[0] ?? 0), each).leaseNextDue(kinds)
            if (!next) return
            claimed.push(next.id)
          }
        }),
      )
      expect(claimed).toHaveLength(20)
      expect(new Set(claimed)).toEqual(ids)
    })

    it('follows the schedule, then calls a lead dead', async () => {
      const entry = await recorded()
      let now = 0
      let current = entry
      for (const [index, wait] of backoffMs.entries()) {
        expect(await at(later(now), journal).settle(current, 'failed')).toBe('pending')
        expect((await journal.find(entry.id))?.nextAt).toBe(later(now + wait).getTime())
        expect(await at(later(now + wait - 1), journal).leaseNextDue(kinds)).toBeNull()
        now += wait
        const claimed = await at(later(now), journal).leaseNextDue(kinds)
        expect(claimed).toMatchObject({ id: entry.id, attempts: index + 1 })
        if (claimed) current = claimed
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

    it('waits as long as the receiver asks', async () => {
      const entry = await recorded()
      await at(start, journal).settle(entry, 'throttled', { retryAfterMs: 60_000 })
      expect((await journal.find(entry.id))?.nextAt).toBe(later(60_000).getTime())
    })

    it('stops at once for a webhook that is gone, and revives its leads with the next deployment alone', async () => {
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

    it('takes the newest entries of an undelivered lead under the same id', async () => {
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

    it('does not send a delivered lead again when it is recorded unchanged', async () => {
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

    it('makes changed entries of a delivered lead a lead of their own, once', async () => {
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

    it('sends the first entries again when the visitor returns to them after a correction', async () => {
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

    it('treats entries as new once the personal data of the delivered lead is gone', async () => {
      const entry = await recorded()
      await at(start, journal).settle(entry, 'delivered')
      await journal.query('UPDATE leads SET payload = NULL, extras = NULL RETURNING id')
      expect(await journal.record(lead({ id: entry.id }))).toMatchObject({ attempts: 0 })
    })

    it('does not take a lead that fails at the same moment for delivered', async () => {
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

    it('says busy while another process sends the same lead', async () => {
      const entry = await recorded()
      expect(await at(later(1000), other).record(lead({ id: entry.id }))).toBe('busy')
      expect(await at(later(leaseMs), other).record(lead({ id: entry.id }))).toMatchObject({
        id: entry.id,
      })
    })

    it('claims only the kinds that can be sent', async () => {
      const entry = await recorded({ kind: 'call-our-ai' })
      await at(start, journal).returnLease(entry)
      expect(await at(later(1e9), journal).leaseNextDue(['booking'])).toBeNull()
      expect(await at(later(1e9), journal).leaseNextDue([])).toBeNull()
      expect(await at(start, journal).leaseNextDue(['call-our-ai'])).toMatchObject({
        id: entry.id,
        attempts: 0,
      })
    })

    it('outlives a clock that is set back', async () => {
      const entry = await recorded()
      const hourAgo = later(-3_600_000)
      expect(await at(hourAgo, other).leaseNextDue(kinds)).toMatchObject({ id: entry.id })
    })

    it('hands out what a killed process left, then the lead that became due last', async () => {
      const old = await recorded()
      await at(start, journal).returnLease(old)
      const killed = await recorded()
      const fresh = await recorded()
      await at(later(leaseMs), journal).returnLease(fresh)
      const order: (string | undefined)[] = []
      for (let i = 0; i < 3; i++) order.push((await other.leaseNextDue(kinds))?.id)
      expect(order).toEqual([killed.id, fresh.id, old.id])
    })

    it('does not use up a scheduled try when a lead is sent by hand', async () => {
      const entry = await recorded()
      await journal.settle(entry, 'failed')
      for (let i = 0; i < 20; i++)
        expect(
          await journal.settle(leased((await journal.leaseById(entry.id)) ?? 'busy'), 'timeout', {
            byHand: true,
          }),
        ).toBe('pending')
      expect(await journal.find(entry.id)).toMatchObject({ attempts: 1, outcome: 'timeout' })
    })

    it('gives a lead back untried, due now', async () => {
      const entry = await recorded()
      await at(later(1000), journal).returnLease(entry)
      expect(await journal.find(entry.id)).toMatchObject({
        state: 'pending',
        attempts: 0,
        nextAt: later(1000).getTime(),
      })
    })

    it('reads every lead once, in the order in which they came', async () => {
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

    it('keeps a suspect unsent until somebody releases it', async () => {
      const bot = lead()
      await at(start, journal).recordSuspect(bot)
      expect(await at(start, journal).record(bot)).toBe('delivered')
      expect(await at(later(1e9), journal).leaseNextDue(kinds)).toBeNull()
      expect(await at(later(1e9), journal).leaseById(bot.id)).toBeNull()
      expect(await at(start, journal).releaseSuspect('nobody')).toBe(false)
      expect(await at(start, journal).releaseSuspect(bot.id)).toBe(true)
      expect(await at(start, journal).leaseNextDue(kinds)).toMatchObject({
        id: bot.id,
        payload: bot.payload,
      })
    })

    it('keeps every version of a suspect that it answers with success', async () => {
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
      const kept = (await all()).filter(({ state }) => state === 'suspect')
      expect(await all()).toHaveLength(before + 1)
      expect(kept.map(({ payload }) => payload)).toContainEqual({ fullName: 'Fourth' })
    })

    it('does not believe that it can write until a write has worked', async () => {
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

describe('the clock that decides about leases and limits', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is the database’s on PostgreSQL, whatever the clocks of the instances say', async () => {
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
