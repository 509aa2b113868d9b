import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import Libsql from 'libsql'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { LeadCounter } from '@/lib/leads/admit'
import { Journal, openDatabase } from '@/lib/leads/journal'
import type { LeadRecord } from '@/lib/leads/lead'
import { recordLead } from '@/lib/leads/record'
import type { Store } from '@/lib/leads/store/database'
import { causeOf } from '@/lib/ops/conditions'
import { sqlite } from '../../support/database/database'
import {
  describeDatabases,
  newLead,
  postgresDatabase,
  record,
  shareJournal,
} from '../../support/site/in-process'

/** Of one phone number. */
const countersOf = (limit: number): LeadCounter[] => [
  { of: 'contact', key: 'phone:a', periodMs: 86_400_000, limit, reason: 'repeated-phone' },
  { of: 'total', key: 'total', periodMs: 3_600_000, limit: 999_999 },
]

const receiveLimited = (journal: Journal, lead: LeadRecord, limit: number) =>
  recordLead(journal.store, lead, { holdReason: null, counters: countersOf(limit) })

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
  const leads = [1, 2, 3].map(() => newLead())
  let isReceiving = true
  const received = Promise.all(leads.map((lead) => receiveLimited(journal, lead, 5))).finally(
    () => {
      isReceiving = false
    },
  )
  // It would throw if the file were locked.
  while (isReceiving) {
    other.exec('BEGIN IMMEDIATE; ROLLBACK')
    await setImmediate()
  }
  expect((await received).map(({ state }) => state)).toEqual(leads.map(() => 'leased'))
})

it('a new file of SQLite is opened once another instance, which starts at the same time, has unlocked it', async () => {
  const { url } = sqlite()
  const lock = `const file = new (require('libsql'))(process.argv[1])
    file.exec('CREATE TABLE one (two); BEGIN EXCLUSIVE')
    console.log('locked')
    setTimeout(() => file.exec('ROLLBACK'), 300)`
  const other = spawn(process.execPath, ['-e', lock, url.slice('file:'.length)])
  const ended = once(other, 'exit')
  await once(other.stdout, 'data')
  const journal = Journal.open(openDatabase(url))
  onTestFinished(() => journal.store.close())
  expect(await record(journal)).toMatchObject({ attempts: 0 })
  expect(await journal.store.read('PRAGMA busy_timeout')).toEqual([{ timeout: 0 }])
  await ended
})

describe('PostgreSQL', () => {
  let journal: Journal
  let url: string
  shareJournal(postgresDatabase, Date.now, (...opened) => {
    ;[journal, url] = opened
  })

  it('lets no lead wait for a counter that is at its limit', async () => {
    const other = Journal.open(openDatabase(url))
    onTestFinished(() => other.store.close())
    expect(await receiveLimited(journal, newLead(), 1)).toMatchObject({ state: 'leased' })
    await other.store.check()
    const state = await journal.store.transaction(async (query) => {
      await query('UPDATE limit_counts SET count = count RETURNING key')
      return (await receiveLimited(other, newLead(), 1)).state
    })
    expect(state).toBe('held')
  })

  it('refuses a lead whose limits are reached one after the other while it is recorded', async () => {
    const other = Journal.open(openDatabase(url))
    onTestFinished(() => other.store.close())
    const counter = { periodMs: 3_600_000, limit: 1 }
    const counters: LeadCounter[] = [
      { ...counter, of: 'client', key: 'hour:a' },
      { ...counter, of: 'contact', key: 'phone:a', reason: 'repeated-phone' },
      { ...counter, of: 'total', key: 'total' },
    ]
    const reached = ['total', 'phone:a', 'hour:a']
    const store: Store = {
      ...journal.store,
      transaction: (work) =>
        journal.store.transaction((query) =>
          work(async (sql, values) => {
            const key = sql.startsWith('INSERT INTO limit_counts') && reached.shift()
            if (key)
              await other.store.write(
                `INSERT INTO limit_counts (key, count, ends_at) VALUES ($1, 1, ${other.store.now()} + 3600000) RETURNING key`,
                [key],
              )
            return query(sql, values)
          }),
        ),
    }
    const receipt = await recordLead(store, newLead(), { holdReason: null, counters })
    expect(receipt).toMatchObject({ state: 'refused', refused: { status: 'too-many' } })
    expect(reached).toEqual([])
  })

  it.each([
    ['a deadlock', '40P01', 4],
    ['a serialization failure', '40001', 4],
    ['another fault', '23505', 1],
  ])('runs a transaction that meets %s (%s) so many times: %d', async (_, code, expected) => {
    let runs = 0
    const failed = journal.store.transaction(async (query) => {
      runs++
      await query(`DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '${code}'; END $$`)
    })
    await expect(failed).rejects.toMatchObject({ code })
    expect(runs).toBe(expected)
    expect(await record(journal)).toMatchObject({ attempts: 0 })
  })

  it('ends a statement that takes too long, with a cause for ops', async () => {
    const other = openDatabase(url)
    onTestFinished(other.close)
    const slow = other.transaction((query) => query('SELECT pg_sleep(3)'))
    expect(await slow.catch(causeOf)).toBe('the database does not answer (ETIMEDOUT)')
  })
})
