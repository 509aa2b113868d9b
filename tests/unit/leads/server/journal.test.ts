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
  submissionId: randomUUID(),
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
    afterEach(() => journal.write('DELETE FROM leads RETURNING id'))

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
        (await journals[0]?.read('SELECT COUNT(*) AS leads FROM leads')) ?? []
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
    })

    it('waits as long as the receiver asked', async () => {
      const entry = await recorded()
      await at(start, journal).settle(entry, 'throttled', 600_000)
      expect((await journal.find(entry.id))?.nextAt).toBe(later(600_000).getTime())
    })

    it('does not count an attempt that was throttled, and waits for five minutes', async () => {
      const entry = { ...(await recorded()), attempts: backoffMs.length }
      expect(await at(start, journal).settle(entry, 'throttled')).toBe('pending')
      expect(await journal.find(entry.id)).toMatchObject({ attempts: backoffMs.length })
      const first = await recorded()
      await at(start, journal).settle(first, 'throttled')
      expect(await journal.find(first.id)).toMatchObject({
        attempts: 0,
        nextAt: later(300_000).getTime(),
      })
    })

    it('leases a pending lead whose time is too far ahead, which a wrong clock has set', async () => {
      const entry = await recorded()
      await at(later(40 * 86_400_000), journal).returnLease(entry)
      expect(await at(start, journal).leaseNextDue(kinds)).toMatchObject({ id: entry.id })
    })

    it('makes pending and dead leads due now, and gives a dead one all its attempts again', async () => {
      const pending = await recorded()
      const dead = await recorded()
      const delivered = await recorded()
      await at(start, journal).settle(pending, 'failed')
      await at(start, journal).settle({ ...dead, attempts: backoffMs.length }, 'failed')
      await at(start, journal).settle(delivered, 'delivered')
      expect(await at(start, journal).leaseNextDue(kinds)).toBeNull()
      expect(await journal.makeDue(['pending', 'dead'], 'unknown-id')).toBe(0)
      expect(await journal.makeDue(['pending', 'dead'], delivered.id)).toBe(0)
      expect(await journal.makeDue(['pending', 'dead'], dead.id)).toBe(1)
      expect(await at(start, other).leaseNextDue(kinds)).toMatchObject({ id: dead.id, attempts: 0 })
      expect(await journal.makeDue(['pending', 'dead'])).toBe(1)
      expect(await at(start, other).leaseNextDue(kinds)).toMatchObject({
        id: pending.id,
        attempts: 1,
      })
    })

    it('settles leads that were delivered while it failed, whoever leases them', async () => {
      const [leasedLead, pending] = [await recorded(), await recorded()]
      await at(start, journal).settle(pending, 'failed')
      const ids = [leasedLead.id, pending.id, 'unknown-id']
      expect((await other.settleDelivered(ids)).sort()).toEqual([leasedLead.id, pending.id].sort())
      for (const id of ids.slice(0, 2))
        expect(await journal.find(id)).toMatchObject({ state: 'delivered', nextAt: null })
      expect(await journal.settle(leasedLead, 'failed')).toBeNull()
    })

    it('has one secret for all instances', async () => {
      expect(await journal.secret()).toMatch(/^.{44}$/)
      expect(await other.secret()).toBe(await journal.secret())
    })

    it('records the same entries again without changing them', async () => {
      const entry = await recorded()
      await at(start, journal).settle(entry, 'failed')
      const again = await at(later(1000), journal).record(
        lead({ id: entry.id, payload: { fullName: 'Ana Ruiz', submittedAt: 'later' } }),
      )
      expect(again).toMatchObject({
        id: entry.id,
        payload: entry.payload,
        createdAt: start.getTime(),
      })
      expect(await at(later(leaseMs), journal).leaseNextDue(kinds)).toBeNull()
    })

    it('does not lease a delivered lead again', async () => {
      const entry = await recorded()
      await at(start, journal).settle(entry, 'delivered')
      expect(await at(later(60_000), journal).record(lead({ id: entry.id }))).toBe('delivered')
      expect(await journal.makeDue(['pending', 'dead'], entry.id)).toBe(0)
    })

    it('deletes the older version of a correction only while it is pending', async () => {
      for (const [settle, remains] of [
        [(entry: LeasedLead) => journal.settle(entry, 'failed'), false],
        [(entry: LeasedLead) => journal.settle(entry, 'delivered'), true],
        [(entry: LeasedLead) => journal.settle({ ...entry, attempts: 9 }, 'failed'), true],
        [async () => undefined, true],
      ] as const) {
        const submissionId = randomUUID()
        const [older, otherKind] = [
          await recorded({ submissionId }),
          await recorded({ submissionId, kind: 'call-our-ai' }),
        ]
        await settle(older)
        await journal.settle(otherKind, 'failed')
        const correction = leased(await other.record(lead({ submissionId })))
        expect(correction.corrects).toBe(remains ? undefined : older.id)
        expect((await journal.find(older.id)) !== null).toBe(remains)
        expect(await journal.find(otherKind.id)).not.toBeNull()
      }
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
      expect(await at(later(1e9), journal).leaseNextDue(kinds)).toBeNull()
      expect(await journal.makeDue(['pending', 'dead'], bot.id)).toBe(0)
      expect(await at(start, journal).makeDue(['suspect'], 'unknown-id')).toBe(0)
      expect(await at(start, journal).makeDue(['suspect'], bot.id)).toBe(1)
      expect(await at(start, journal).leaseNextDue(kinds)).toMatchObject({
        id: bot.id,
        payload: bot.payload,
      })
    })

    it('leases a suspect whose entries are submitted again without the honeypot', async () => {
      const bot = lead()
      await at(start, journal).recordSuspect(bot)
      expect(await at(start, journal).record(bot)).toMatchObject({ id: bot.id })
    })

    it('does not change a lead whose entries a bot repeats', async () => {
      const sent = await recorded()
      await at(start, journal).recordSuspect(lead({ id: sent.id }))
      expect(await all()).toMatchObject([{ state: 'leased' }])
    })

    it('writes once a minute to check itself, and at once after a failure', async () => {
      vi.useFakeTimers({ toFake: ['performance'] })
      const store = openStore(database.url)
      let full = false
      let checks = 0
      const failing = new Journal({
        ...store,
        write: async (sql, values) => {
          if (sql.includes('journal_check')) checks++
          if (full) throw new Error('disk full')
          return store.write(sql, values)
        },
      })
      await failing.check()
      full = true
      await failing.check()
      expect(checks).toBe(1)
      vi.advanceTimersByTime(60_000)
      await expect(failing.check()).rejects.toThrow('disk full')
      await expect(failing.check()).rejects.toThrow('disk full')
      full = false
      await failing.check()
      expect(checks).toBe(4)
      full = true
      await expect(failing.record(lead())).rejects.toThrow('disk full')
      await expect(failing.check()).rejects.toThrow('disk full')
      vi.useRealTimers()
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
