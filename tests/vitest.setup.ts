import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, vi } from 'vitest'

// The specification's zone, so that the moments of the tests hold with another one in lib/dates/zone.ts.
vi.mock('@/lib/dates/zone', () => ({
  zoneId: 'America/Los_Angeles',
  zone: { id: 'America/Los_Angeles', words: 'Pacific Time', short: 'Pacific', clocks: 'PST/PDT' },
}))

/** Fails the test during which a promise was rejected that nothing awaits. Vitest would fail the run and name no test. */

const unhandled: unknown[] = []
process.on('unhandledRejection', (reason) => unhandled.push(reason))

afterEach(async () => {
  // Node reports a rejection once the promises of this turn are settled.
  await setImmediate()
  expect(unhandled.splice(0), 'rejections that nothing has handled').toEqual([])
})
