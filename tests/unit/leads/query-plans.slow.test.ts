import { afterAll, beforeAll, expect, it } from 'vitest'
import { dayStart } from '@/lib/dates/dates'
import { dayInZone } from '@/lib/dates/days'
import { Journal, openDatabase } from '@/lib/leads/journal'
import { maintain } from '@/lib/leads/maintenance'
import type { Query } from '@/lib/leads/store/database'
import { findConditions } from '@/lib/ops/conditions'
import type { Database } from '../../support/database/database'
import { fillLeads } from '../../support/database/leads'
import { captureLog, describeBothDatabases } from '../../support/site/in-process'

describeBothDatabases('maintenance of a journal with 20,000 leads', (open) => {
  let database: Database
  let journal: Journal
  const plans = new Map<string, string[]>()
  beforeAll(async () => {
    database = await open()
    const opened = openDatabase(database.url)
    const isFile = database.url.startsWith('file:')
    const explained =
      (query: Query): Query =>
      async (sql, values) => {
        if (plans.has(sql)) return query(sql, values)
        // libsql cannot commit after it has explained a statement.
        const rows = isFile
          ? await database.query(`EXPLAIN QUERY PLAN ${sql}`)
          : await query(`EXPLAIN ${sql}`, values)
        plans.set(
          sql,
          rows.map((row) => String(Object.values(row).at(-1)).trim()),
        )
        return query(sql, values)
      }
    journal = Journal.open({
      ...opened,
      // By day, when alerts look for leads that nobody has called.
      now: () => String(dayStart(dayInZone(Date.now())).getTime() + 12 * 3_600_000),
      read: explained(opened.read),
      write: explained(opened.write),
      transaction: (work) => opened.transaction((query) => work(explained(query))),
    })
    await opened.migrate()
    await fillLeads(database, 20_000, Date.now() - 3_600_000)
    await database.query(`UPDATE leads SET called_at = created_at WHERE id LIKE '%-777'`)
    if (!isFile) await database.query('ANALYZE')
  }, 240_000)
  afterAll(() => journal.store.close())

  it('reads neither all leads nor all proofs of consent, nor do alerts and redelivery, with and without statistics', async () => {
    captureLog()
    // The second time, SQLite has its statistics.
    for (const time of ['first', 'second']) {
      plans.clear()
      await maintain(journal)
      await findConditions(journal.store)
      expect(await journal.leaseNextDue(['booking'])).not.toBeNull()
      const reads = [...plans.values()]
        .flat()
        .filter((plan) => /(on|SCAN|SEARCH) (leads|consents)\b/.test(plan))
      expect(reads.length, time).toBeGreaterThan(10)
      // So that rejected leads, which have an alert of their own, are not read one by one.
      expect(reads.some((plan) => plan.includes('leads_not_rejected'))).toBe(true)
      expect(reads.some((plan) => plan.includes('leads_called'))).toBe(true)
      const whole = /(Seq Scan|SCAN)|leads_by_state \(state=\?\)/
      expect(reads.filter((plan) => whole.test(plan))).toEqual([])
    }
  }, 240_000)
})
