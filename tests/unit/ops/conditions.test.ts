import { expect, it } from 'vitest'
import { openDatabase } from '@/lib/leads/journal'
import { createStore } from '@/lib/leads/store/store'
import { findConditions } from '@/lib/ops/conditions'
import { sqlite } from '../../support/database'

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
