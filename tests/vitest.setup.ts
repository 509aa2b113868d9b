import { AsyncLocalStorage } from 'node:async_hooks'
import { hasSubscribers } from 'node:diagnostics_channel'
import type { EventEmitter } from 'node:events'
import { setImmediate } from 'node:timers/promises'
// Its first import reads the zone of `Date`, which some tests replace.
import '@date-fns/tz'
import { afterAll, afterEach, expect, vi } from 'vitest'
import { forgetProcess } from './support/process/forget-process'

// The specification's zone, so that the moments of the tests hold with another one in lib/dates/zone.ts.
vi.mock('@/lib/dates/zone', () => ({
  zoneId: 'America/Los_Angeles',
  zone: { id: 'America/Los_Angeles', words: 'Pacific Time', short: 'Pacific', clocks: 'PST/PDT' },
}))

// As in a server. Modules of Next.js look for it once, whichever file of a thread loads them first.
Object.assign(globalThis, { AsyncLocalStorage })

const listeners = () =>
  [process, process.stdout, process.stderr].flatMap((emitter: EventEmitter) =>
    emitter
      .eventNames()
      .flatMap((name) =>
        emitter
          .listeners(name)
          .map((listener) => ({ emitter, name, listener: listener as () => void })),
      ),
  )
const before = listeners()

/** Fails the test during which a promise was rejected that nothing awaits. Vitest would fail the run and name no test. */

const unhandled: unknown[] = []
process.on('unhandledRejection', (reason) => unhandled.push(reason))

afterEach(async () => {
  // Node reports a rejection once the promises of this turn are settled.
  await setImmediate()
  expect(unhandled.splice(0), 'rejections that nothing has handled').toEqual([])
})

/** The next file in this thread finds modules that are not loaded, no state of a process, and nothing of a test. */
afterAll(() => {
  expect(hasSubscribers('http.server.request.start'), 'a watched server is left').toBe(false)
  for (const { emitter, name, listener } of listeners())
    if (
      name !== 'exit' &&
      !before.some((one) => one.emitter === emitter && one.listener === listener)
    )
      emitter.off(name, listener)
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.resetModules()
  forgetProcess()
})
