import { userInfo } from 'node:os'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '@/lib/leads/journal'
import { causeOf } from '@/lib/ops/conditions'
import { postgres } from '../../support/database/database'

it.each([
  ['42P07', 'an unexpected fault (42P07)'],
  ['SQLITE_ERROR', 'an unexpected fault (SQLITE_ERROR)'],
  ['SQLITE_CANTOPEN', `the user ${userInfo().username} cannot open or write it (SQLITE_CANTOPEN)`],
  ['EROFS', `the user ${userInfo().username} cannot open or write it (EROFS)`],
  ['57P03', 'the database does not answer (57P03)'],
])('the alert of a journal that fails with %s says: %s', (code, cause) => {
  expect(causeOf(Object.assign(new Error('Ana Ruiz'), { code }))).toBe(cause)
})

it('a database that takes too long is told as such', async () => {
  const database = await postgres()
  const opened = openDatabase(database.url)
  onTestFinished(() => opened.close().then(database.stop))
  await opened.read('SELECT 1')
  const slow = opened.transaction((query) => query('SELECT pg_sleep(3)'))
  expect(await slow.catch(causeOf)).toBe('the database does not answer (ETIMEDOUT)')
})
