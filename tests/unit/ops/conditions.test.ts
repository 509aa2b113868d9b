import { userInfo } from 'node:os'
import { afterEach, expect, it, vi } from 'vitest'
import { Journal, openDatabase } from '@/lib/leads/journal'
import { causeOf, findConditions } from '@/lib/ops/conditions'
import { sqlite } from '../../support/database/database'
import { record } from '../../support/site/in-process'

const minute = 60_000

afterEach(() => void vi.useRealTimers())

it('a lead does not wait for longer because the clock was set ahead', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  const journal = Journal.open(openDatabase(sqlite().url))
  const isLate = async () =>
    (await findConditions(journal.store)).some(
      ({ name, text }) => name === 'waiting booking' && text !== null,
    )
  await record(journal)
  expect(await isLate()).toBe(false)
  vi.setSystemTime(Date.now() + 120 * minute)
  expect(await isLate()).toBe(false)
  vi.advanceTimersByTime(15 * minute - 1)
  expect(await isLate()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(await isLate()).toBe(true)
  await journal.store.close()
})

it.each([
  ['42P07', 'an unexpected fault (42P07)'],
  ['SQLITE_ERROR', 'an unexpected fault (SQLITE_ERROR)'],
  ['SQLITE_CANTOPEN', `the user ${userInfo().username} cannot open or write it (SQLITE_CANTOPEN)`],
  ['EACCES', `the user ${userInfo().username} cannot open or write it (EACCES)`],
  ['EROFS', 'the file can only be read (EROFS)'],
  ['SQLITE_READONLY', 'the file can only be read (SQLITE_READONLY)'],
  ['25006', 'the database can only be read, as a standby (25006)'],
  ['57P03', 'the database does not answer (57P03)'],
])('the alert of a journal that fails with %s says: %s', (code, cause) => {
  expect(causeOf(Object.assign(new Error('Ana Ruiz'), { code }))).toBe(cause)
})
