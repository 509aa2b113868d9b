import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { Journal } from '@/lib/leads/server/journal/journal'
import { openStore } from '@/lib/leads/server/journal/open'
import { type Database, postgres } from '../../../support/database'
import { SilentDatabase } from '../../../support/silent-database'

const lead = () => ({
  id: randomUUID(),
  kind: 'booking' as const,
  payload: { fullName: 'Ana Ruiz' },
  extras: { consent: '2026-11' },
})

async function timed(work: Promise<unknown>): Promise<number> {
  const began = performance.now()
  await expect(work).rejects.toThrow()
  return performance.now() - began
}

describe('a database that does not answer', () => {
  const open: { stop(): Promise<void> }[] = []
  afterEach(async () => {
    for (const each of open.splice(0).reverse()) await each.stop()
  })

  it('costs the first lead two seconds, and the next ones nothing', async () => {
    const silent = await SilentDatabase.start()
    open.push(silent)
    const journal = new Journal(openStore(silent.url))
    expect(await timed(journal.record(lead()))).toBeLessThan(4000)
    // Each would take two seconds again.
    const began = performance.now()
    for (let i = 0; i < 20; i++) await timed(journal.record(lead()))
    expect(performance.now() - began).toBeLessThan(2000)
  })

  it('in the middle of its connections costs as little, and is used again once it answers', async () => {
    const database: Database = await postgres()
    const silent = await SilentDatabase.start(database.url)
    open.push(database, silent)
    const journal = new Journal(openStore(silent.url))
    expect(await journal.record(lead())).toMatchObject({ attempts: 0 })
    silent.drop()
    const waits = await Promise.all(Array.from({ length: 10 }, () => timed(journal.record(lead()))))
    expect(Math.max(...waits)).toBeLessThan(4000)
    expect(await timed(journal.record(lead()))).toBeLessThan(1000)
    silent.pass()
    await expect
      .poll(() => journal.check().then(() => 'works', String), { timeout: 15_000 })
      .toBe('works')
    expect(await journal.record(lead())).toMatchObject({ attempts: 0 })
  })
})
