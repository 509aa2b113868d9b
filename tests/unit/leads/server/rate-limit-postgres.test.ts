import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Database, postgres } from '../../../support/database'
import { pgBouncer, pgBouncerMissing } from '../../../support/pgbouncer'

const open: Database[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.stop()
})

/** A guard of its own, as another instance has it. */
async function instance(database: Database) {
  vi.stubEnv('DATABASE_URL', database.url)
  vi.resetModules()
  const guard = await import('@/lib/leads/server/rate-limit')
  const { getJournal } = await import('@/lib/leads/server/journal/open')
  const from = (address: string) => new Headers({ [guard.socketAddressHeader]: address })
  return {
    takeTurn: (address: string) => guard.consumeRateLimit(from(address)),
    journal: getJournal(),
  }
}

async function expectSharedTurns(database: Database) {
  const one = await instance(database)
  const two = await instance(database)
  expect(await one.takeTurn('10.1.0.1')).not.toBeNull()
  expect(await two.takeTurn('10.1.0.1')).toBeNull()
  expect(await two.takeTurn('10.1.0.2')).not.toBeNull()
  const turn = await one.takeTurn('10.1.0.3')
  await turn?.giveBack()
  expect(await two.takeTurn('10.1.0.3')).not.toBeNull()
  return { one, two }
}

describe('instances on one PostgreSQL', () => {
  it('share the turns, and go on alone while it is away', async () => {
    const database = await postgres()
    open.push(database)
    const { one } = await expectSharedTurns(database)
    await database.pause()
    expect(await one.takeTurn('10.1.0.4')).not.toBeNull()
    expect(await one.takeTurn('10.1.0.4')).toBeNull()
    await database.resume()
  })

  it.skipIf(pgBouncerMissing)(
    `share the turns through PgBouncer${pgBouncerMissing ? `: ${pgBouncerMissing}` : ''}`,
    async () => {
      const database = await pgBouncer()
      open.push(database)
      await expectSharedTurns(database)
    },
    30_000,
  )

  it('do not keep a client waiting for an hour when a clock was set back', async () => {
    const database = await postgres()
    open.push(database)
    const { takeTurn, journal } = await instance(database)
    expect(await takeTurn('10.1.0.1')).not.toBeNull()
    await journal?.query('UPDATE rate_limits SET expire = expire + 3600000 RETURNING key')
    expect(await takeTurn('10.1.0.1')).not.toBeNull()
    expect(await takeTurn('10.1.0.1')).toBeNull()
  })
})
