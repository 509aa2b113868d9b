import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { backoffMs, Journal, leaseMs, type Recorded } from '@/lib/leads/journal'
import { openStore } from '@/lib/leads/store/open'
import type { LeadKind } from '@/lib/site'
import { type Database, postgres, sqlite } from '../../support/database'

const kinds: LeadKind[] = ['booking', 'see-ai-in-action', 'call-our-ai']
const start = new Date('2026-11-20T20:00:00Z')
const later = (ms: number) => new Date(start.getTime() + ms)

const lead = (change: Partial<Recorded> = {}): Recorded => ({
  id: randomUUID(),
  kind: 'booking',
  payload: { fullName: 'Ana Ruiz' },
  extras: { consent: '2026-11', attribution: { utm_source: 'flyer' } },
  ...change,
})

/** One contract for both stores; a second journal on the same database stands for another instance. */
describe.each([
  ['SQLite', async () => sqlite()],
  ['PostgreSQL', postgres],
] as [string, () => Promise<Database>][])('the journal on %s', (_name, open) => {
  let database: Database
  let journal: Journal
  let other: Journal

  beforeAll(async () => {
    database = await open()
    journal = new Journal(openStore(database.url))
    other = new Journal(openStore(database.url))
  }, 30_000)
  afterAll(async () => {
    await journal.close()
    await other.close()
    await database.stop()
  })
  beforeEach(() => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
  })
  afterEach(async () => {
    const leads = await journal.list()
    for (const { id } of leads) {
      const leased = await journal.claimOne(id, later(1e12))
      if (leased) await journal.settle(leased, 'delivered', start)
    }
  })

  async function recorded(change: Partial<Recorded> = {}) {
    const entry = await journal.record(lead(change), start)
    if (typeof entry === 'string') throw new Error(entry)
    return entry
  }

  it('is made by whoever comes first, once', async () => {
    const third = await open()
    const both = [new Journal(openStore(third.url)), new Journal(openStore(third.url))]
    const entries = await Promise.all(both.map((each) => each.record(lead(), start)))
    expect(entries).toEqual([
      expect.objectContaining({ attempts: 0 }),
      expect.objectContaining({ attempts: 0 }),
    ])
    expect(await both[0]?.list()).toHaveLength(2)
    await Promise.all(both.map((each) => each.close()))
    await third.stop()
  }, 30_000)

  it('writes a lead down and keeps it to whoever recorded it', async () => {
    const entry = await recorded()
    expect(await other.find(entry.id)).toMatchObject({
      state: 'leased',
      attempts: 0,
      createdAt: start.getTime(),
      payload: { fullName: 'Ana Ruiz' },
      extras: { consent: '2026-11', attribution: { utm_source: 'flyer' } },
    })
    expect(await other.claim(kinds, later(leaseMs - 1))).toBeNull()
  })

  it('hands a lead on when its process was killed: the lease ends by itself', async () => {
    const entry = await recorded()
    const claimed = await other.claim(kinds, later(leaseMs))
    expect(claimed).toMatchObject({ id: entry.id, payload: entry.payload })
    expect(await journal.settle(entry, 'delivered', later(leaseMs))).toBeNull()
    expect((await journal.find(entry.id))?.state).toBe('leased')
  })

  it('gives a due lead to one instance only', async () => {
    const ids = new Set<string>()
    for (let i = 0; i < 20; i++) {
      const entry = await recorded()
      await journal.settle(entry, 'failed', start)
      ids.add(entry.id)
    }
    const claimed: string[] = []
    await Promise.all(
      [journal, other, journal, other].map(async (each) => {
        for (;;) {
          const next = await each.claim(kinds, later(backoffMs[0] ?? 0))
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
      expect(await journal.settle(current, 'failed', later(now))).toBe('pending')
      expect((await journal.find(entry.id))?.nextAt).toBe(later(now + wait).getTime())
      expect(await journal.claim(kinds, later(now + wait - 1))).toBeNull()
      now += wait
      const claimed = await journal.claim(kinds, later(now))
      expect(claimed).toMatchObject({ id: entry.id, attempts: index + 1 })
      if (claimed) current = claimed
    }
    expect(await journal.settle(current, 'timeout', later(now))).toBe('dead')
    expect(await journal.find(entry.id)).toMatchObject({
      state: 'dead',
      outcome: 'timeout',
      attempts: 10,
      nextAt: null,
    })
    expect(await journal.claim(kinds, later(now * 2))).toBeNull()
    expect(await journal.claimOne(entry.id, later(now))).toMatchObject({ id: entry.id })
  })

  it('waits as long as the receiver asks', async () => {
    const entry = await recorded()
    await journal.settle(entry, 'throttled', start, 60_000)
    expect((await journal.find(entry.id))?.nextAt).toBe(later(60_000).getTime())
  })

  it('stops at once for a webhook that is gone, and revives its leads at the next start alone', async () => {
    const entry = await recorded()
    const failed = await recorded()
    await journal.settle(failed, 'failed', start)
    expect(await journal.settle(entry, 'gone', start)).toBe('dead')
    expect(await journal.revive(start)).toBe(0)
    expect(await journal.revive(later(1000))).toBe(1)
    expect(await journal.claim(kinds, later(1000))).toMatchObject({ id: entry.id, attempts: 0 })
  })

  it('takes the newest entries of an undelivered lead under the same id', async () => {
    const entry = await recorded()
    await journal.settle(entry, 'failed', start)
    const again = await journal.record(
      lead({ id: entry.id, payload: { fullName: 'Ana O' } }),
      later(1000),
    )
    expect(again).toMatchObject({
      id: entry.id,
      payload: { fullName: 'Ana O' },
      createdAt: start.getTime(),
    })
    expect(await journal.claim(kinds, later(leaseMs))).toBeNull()
  })

  it('does not send a delivered lead again when it is recorded unchanged', async () => {
    const entry = await recorded({
      payload: { fullName: 'Ana Ruiz', submittedAt: '2026-11-20T20:00:00.000Z' },
    })
    await journal.settle(entry, 'delivered', start)
    const again = lead({
      id: entry.id,
      payload: { fullName: 'Ana Ruiz', submittedAt: '2026-11-20T20:01:00.000Z' },
    })
    expect(await journal.record(again, later(60_000))).toBe('delivered')
    expect(await journal.claimOne(entry.id, later(1e9))).toBeNull()
  })

  it('makes changed entries of a delivered lead a lead of their own, once', async () => {
    const entry = await recorded()
    await journal.settle(entry, 'delivered', start)
    const corrected = lead({ id: entry.id, payload: { fullName: 'Ana Ruiz-Lopez' } })
    const correction = await journal.record(corrected, later(1000))
    if (typeof correction === 'string') throw new Error(correction)
    expect(correction).toMatchObject({ payload: corrected.payload, attempts: 0 })
    expect(correction.id).not.toBe(entry.id)
    expect(correction.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/)
    expect(await other.record(corrected, later(2000))).toBe('busy')
    await journal.settle(correction, 'failed', later(3000))
    const again = await other.record(corrected, later(4000))
    if (typeof again === 'string') throw new Error(again)
    expect(again.id).toBe(correction.id)
    await other.settle(again, 'delivered', later(5000))
    expect(await journal.record(corrected, later(6000))).toBe('delivered')
    expect((await journal.find(entry.id))?.payload).toEqual({ fullName: 'Ana Ruiz' })
  })

  it('sends the first entries again when the visitor returns to them after a correction', async () => {
    const ids = new Set<string>()
    const original = lead()
    const changed = { ...original, payload: { fullName: 'Ana Ruiz-Lopez' } }
    for (const each of [original, changed, original]) {
      const entry = await journal.record(each, start)
      if (typeof entry === 'string') throw new Error(entry)
      expect(entry.payload).toEqual(each.payload)
      await journal.settle(entry, 'delivered', start)
      ids.add(entry.id)
    }
    expect(ids.size).toBe(3)
    expect(await journal.record(original, start)).toBe('delivered')
  })

  it('treats changed entries as new once the personal data of the delivered lead is gone', async () => {
    const entry = await recorded()
    await journal.settle(entry, 'delivered', start)
    await journal.purge(later(1))
    expect(await journal.record(lead({ id: entry.id }), later(1000))).toMatchObject({ attempts: 0 })
  })

  it('does not take a lead that fails at the same moment for delivered', async () => {
    const entry = await recorded()
    const store = openStore(database.url)
    const settling = new Journal({
      ...store,
      query: async (sql, values) => {
        const rows = await store.query(sql, values)
        if (sql.startsWith('INSERT')) await journal.settle(entry, 'failed', start)
        return rows
      },
    })
    expect(await settling.record(lead({ id: entry.id }), later(1000))).toBe('busy')
    await settling.close()
  })

  it('says busy while another process sends the same lead', async () => {
    const entry = await recorded()
    expect(await other.record(lead({ id: entry.id }), later(1000))).toBe('busy')
    expect(await other.record(lead({ id: entry.id }), later(leaseMs))).toMatchObject({
      id: entry.id,
    })
  })

  it('claims only the kinds that can be sent', async () => {
    const entry = await recorded({ kind: 'call-our-ai' })
    await journal.postpone(entry, start)
    expect(await journal.claim(['booking'], later(1e9))).toBeNull()
    expect(await journal.claim([], later(1e9))).toBeNull()
    expect(await journal.claim(['call-our-ai'], start)).toMatchObject({ id: entry.id, attempts: 0 })
  })

  it('outlives a clock that is set back', async () => {
    const entry = await recorded()
    const hourAgo = later(-3_600_000)
    expect(await other.claim(kinds, hourAgo)).toMatchObject({ id: entry.id })
  })

  it('forgets people after the retention, not what happened', async () => {
    const entry = await recorded()
    await journal.settle(entry, 'delivered', start)
    const waiting = await recorded()
    await journal.settle(waiting, 'failed', start)
    await journal.purge(later(1))
    expect(await journal.find(entry.id)).toMatchObject({
      id: entry.id,
      state: 'delivered',
      outcome: 'delivered',
      deliveredAt: start.getTime(),
      payload: null,
      extras: null,
    })
    expect((await journal.find(waiting.id))?.payload).not.toBeNull()
  })

  it('keeps a suspect unsent until somebody releases it', async () => {
    const bot = lead()
    await journal.suspect(bot, start)
    expect(await journal.record(bot, start)).toBe('delivered')
    expect(await journal.claim(kinds, later(1e9))).toBeNull()
    expect(await journal.claimOne(bot.id, later(1e9))).toBeNull()
    expect(await journal.release('nobody', start)).toBe(false)
    expect(await journal.release(bot.id, start)).toBe(true)
    expect(await journal.claim(kinds, start)).toMatchObject({ id: bot.id, payload: bot.payload })
  })

  it('keeps every version of a suspect that it answers with success', async () => {
    const bot = lead()
    await journal.suspect(bot, start)
    await journal.suspect({ ...bot, payload: { fullName: 'Second' } }, start)
    expect((await journal.find(bot.id))?.payload).toEqual({ fullName: 'Second' })
    expect(await journal.record({ ...bot, payload: { fullName: 'Third' } }, start)).toMatchObject({
      payload: { fullName: 'Third' },
    })
    const sent = await recorded()
    const before = (await journal.list()).length
    await journal.suspect({ ...sent, payload: { fullName: 'Fourth' } }, start)
    await journal.suspect({ ...sent, payload: { fullName: 'Fourth' } }, start)
    const kept = (await journal.list()).filter(({ state }) => state === 'suspect')
    expect(await journal.list()).toHaveLength(before + 1)
    expect(kept.map(({ payload }) => payload)).toContainEqual({ fullName: 'Fourth' })
  })

  it('counts by state and knows the oldest undelivered', async () => {
    const before = await journal.counts()
    expect(before.oldestUndelivered).toBeNull()
    const entry = await recorded()
    await journal.settle(entry, 'failed', start)
    await recorded()
    expect(await journal.counts()).toMatchObject({
      pending: before.pending + 1,
      leased: before.leased + 1,
      oldestUndelivered: start.getTime(),
    })
  })
})
