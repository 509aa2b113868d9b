import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { Journal, openStore } from '@/lib/leads/server/journal/journal'
import { type Database, postgres } from '../../../support/database'
import { SilentDatabase } from '../../../support/silent-database'

const lead = () => ({
  id: randomUUID(),
  submissionId: randomUUID(),
  kind: 'booking' as const,
  payload: { fullName: 'Ana Ruiz' },
  extras: { consent: '2026-11' },
})

async function msUntilFailure(work: Promise<unknown>): Promise<number> {
  const started = performance.now()
  await expect(work).rejects.toThrow()
  return performance.now() - started
}

describe('a database that does not answer', () => {
  const open: { stop(): Promise<void> }[] = []
  afterEach(async () => {
    for (const each of open.splice(0).reverse()) await each.stop()
  })

  it('delays the first lead by two seconds, and the next ones not at all', async () => {
    const silent = await SilentDatabase.start()
    open.push(silent)
    const journal = new Journal(openStore(silent.url))
    expect(await msUntilFailure(journal.record(lead()))).toBeLessThan(4000)
    // Without the circuit breaker, each would take two seconds.
    const started = performance.now()
    for (let i = 0; i < 20; i++) await msUntilFailure(journal.record(lead()))
    expect(performance.now() - started).toBeLessThan(2000)
  })

  it('any more delays a lead as little, and is used again when it answers', async () => {
    const database: Database = await postgres()
    const silent = await SilentDatabase.start(database.url)
    open.push(database, silent)
    const journal = new Journal(openStore(silent.url))
    expect(await journal.record(lead())).toMatchObject({ attempts: 0 })
    silent.drop()
    const waits = await Promise.all(
      Array.from({ length: 10 }, () => msUntilFailure(journal.record(lead()))),
    )
    expect(Math.max(...waits)).toBeLessThan(4000)
    expect(await msUntilFailure(journal.record(lead()))).toBeLessThan(1000)
    silent.pass()
    await expect
      .poll(() => journal.check().then(() => 'works', String), { timeout: 15_000 })
      .toBe('works')
    expect(await journal.record(lead())).toMatchObject({ attempts: 0 })
  })
})
