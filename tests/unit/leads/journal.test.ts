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

  it('leaves a delivered lead alone', async () => {
    const entry = await recorded()
    await journal.settle(entry, 'delivered', start)
    expect(
      await journal.record(lead({ id: entry.id, payload: { fullName: 'Other' } }), later(1000)),
    ).toBe('delivered')
    expect(await journal.find(entry.id)).toMatchObject({
      payload: { fullName: 'Ana Ruiz' },
      deliveredAt: start.getTime(),
    })
    expect(await journal.claimOne(entry.id, later(1e9))).toBeNull()
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
