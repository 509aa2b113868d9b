import { userInfo } from 'node:os'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '@/lib/leads/journal'
import { createStore } from '@/lib/leads/store/store'
import { causeOf, findConditions } from '@/lib/ops/conditions'
import { postgres, sqlite } from '../../support/database/database'
import { temporaryFolder } from '../../support/process/temporary-folder'

it('alerts read the journal by its indexes alone', async () => {
  const database = openDatabase(sqlite().url)
  const plans: string[] = []
  const store = createStore({
    ...database,
    async read(sql, values) {
      const rows = await database.read(`EXPLAIN QUERY PLAN ${sql}`, values)
      plans.push(...rows.map(({ detail }) => String(detail)))
      return database.read(sql, values)
    },
  })
  const conditions = await findConditions(store)
  expect(conditions.filter(({ text }) => text !== null)).toEqual([])
  const reads = plans.filter((plan) => /^(SCAN|SEARCH) leads|TEMP B-TREE/.test(plan))
  expect(reads).toHaveLength(34)
  const names = '(undelivered|by_state|rejected|phone_suspects)'
  for (const read of reads)
    expect(read).toMatch(new RegExp(`^SEARCH leads USING (COVERING )?INDEX leads_${names} `))
  await store.close()
})

it.each([
  ['42P07', 'an unexpected fault (42P07)'],
  ['SQLITE_ERROR', 'an unexpected fault (SQLITE_ERROR)'],
  ['SQLITE_CANTOPEN', `the user ${userInfo().username} cannot open or write it (SQLITE_CANTOPEN)`],
  ['EROFS', `the user ${userInfo().username} cannot open or write it (EROFS)`],
  ['57P03', 'the database does not answer (57P03)'],
])('the alert of a journal that fails with %s says: %s', (code, cause) => {
  expect(causeOf(Object.assign(new Error('Ana Ruiz'), { code }))).toBe(cause)
})

it('a file that cannot be opened, and a database that takes too long, are told as such', async () => {
  const notOpened = await Promise.resolve()
    .then(() => openDatabase(`file:${temporaryFolder('journal')}`))
    .catch(causeOf)
  expect(notOpened).toBe(
    `the user ${userInfo().username} cannot open or write it (SQLITE_CANTOPEN)`,
  )
  const database = await postgres()
  const opened = openDatabase(database.url)
  onTestFinished(() => opened.close().then(database.stop))
  await opened.read('SELECT 1')
  const slow = opened.transaction((query) => query('SELECT pg_sleep(3)'))
  expect(await slow.catch(causeOf)).toBe('the database does not answer (ETIMEDOUT)')
})
