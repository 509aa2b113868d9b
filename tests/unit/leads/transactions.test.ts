import { setImmediate } from 'node:timers/promises'
import Libsql from 'libsql'
import { expect, it, onTestFinished, vi } from 'vitest'
import { Journal, openDatabase } from '@/lib/leads/journal'
import type { LeadCounters } from '@/lib/leads/limits/counters'
import { postgres, sqlite } from '../../support/database/database'
import { describeDatabases, newLead, record, shareJournal } from '../../support/site/in-process'

/** Of one phone number. */
const countersOf = (limit: number): LeadCounters => ({
  client: [],
  contacts: [{ key: 'phone:a', periodMs: 86_400_000, limit, why: 'repeated-phone' }],
  total: { key: 'total', periodMs: 3_600_000, limit: 999_999 },
})

const count = (key: string) =>
  `INSERT INTO limit_counts (key, count, ends_at) VALUES ('${key}', 1, 0)
   ON CONFLICT (key) DO UPDATE SET count = limit_counts.count + 1 RETURNING count`

describeDatabases('a transaction', (open) => {
  let journal: Journal
  shareJournal(open, Date.now, (opened) => {
    journal = opened
  })

  it.each([
    ['a statement', (query: (sql: string) => Promise<unknown>) => query('DELETE FROM missing')],
    ['its work', () => Promise.reject(new Error('missing'))],
  ])('writes nothing when %s fails, and those beside it do', async (_, fail) => {
    const failing = () =>
      journal.store.transaction(async (query) => {
        await query(count('failed'))
        await fail(query)
      })
    const results = await Promise.allSettled([
      failing(),
      journal.store.write(count('a')),
      failing(),
      journal.store.write(count('a')),
    ])
    const rejected = { status: 'rejected', reason: { message: expect.stringContaining('missing') } }
    const fulfilled = { status: 'fulfilled' }
    expect(results).toMatchObject([rejected, fulfilled, rejected, fulfilled])
    expect(await journal.store.read('SELECT count FROM limit_counts')).toEqual([{ count: 2 }])
  })
})

it('a transaction of SQLite ends in the turn of the event loop in which it began, so other processes can write meanwhile', async () => {
  const { url } = sqlite()
  const journal = Journal.open(openDatabase(url))
  await journal.store.check()
  const other = new Libsql(url.slice('file:'.length))
  onTestFinished(async () => {
    other.close()
    await journal.store.close()
  })
  const leads = [1, 2, 3].map(() => newLead({ submissionId: 'form' }))
  let isReceiving = true
  const received = Promise.all(
    leads.map((lead) => journal.receive(lead, { counters: countersOf(5) })),
  ).finally(() => {
    isReceiving = false
  })
  // It would throw if the file were locked.
  while (isReceiving) {
    other.exec('BEGIN IMMEDIATE; ROLLBACK')
    await setImmediate()
  }
  expect((await received).map(({ state }) => state)).toEqual(leads.map(() => 'leased'))
})

it('PostgreSQL lets no lead wait for a counter that is at its limit', async () => {
  const database = await postgres()
  const [one, two] = [1, 2].map(() => Journal.open(openDatabase(database.url)))
  if (!one || !two) throw new Error('There is no journal')
  onTestFinished(async () => {
    await Promise.all([one.store.close(), two.store.close()])
    await database.stop()
  })
  const counters = countersOf(1)
  expect(await one.receive(newLead(), { counters })).toMatchObject({ state: 'leased' })
  await two.store.check()
  const state = await one.store.transaction(async (query) => {
    await query('UPDATE limit_counts SET count = count RETURNING key')
    return (await two.receive(newLead(), { counters })).state
  })
  expect(state).toBe('suspect')
})

it('PostgreSQL runs a transaction once more after a deadlock, and after a serialization failure', async () => {
  const database = await postgres()
  const [one, two] = [1, 2].map(() => Journal.open(openDatabase(database.url)).store)
  if (!one || !two) throw new Error('There is no journal')
  onTestFinished(async () => {
    await Promise.all([one.close(), two.close()])
    await database.stop()
  })
  await one.check()
  await database.query("ALTER SYSTEM SET deadlock_timeout = '50ms'")
  await database.query('SELECT pg_reload_conf()')
  let runs = 0
  let waiting = 0
  let ended = 0
  const lockBoth = async (store: typeof one, keys: string[]) => {
    let isAgain = false
    await store.transaction(async (query) => {
      runs++
      // Else it can take its first row again before the other one gets it, and they meet once more.
      if (isAgain) await vi.waitUntil(() => ended === 1)
      isAgain = true
      await query(count(keys[0] ?? ''))
      // Only the first time does each have one of the rows.
      waiting++
      await vi.waitUntil(() => waiting >= 2)
      await query(count(keys[1] ?? ''))
    })
    ended++
  }
  await Promise.all([lockBoth(one, ['a', 'b']), lockBoth(two, ['b', 'a'])])
  expect(runs).toBe(3)
  const rows = await one.read('SELECT key, count FROM limit_counts ORDER BY key')
  expect(rows).toEqual([
    { key: 'a', count: 2 },
    { key: 'b', count: 2 },
  ])

  const raise = (code: string) => {
    let runs = 0
    const failed = one
      .transaction(async (query) => {
        runs++
        await query(`DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '${code}'; END $$`)
      })
      .catch((error) => [error.code, runs])
    return failed
  }
  expect(await raise('40001')).toEqual(['40001', 2])
  expect(await raise('23505')).toEqual(['23505', 1])
  expect(await record(Journal.open(one))).toMatchObject({ attempts: 0 })
})
