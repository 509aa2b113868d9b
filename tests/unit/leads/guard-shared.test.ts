import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { Journal } from '@/lib/leads/journal'
import { openStore } from '@/lib/leads/store/open'
import { postgres } from '../../support/database'

let database: Awaited<ReturnType<typeof postgres>>
beforeAll(async () => {
  database = await postgres()
  const journal = new Journal(openStore(database.url))
  await journal.counts()
  await journal.close()
}, 30_000)
afterAll(() => database.stop())

/** A guard of its own, as another instance has it. */
async function instance() {
  vi.stubEnv('DATABASE_URL', database.url)
  vi.resetModules()
  return import('@/lib/leads/guard')
}

it('instances on one PostgreSQL share the turns, and go on alone while it is away', async () => {
  const one = await instance()
  const two = await instance()
  const from = (address: string) => new Headers({ [one.socketAddressHeader]: address })
  expect(await one.takeTurn(from('10.1.0.1'))).not.toBeNull()
  expect(await two.takeTurn(from('10.1.0.1'))).toBeNull()
  expect(await two.takeTurn(from('10.1.0.2'))).not.toBeNull()
  const turn = await one.takeTurn(from('10.1.0.3'))
  await turn?.giveBack()
  expect(await two.takeTurn(from('10.1.0.3'))).not.toBeNull()

  await database.pause()
  expect(await one.takeTurn(from('10.1.0.4'))).not.toBeNull()
  expect(await one.takeTurn(from('10.1.0.4'))).toBeNull()
  await database.resume()
}, 30_000)
