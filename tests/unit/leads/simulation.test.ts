import fc from 'fast-check'
import { afterAll, expect, it, vi } from 'vitest'
import { day, liveThrough } from '../../support/simulation/day'
import { createWorld } from '../../support/simulation/world'

/** DAYS and SEED are those of `npm run tool -- simulate`. */
const { DAYS = '1000', SEED } = process.env

afterAll(() => void vi.useRealTimers())

it(`the newest version of each form is delivered last, on ${DAYS} bad days`, async () => {
  const world = await createWorld()
  let accepted = 0
  const runs = fc.asyncProperty(day, async (each) => {
    accepted += await liveThrough(world, each)
  })
  const options = { numRuns: Number(DAYS), ...(SEED && { seed: Number(SEED) }) }
  const { failed, seed, errorInstance, counterexample } = await fc.check(runs, options)
  const [{ servers, steps }] = counterexample ?? [{ servers: 0, steps: [] }]
  const lines = steps.map((step) => `\n${JSON.stringify(step)}`).join('')
  expect(failed && `SEED=${seed}: ${errorInstance}. Servers: ${servers}${lines}`).toBe(false)
  expect(accepted).toBeGreaterThan(Number(DAYS) / 2)
}, 86_400_000)
