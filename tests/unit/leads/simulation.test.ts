import fc from 'fast-check'
import { afterAll, expect, it, vi } from 'vitest'
import { day, liveThrough } from '../../support/simulation/day'
import { createWorld } from '../../support/simulation/world'
import { describeBothDatabases } from '../../support/site/in-process'

/** DAYS and SEED are those of `npm run tool -- simulate`. A day takes longer on PostgreSQL, where transactions run at once. */
const { DAYS = '40', SEED } = process.env
const share = { sqlite: 1, postgres: 0.08 }

afterAll(() => void vi.useRealTimers())

describeBothDatabases('the newest version of each form is delivered last', (open) => {
  it(`on ${DAYS} bad days, or a part of them`, async () => {
    const { url } = await open()
    const world = await createWorld(url)
    const days = Math.ceil(Number(DAYS) * share[url.startsWith('file:') ? 'sqlite' : 'postgres'])
    let accepted = 0
    const runs = fc.asyncProperty(day, async (each) => {
      accepted += await liveThrough(world, each)
    })
    const options = { numRuns: days, ...(SEED && { seed: Number(SEED) }) }
    const { failed, seed, errorInstance, counterexample } = await fc.check(runs, options)
    const [{ servers, steps }] = counterexample ?? [{ servers: 0, steps: [] }]
    const lines = steps.map((step) => `\n${JSON.stringify(step)}`).join('')
    expect(failed && `SEED=${seed}: ${errorInstance}. Servers: ${servers}${lines}`).toBe(false)
    expect(accepted).toBeGreaterThan(days / 10)
  }, 86_400_000)
})
