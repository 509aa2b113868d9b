import { randomUUID } from 'node:crypto'
import Libsql from 'libsql'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { newClientAddress } from '../../support/client-address'
import type { Database } from '../../support/database'
import {
  clearTables,
  describeBothDatabases,
  startReceiver,
  startServer,
} from '../../support/in-process'
import type { WebhookReceiver } from '../../support/webhook-receiver'

/** How often a submitted form uses the database. Each use of PostgreSQL is a round trip while the visitor waits. */

type Server = Awaited<ReturnType<typeof startServer>>

/** Counts what the drivers get: transactions and single statements of SQLite, and queries to PostgreSQL. */
function countUses() {
  const { exec } = Libsql.prototype
  let uses = 0
  let inTransaction = false
  vi.spyOn(Libsql.prototype, 'exec').mockImplementation(function (this: Libsql.Database, sql) {
    if (sql.startsWith('BEGIN')) uses++
    inTransaction = sql.startsWith('BEGIN')
    return exec.call(this, sql)
  })
  const statement: Libsql.Statement = Object.getPrototypeOf(
    new Libsql(':memory:').prepare('SELECT 1'),
  )
  const { all } = statement
  vi.spyOn(statement, 'all').mockImplementation(function (this: Libsql.Statement, ...values) {
    if (!inTransaction) uses++
    return all.apply(this, values)
  })
  const queries = vi.spyOn(pg.Client.prototype, 'query')
  return async (work: () => Promise<unknown>) => {
    const before = uses + queries.mock.calls.length
    await work()
    return uses + queries.mock.calls.length - before
  }
}

describeBothDatabases('a form', (open) => {
  let database: Database
  let receiver: WebhookReceiver
  let server: Server
  let usesOf: ReturnType<typeof countUses>

  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.stop())
  beforeEach(async () => {
    receiver = await startReceiver()
    server = await startServer({
      DATABASE_URL: database.url,
      CALLBACK_WEBHOOK_URL: receiver.url('/call'),
      LEADS_PER_PHONE: '2',
    })
    // The first lead of a process also reads the secret, and may create the tables.
    await server.submit({ phone: '5095550100' })
    usesOf = countUses()
    // A busy machine takes longer than the timeouts of the database, which would then be left out.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  })
  afterEach(async () => {
    vi.useRealTimers()
    await clearTables(server.journal)
  })

  it.each([
    ['without scripts', {}],
    ['with scripts', { submissionId: randomUUID() }],
  ])('%s that is a new lead uses the database twice', async (_, ids) => {
    expect(await usesOf(() => server.submit(ids))).toBe(2)
    expect(await server.leads()).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }])
  })

  it('that corrects a lead uses it twice, and one that repeats a delivered lead once', async () => {
    const submissionId = randomUUID()
    receiver.respondWith(500)
    await server.submit({ submissionId, businessName: 'Ruis & Sons' })
    expect(await usesOf(() => server.submit({ submissionId }))).toBe(2)
    expect(await server.leads()).toHaveLength(2)
    expect(await usesOf(() => server.submit({ submissionId }))).toBe(1)
    expect(await server.leads()).toHaveLength(2)
  })

  it('that is refused does not use it', async () => {
    const address = newClientAddress()
    expect(await usesOf(() => server.submit({ name: 'R2D2' }, { address }))).toBe(0)
    await server.submit({}, { address })
    expect(await usesOf(() => server.submit({}, { address }))).toBe(0)
  })

  it.each([
    ['a filled honeypot', { reference_note: 'spam' }],
    ['an expensive number', { phone: '900-555-0199' }],
    ['a number that came too often', {}],
  ])('that is a suspect for %s uses it once', async (_, change) => {
    for (const businessName of ['One', 'Two']) await server.submit({ businessName })
    expect(await usesOf(() => server.submit(change))).toBe(1)
    const leads = await server.leads()
    expect(leads.filter(({ state }) => state === 'suspect')).toHaveLength(1)
  })
})
