import { setImmediate } from 'node:timers/promises'
import { afterEach, expect } from 'vitest'

/** Fails the test during which a promise was rejected that nothing awaits. Vitest would fail the run and name no test. */

const unhandled: unknown[] = []
process.on('unhandledRejection', (reason) => unhandled.push(reason))

afterEach(async () => {
  // Node reports a rejection once the promises of this turn are settled.
  await setImmediate()
  expect(unhandled.splice(0), 'rejections that nothing has handled').toEqual([])
})
