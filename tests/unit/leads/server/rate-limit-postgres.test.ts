import { expect, it, onTestFinished, vi } from 'vitest'
import { postgres } from '../../../support/database'
import { startServer } from '../../../support/in-process'
import { pgBouncer, pgBouncerMissing } from '../../../support/pgbouncer'

const accepted = { status: 'accepted' }
const tooFast = { status: 'too-fast' }
const [address, otherAddress] = ['10.1.0.1', '10.1.0.2']

/** Two instances on one database. */
async function startTwo(open: typeof pgBouncer, variables: Record<string, string> = {}) {
  const database = await open()
  onTestFinished(() => database.stop())
  const start = () => startServer({ ...variables, DATABASE_URL: database.url })
  return { database, start, one: await start(), two: await start() }
}

for (const [name, missing, open] of [
  ['PostgreSQL', null, postgres],
  ['PostgreSQL behind PgBouncer', pgBouncerMissing, pgBouncer],
] as const)
  it.skipIf(missing)(
    `instances on ${name} share limits, and count in memory while it is down`,
    async () => {
      const { database, one, two } = await startTwo(open)
      expect(await one.submit({}, { address })).toEqual(accepted)
      expect(await two.submit({}, { address })).toMatchObject(tooFast)
      expect(await one.submit({ name: 'R2D2' }, { address: otherAddress })).toMatchObject({
        status: 'invalid',
      })
      expect(await two.submit({}, { address: otherAddress })).toEqual(accepted)
      await database.pause()
      const down = { address: '10.1.0.3' }
      // Without a journal and a webhook, a lead is refused, but not for its speed.
      const posts = await Promise.all([one.submit({}, down), one.submit({}, down)])
      expect(posts.map(({ status }) => status).sort()).toEqual(['too-fast', 'undelivered'])
      await database.resume()
    },
  )

it('instances share the hour of a client', async () => {
  const { database, one, two } = await startTwo(postgres, { LEADS_PER_HOUR: '1' })
  expect(await one.submit({}, { address })).toEqual(accepted)
  await database.query("UPDATE rate_limits SET expire = 0 WHERE key LIKE 'delay:%'")
  expect(await two.submit({}, { address })).toMatchObject(tooFast)
  expect(await two.submit({}, { address: otherAddress })).toEqual(accepted)
})

it('a post that memory refuses costs the database nothing', async () => {
  const { two } = await startTwo(postgres)
  expect(await two.submit({}, { address })).toEqual(accepted)
  const write = vi.spyOn(two.journal, 'write')
  for (let i = 0; i < 100; i++) expect(await two.submit({}, { address })).toMatchObject(tooFast)
  expect(write).not.toHaveBeenCalled()
})

it('a limit that was written before the clock was set back is ignored', async () => {
  const { database, start, one, two } = await startTwo(postgres)
  expect(await one.submit({}, { address })).toEqual(accepted)
  await database.query('UPDATE rate_limits SET expire = expire + 3600000')
  expect(await two.submit({}, { address })).toEqual(accepted)
  expect(await (await start()).submit({}, { address })).toMatchObject(tooFast)
})
