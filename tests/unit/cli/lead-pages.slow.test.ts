import { afterAll, beforeAll, expect, it } from 'vitest'
import { leadPages } from '@/lib/cli/lead-pages'
import { Journal, openDatabase } from '@/lib/leads/journal'
import type { Row, Store } from '@/lib/leads/store/database'
import type { Database } from '../../support/database/database'
import { describeBothDatabases } from '../../support/site/in-process'

const [hour, now] = [3_600_000, Date.parse('2026-11-20T20:00:00Z')]
const sent = 12_000

const numbers = (count: number) =>
  `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})`

/** A lead an hour, whose proof has the same id. The number is the last one's only. */
const fill = [
  `${numbers(sent)} INSERT INTO leads (id, thread, version, kind, state, payload, extras, attempts, outcome, give_up_at,
     created_at, delivered_at)
   SELECT 'sent-' || n, n, n, 'booking', 'delivered',
     '{"fullName":"Ana","phoneNumber":"' || (5095500000 + n) || '"}', '{"consent":""}', 1, 'delivered', 0,
     ${now} - (${sent} - n) * CAST(${hour} AS BIGINT), ${now} FROM numbers`,
  `INSERT INTO consents (id, thread, kind, name, phone, page, text_name, created_at)
   SELECT id, thread, kind, 'Ana', substr(payload, 34, 10), '', '', created_at FROM leads`,
  ...['repeated-phone', 'flood'].map(
    (
      reason,
    ) => `INSERT INTO leads (id, thread, version, kind, state, payload, extras, attempts, reason, give_up_at, created_at)
     SELECT '${reason}-' || substr(id, 6), substr(id, 6), 0, kind, 'held', payload, extras, 0, '${reason}', 0, created_at FROM leads
     WHERE id IN ('sent-1', 'sent-11990')`,
  ),
]

describeBothDatabases('a command that looks for a few of many leads', (open) => {
  let database: Database
  let journal: Journal
  beforeAll(async () => {
    database = await open()
    journal = Journal.open(openDatabase(database.url))
    await journal.store.check()
    for (const statement of fill) await database.query(statement)
  })
  afterAll(() => journal.store.close())

  type Work = (store: Store) => AsyncIterable<unknown> | Promise<unknown>
  const listed =
    (filter: Parameters<typeof leadPages>[1]): Work =>
    (store) =>
      leadPages(store, filter)
  const lastDay = now - 24 * hour

  it.each<[what: string, work: Work, rows: number, windows: number]>([
    ['lists a reason', listed({ states: ['held'], reasons: ['flood'] }), 2, 1],
    ['lists a day', listed({ since: lastDay }), 27, 1],
    ['lists two states', listed({ states: ['dead', 'held'] }), 4, 61],
    ['lists a time', listed({ since: lastDay, until: now - 22 * hour }), 2, 1],
  ])('%s and reads only these', async (_, work, rows, windows) => {
    const windowEnds = 'OFFSET'
    const statements: { sql: string; values: readonly unknown[]; rows: Row[] }[] = []
    const read: Store['read'] = async (sql, values = []) => {
      const rows = await journal.store.read(sql, values)
      statements.push({ sql, values, rows })
      return rows
    }
    const result = await work({ ...journal.store, read })
    if (result && typeof result === 'object' && Symbol.asyncIterator in result)
      for await (const _ of result as AsyncIterable<unknown>);
    const selected = statements.filter(({ sql }) => !sql.includes(windowEnds))
    expect(selected.flatMap(({ rows }) => rows)).toHaveLength(rows)
    expect(selected).toHaveLength(windows)
    if (!database.url.startsWith('file:')) return
    for (const { sql, values } of statements) {
      const plan = await journal.store.read(`EXPLAIN QUERY PLAN ${sql}`, values as string[])
      const steps = plan.map(({ detail }) => String(detail)).join('\n')
      expect(`${sql}\n${steps}`).not.toMatch(/SCAN (leads|consents)|TEMP B-TREE FOR ORDER/)
      // With two upper bounds, SQLite can take the farther one, and reads the rest of the index for each window.
      expect(sql.match(/created_at <=? /g)).toHaveLength(1)
    }
  })

  it('reads all leads once, oldest first', async () => {
    const ids: string[] = []
    for await (const leads of leadPages(journal.store, { states: ['delivered'] }))
      ids.push(...leads.map(({ id }) => id))
    expect(ids).toEqual(Array.from({ length: sent }, (_, index) => `sent-${index + 1}`))
  })
})
