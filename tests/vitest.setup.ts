import { setImmediate } from 'node:timers/promises'
import { afterAll, afterEach, expect, vi } from 'vitest'
import { resetRuntime } from '@/lib/server/runtime'

// The specification's zone, so that the moments of the tests hold with another one in lib/dates/zone.ts.
vi.mock('@/lib/dates/zone', () => ({
  zoneId: 'America/Los_Angeles',
  zone: { id: 'America/Los_Angeles', words: 'Pacific Time', short: 'Pacific', clocks: 'PST/PDT' },
}))

/** Fails the test during which a promise was rejected that nothing awaits. Vitest would fail the run and name no test. */

const unhandled: unknown[] = []
const onUnhandled = (reason: unknown) => unhandled.push(reason)
process.on('unhandledRejection', onUnhandled)

afterEach(async () => {
  // Node reports a rejection once the promises of this turn are settled.
  await setImmediate()
  expect(unhandled.splice(0), 'rejections that nothing has handled').toEqual([])
})

/** The next file in this thread finds modules that are not loaded, no state of a process, and nothing of a test. */
afterAll(() => {
  process.off('unhandledRejection', onUnhandled)
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.resetModules()
  resetRuntime()
})
