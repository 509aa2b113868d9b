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
    const { submit, journal } = await instance(database)
    expect(await submit('10.1.0.1')).not.toBeNull()
    await journal?.write('UPDATE rate_limits SET expire = expire + 3600000 RETURNING key')
    expect(await submit('10.1.0.1')).not.toBeNull()
    expect(await submit('10.1.0.1')).toBeNull()
  })
})
