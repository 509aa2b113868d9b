import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { type Database, postgres, sqlite } from '../../../support/database'

describe.each([
  ['SQLite', async () => sqlite()],
  ['PostgreSQL', postgres],
] as [string, () => Promise<Database>][])('health on %s', (_name, open) => {
  it('counts leads by state and reports the oldest undelivered and suspect lead', async () => {
    const database = await open()
    vi.stubEnv('DATABASE_URL', database.url)
    vi.resetModules()
    const { health } = await import('@/lib/leads/server/health')
    const { getJournal } = await import('@/lib/leads/server/journal/journal')
    const journal = getJournal()
    expect(await health({ details: true })).toMatchObject({
      ok: true,
      leads: { pending: 0, leased: 0, delivered: 0, suspect: 0, dead: 0 },
      oldestUndelivered: null,
      oldestSuspect: null,
    })
    const lead = () => ({
      id: randomUUID(),
      submissionId: randomUUID(),
      kind: 'booking' as const,
      payload: { fullName: 'Ana Ruiz' },
      extras: { consent: '2026-11' },
    })
    for (const [outcome, attempts] of [
      ['delivered', 0],
      ['failed', 9],
      ['failed', 0],
    ] as const) {
      const entry = await journal?.record(lead())
      if (typeof entry === 'object') await journal?.settle({ ...entry, attempts }, outcome)
    }
    await journal?.recordSuspect(lead())
    for (const [state, second] of [
      ['delivered', 1],
      ['dead', 2],
      ['pending', 3],
      ['suspect', 4],
    ])
      await journal?.write('UPDATE leads SET created_at = $2 WHERE state = $1 RETURNING id', [
        String(state),
        Number(second) * 1000,
      ])
    expect(await health({ details: true })).toMatchObject({
      leads: { pending: 1, leased: 0, delivered: 1, suspect: 1, dead: 1 },
      oldestUndelivered: '1970-01-01T00:00:02.000Z',
      oldestSuspect: '1970-01-01T00:00:04.000Z',
    })
    await journal?.close()
    await database.stop()
  })
})
