import { expect, it } from 'vitest'
import { Journal } from '@/lib/leads/journal'
import { maintain, purgeOld } from '@/lib/leads/maintenance'
import type { Query, Store } from '@/lib/leads/store/database'
import { env } from '@/lib/server/env'
import {
  captureLog,
  describeBothDatabases,
  giveUp,
  newLead,
  receive,
  record,
  shareJournal,
} from '../../support/site/in-process'
import { sampleKind } from '../../support/visitor/visitor'

const start = Date.parse('2026-11-20T20:00:00Z')
const { retentionDays } = env
const day = 86_400_000

describeBothDatabases('old leads', (open) => {
  let journal: Journal
  let now = start
  const clock = () => now
  shareJournal(open, clock, (opened) => {
    journal = opened
  })

  const attribution = {
    utm_source: 'google',
    gclid: 'Ana-s-click',
    referrer: 'https://ana.example/',
    landing_path: '/',
  }

  async function settledLead(outcome: 'delivered' | 'failed' | 'dead'): Promise<string> {
    now = start
    const entry = await record(journal, { extras: { consent: '2026-11', attribution } })
    if (outcome === 'dead') await giveUp(journal, entry)
    else await journal.settle(entry, outcome)
    return entry.id
  }

  /** Purges after some days. Returns how many leads lost their personal data, and the warnings in the log. */
  async function purgeAfter(days: number) {
    now = start + days * day
    const log = captureLog()
    return { purged: await purgeOld(journal.store), warnings: log.warnings() }
  }

  it('lose their personal data, but not their campaign, after LEADS_RETENTION_DAYS when delivered, and are deleted after a leap year', async () => {
    const id = await settledLead('delivered')
    const late = await settledLead('failed')
    now = start + 10 * day
    const again = await journal.leaseNextDue(['booking'])
    if (again) await journal.settle(again, 'delivered')
    const waiting = await settledLead('failed')
    expect(await purgeAfter(retentionDays - 1)).toEqual({ purged: 0, warnings: [] })
    expect(await purgeAfter(retentionDays + 1)).toEqual({ purged: 1, warnings: [] })
    expect(await journal.find(id)).toMatchObject({ state: 'delivered', payload: null })
    expect((await journal.find(id))?.extras).toEqual({
      consent: '2026-11',
      attribution: { utm_source: 'google', landing_path: '/' },
      purged: true,
    })
    await purgeAfter(365)
    expect(await journal.find(id)).not.toBeNull()
    expect(await purgeAfter(367)).toEqual({ purged: 0, warnings: [] })
    expect([await journal.find(id), (await journal.find(late))?.payload]).toEqual([null, null])
    expect((await journal.find(waiting))?.payload).not.toBeNull()
  })

  it('that are dead or held are deleted after UNDELIVERED_RETENTION_DAYS', async () => {
    const dead = await settledLead('dead')
    const held = newLead()
    await receive(journal, held, { reason: 'honeypot' })
    expect(await purgeAfter(180)).toEqual({ purged: 0, warnings: [] })
    expect((await journal.find(dead))?.nextAt).toBeNull()
    expect(await purgeAfter(181)).toEqual({ purged: 2, warnings: [] })
    expect([await journal.find(dead), await journal.find(held.id)]).toEqual([null, null])
  })

  it('that were not accepted within three days are given up, each with a line in the log', async () => {
    const failed = await settledLead('failed')
    const { id: unsent } = await record(journal, { kind: sampleKind })
    const delivered = await settledLead('delivered')
    const log = captureLog()
    // In steps that are no jump of the clock.
    for (const days of [1.5, 3]) {
      expect(log.events()).toEqual([])
      now = start + days * day
      await maintain(journal)
    }
    const line = { time: expect.any(String), event: 'dead' }
    const lines = log.events().sort((a, b) => String(a.kind).localeCompare(String(b.kind)))
    expect(lines).toEqual([
      { ...line, id: failed, kind: 'booking', outcome: 'failed' },
      { ...line, id: unsent, kind: sampleKind, outcome: 'not sent' },
    ])
    expect((await journal.find(delivered))?.state).toBe('delivered')
  })

  it('lose their personal data even if they need several batches', async () => {
    await journal.store.write(
      `INSERT INTO leads (id, thread, version, kind, state, payload, extras, attempts, give_up_at, created_at, delivered_at)
       WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 250)
       SELECT CAST(n AS TEXT), CAST(n AS TEXT), n, 'booking', 'delivered', '{}', '{"consent":""}', 1, 0, ${start}, ${start}
       FROM numbers WHERE 1 = 1 RETURNING id`,
    )
    expect((await purgeAfter(retentionDays + 1)).purged).toBe(250)
  })

  it('lose their data also beside some whose data is not JSON, which are named in the log and not sent', async () => {
    for (const outcome of ['delivered', 'delivered', 'failed'] as const) await settledLead(outcome)
    const [one, two, three] = (
      await journal.store.read('SELECT id FROM leads ORDER BY state, id')
    ).map(({ id }) => String(id))
    await journal.store.write(`UPDATE leads SET payload = 'Ana', extras = 'Ana' WHERE id <> $1`, [
      String(two),
    ])
    await journal.store.write('DELETE FROM consents')
    const log = captureLog()
    now = start + (retentionDays + 1) * day
    await maintain(journal)
    now = start + (retentionDays + 2) * day + 1
    await maintain(journal)
    const extras = async (id = '') => (await journal.find(id))?.extras
    expect(await extras(one)).toEqual({ consent: '', purged: true })
    expect(await extras(two)).toMatchObject({ consent: '2026-11', purged: true })
    expect(log.warnings()).toContain(
      `The data of lead ${one} cannot be read, so all of it was deleted, also its campaign`,
    )
    // It became dead by its age. Ops make it due again.
    await journal.makeAllDue({})
    const waiting = await settledLead('failed')
    now = start + (retentionDays + 3) * day
    expect(await journal.leaseNextDue(['booking'])).toMatchObject({ id: waiting })
    expect(await journal.leaseNextDue(['booking'])).toBeNull()
    expect((await journal.find(String(three)))?.state).toBe('dead')
  })

  it('lose their data also if another part of maintenance fails, which counts as not ended', async () => {
    const id = await settledLead('delivered')
    const failing =
      (query: Query): Query =>
      async (sql, values) => {
        if (sql.includes('created_at, id)') || sql.includes('give_up_at <='))
          throw Object.assign(new Error('Ana'), { code: '57014' })
        return query(sql, values)
      }
    const { store } = journal
    const broken: Store = {
      ...store,
      write: failing(store.write),
      transaction: (work) => store.transaction((query) => work(failing(query))),
    }
    const log = captureLog()
    await expect(maintain(new Journal(broken))).rejects.toThrow('Ana')
    const endedAt = async () => (await store.read('SELECT ended_at FROM maintenance'))[0]?.ended_at
    expect(await endedAt()).toBeNull()
    now = start + (retentionDays + 2) * day
    await store.write('UPDATE maintenance SET seen_at = $1', [now])
    await expect(maintain(new Journal(broken))).rejects.toThrow('Ana')
    const fault = { time: expect.any(String), event: 'maintenance fault', fault: '57014' }
    expect(log.events()).toEqual(Array(2).fill({ ...fault, job: 'give up' }))
    expect((await journal.find(id))?.payload).toBeNull()
    expect(await endedAt()).toBeNull()
    await maintain(journal)
    expect(await endedAt()).toBe(now)
  })

  it('wait for the next maintenance when the server shuts down', async () => {
    const id = await settledLead('delivered')
    const { shutdown } = await import('@/lib/server/shutdown')
    shutdown.started = true
    expect((await purgeAfter(retentionDays + 1)).purged).toBe(0)
    await maintain(journal)
    expect(await journal.store.read('SELECT ended_at FROM maintenance')).toEqual([
      { ended_at: null },
    ])
    shutdown.started = false
    expect((await purgeAfter(retentionDays + 1)).purged).toBe(1)
    expect((await journal.find(id))?.payload).toBeNull()
  })
})
