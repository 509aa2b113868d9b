import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type DatabaseServer, postgres } from '../../support/database'
import { startReceiver, startServer } from '../../support/in-process'
import { pgBouncer, pgBouncerMissing } from '../../support/pgbouncer'

const accepted = { status: 'accepted' }
const tooFast = { status: 'too-fast' }

let database: DatabaseServer
beforeAll(async () => {
  database = pgBouncerMissing ? await postgres() : await pgBouncer()
})
afterAll(() => database.stop())

const start = (variables: Record<string, string> = {}) =>
  startServer({ ...variables, DATABASE_URL: database.url })

it('instances share limits, and count in memory while the database is down', async () => {
  const [one, two] = [await start(), await start()]
  const clients = ['10.1.0.1', '10.1.0.2', '10.1.0.3'].map((address) => ({ address }))
  const [first, second, third] = clients
  expect(await one.submit({}, first)).toEqual(accepted)
  expect(await two.submit({}, first)).toMatchObject(tooFast)
  expect(await one.submit({ name: 'R2D2' }, second)).toMatchObject({ status: 'invalid' })
  expect(await two.submit({}, second)).toEqual(accepted)
  await database.pause()
  // Without a journal and a webhook, a lead is refused, but not for its speed.
  const posts = await Promise.all([one.submit({}, third), one.submit({}, third)])
  expect(posts.map(({ status }) => status).sort()).toEqual(['too-fast', 'undelivered'])
  await database.resume()
})

it('instances share the hour of a client', async () => {
  const [one, two] = [await start({ LEADS_PER_HOUR: '1' }), await start({ LEADS_PER_HOUR: '1' })]
  const address = '10.2.0.1'
  expect(await one.submit({}, { address })).toEqual(accepted)
  await database.query("UPDATE rate_limits SET expire = 0 WHERE key LIKE 'delay:%'")
  expect(await two.submit({}, { address })).toMatchObject(tooFast)
  expect(await two.submit({}, { address: '10.2.0.2' })).toEqual(accepted)
})

it('instances share the hour of an IPv6 network, and a lead that it refuses does not count', async () => {
  const [one, two] = [await start({ LEADS_PER_HOUR: '3' }), await start({ LEADS_PER_HOUR: '3' })]
  await database.query('DELETE FROM rate_limits')
  const statuses: string[] = []
  for (let i = 0; i < 24; i++) {
    const address = `2001:db8:1:${i.toString(16)}::1`
    statuses.push((await (i % 2 ? two : one).submit({}, { address })).status)
  }
  expect(statuses).toEqual([...Array(12).fill('accepted'), ...Array(12).fill('too-fast')])
  const counts = await database.query(
    "SELECT points FROM rate_limits WHERE key LIKE 'hour:%' OR key LIKE 'network:%' ORDER BY points",
  )
  // Of twelve clients that were refused, of twelve that were accepted, and of their network.
  const points = [...Array(12).fill(0), ...Array(12).fill(1), 12]
  expect(counts.map((row) => row.points)).toEqual(points)
})

it('a statement that waited for a lock counts on, although the limit ends later than it expects', async () => {
  const address = '10.5.0.1'
  const variables = { LEADS_PER_HOUR: '1' }
  expect(await (await start(variables)).submit({}, { address })).toEqual(accepted)
  await database.query("UPDATE rate_limits SET expire = 0 WHERE key LIKE 'delay:%'")
  await database.query("UPDATE rate_limits SET expire = expire + 30000 WHERE key LIKE 'hour:%'")
  expect(await (await start(variables)).submit({}, { address })).toMatchObject(tooFast)
})

it('a post that memory refuses costs the database nothing', async () => {
  const { submit, journal } = await start()
  const address = '10.3.0.1'
  expect(await submit({}, { address })).toEqual(accepted)
  await journal.store.check()
  const query = vi.spyOn(pg.Client.prototype, 'query')
  for (let i = 0; i < 100; i++) expect(await submit({}, { address })).toMatchObject(tooFast)
  expect(query).not.toHaveBeenCalled()
})

it('a post that only another instance refuses costs the database one statement, which writes nothing', async () => {
  const [one, two] = [await start(), await start()]
  const address = '10.6.0.1'
  expect(await one.submit({}, { address })).toEqual(accepted)
  await two.journal.store.secret()
  const rows = () =>
    Promise.all(
      ['leads', 'rate_limits'].map((name) => database.query(`SELECT * FROM ${name} ORDER BY 1`)),
    )
  const before = await rows()
  const query = vi.spyOn(pg.Client.prototype, 'query')
  expect(await two.submit({}, { address })).toMatchObject(tooFast)
  const sent = query.mock.calls.map(([sql]) => String(sql).split(' ')[0])
  expect(sent).toEqual(['BEGIN', 'WITH', 'COMMIT'])
  expect(await rows()).toEqual(before)
})

it('a lead that was not accepted does not count toward the hour of its client', async () => {
  const receiver = await startReceiver()
  const variables = { LEADS_PER_HOUR: '1', CALLBACK_WEBHOOK_URL: receiver.url('/call') }
  const [one, two] = [await start(variables), await start(variables)]
  const address = '10.7.0.1'
  receiver.respondWith(500)
  expect(await one.submit({}, { address })).toMatchObject({ status: 'undelivered' })
  await database.query("UPDATE rate_limits SET expire = 0 WHERE key LIKE 'delay:%'")
  expect(await two.submit({ businessName: 'Another' }, { address })).toEqual(accepted)
})

it('a limit that was written before the clock was set back is ignored', async () => {
  const address = '10.4.0.1'
  expect(await (await start()).submit({}, { address })).toEqual(accepted)
  await database.query('UPDATE rate_limits SET expire = expire + 3600000')
  expect(await (await start()).submit({}, { address })).toEqual(accepted)
  expect(await (await start()).submit({}, { address })).toMatchObject(tooFast)
})
