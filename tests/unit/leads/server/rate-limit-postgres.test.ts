import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Database, postgres } from '../../../support/database'
import { pgBouncer, pgBouncerMissing } from '../../../support/pgbouncer'

const open: Database[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.stop()
})

/** A fresh copy of the rate limit, as another instance has it. */
async function instance(database: Database) {
  vi.stubEnv('DATABASE_URL', database.url)
  vi.resetModules()
  Reflect.deleteProperty(globalThis, Symbol.for('plumbing-xperience'))
  const { socketAddressHeader } = await import('@/lib/leads/server/client-address')
  const { consumeRateLimit } = await import('@/lib/leads/server/rate-limit')
  const { getJournal } = await import('@/lib/leads/server/journal/journal')
  const from = (address: string) => new Headers({ [socketAddressHeader]: address })
  return {
    submit: (address: string) => consumeRateLimit(from(address)),
    journal: getJournal(),
  }
}

async function expectSharedLimits(database: Database) {
  const one = await instance(database)
  const two = await instance(database)
  expect(await one.submit('10.1.0.1')).not.toBeNull()
  expect(await two.submit('10.1.0.1')).toBeNull()
  expect(await two.submit('10.1.0.2')).not.toBeNull()
  const permit = await one.submit('10.1.0.3')
  await permit?.refund()
  expect(await two.submit('10.1.0.3')).not.toBeNull()
  return { one, two }
}

it('a post that memory refuses costs the database nothing', async () => {
  const database = await postgres()
  open.push(database)
  const { submit, journal } = await instance(database)
  await submit('10.1.0.1')
  if (!journal) throw new Error('no journal')
  const write = vi.spyOn(journal, 'write')
  for (let i = 0; i < 600; i++) expect(await submit('10.1.0.1')).toBeNull()
  expect(write).not.toHaveBeenCalled()
})

it('instances on one PostgreSQL share the hour of a client', async () => {
  vi.stubEnv('LEADS_PER_HOUR', '1')
  const database = await postgres()
  open.push(database)
  const one = await instance(database)
  const two = await instance(database)
  await (await one.submit('10.1.0.1'))?.count()
  await database.query("UPDATE rate_limits SET expire = 0 WHERE key LIKE 'delay:%'")
  expect(await two.submit('10.1.0.1')).toBeNull()
  expect(await two.submit('10.1.0.2')).not.toBeNull()
})

describe('instances on one PostgreSQL', () => {
  it('share rate limits, and count in memory while it is unreachable', async () => {
    const database = await postgres()
    open.push(database)
    const { one } = await expectSharedLimits(database)
    await database.pause()
    expect(await one.submit('10.1.0.4')).not.toBeNull()
    expect(await one.submit('10.1.0.4')).toBeNull()
    await database.resume()
  })

  it.skipIf(pgBouncerMissing)(
    `share rate limits through PgBouncer${pgBouncerMissing ? `: ${pgBouncerMissing}` : ''}`,
    async () => {
      const database = await pgBouncer()
      open.push(database)
      await expectSharedLimits(database)
    },
    30_000,
  )

  it('ignore a limit that was written before the clock was set back', async () => {
    const database = await postgres()
    open.push(database)
    const one = await instance(database)
    expect(await one.submit('10.1.0.1')).not.toBeNull()
    await database.query('UPDATE rate_limits SET expire = expire + 3600000')
    expect(await (await instance(database)).submit('10.1.0.1')).not.toBeNull()
    expect(await (await instance(database)).submit('10.1.0.1')).toBeNull()
  })
})
