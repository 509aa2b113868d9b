import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Journal, openDatabase } from '@/lib/leads/journal'
import { leaseMs } from '@/lib/leads/record'
import { sqlite } from '../../support/database/database'
import { postgresDatabase, record } from '../../support/site/in-process'

const start = Date.parse('2026-11-20T20:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: start })
})
afterEach(() => {
  vi.useRealTimers()
})

it('the clock of leases is the database’s on PostgreSQL, even if the clocks of instances differ', async () => {
  const database = await postgresDatabase()
  const [one, two] = [
    Journal.open(openDatabase(database.url)),
    Journal.open(openDatabase(database.url)),
  ]
  const entry = await record(one)
  vi.setSystemTime(start + 600_000)
  expect(await two.leaseNextDue(['booking'])).toBeNull()
  await one.returnLease(entry)
  vi.setSystemTime(start - 600_000)
  expect(await two.leaseNextDue(['booking'])).toMatchObject({ id: entry.id })
  await Promise.all([one.store.close(), two.store.close()])
})

it('the clock of leases is the machine’s on SQLite', async () => {
  const journal = Journal.open(openDatabase(sqlite().url))
  const { id, createdAt } = await record(journal)
  expect(createdAt).toBe(start)
  vi.setSystemTime(start + leaseMs)
  expect(await journal.leaseNextDue(['booking'])).toMatchObject({ id })
  await journal.store.close()
})

it('a journal writes once a minute to check itself, and at once after a failure', async () => {
  const database = openDatabase(sqlite().url)
  let full = false
  let checks = 0
  const failing = Journal.open({
    ...database,
    write: async (sql, values) => {
      if (sql.includes('journal_check')) checks++
      if (full) throw new Error('disk full')
      return database.write(sql, values)
    },
  })
  const lease = await record(failing)
  await failing.store.check()
  full = true
  await failing.store.check()
  expect(checks).toBe(1)
  vi.advanceTimersByTime(60_000)
  for (let i = 0; i < 2; i++) await expect(failing.store.check()).rejects.toThrow('disk full')
  full = false
  await failing.store.check()
  expect(checks).toBe(4)
  full = true
  await expect(failing.settle(lease, 'failed')).rejects.toThrow('disk full')
  await expect(failing.store.check()).rejects.toThrow('disk full')
  await failing.store.close()
})
