import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Loaded into a server under test. `{ shiftClock: ms }` sets its clock to real time plus `ms`, `{ memory: true }` collects
 * garbage and replies with the bytes in use, `{ use: true }` with the CPU time it has used, the most memory it has had,
 * and the longest time for which its event loop was blocked since the last such message. Measuring that takes CPU time, so
 * it begins with the first such message.
 */
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')
const RealDate = Date
let offset = 0
const delay = monitorEventLoopDelay({ resolution: 1 })

process.on('message', async (/** @type {Record<string, number>} */ message) => {
  if (message.shiftClock !== undefined) offset = message.shiftClock
  // Finalizers that run in one round release objects that the next round collects.
  for (let round = 0; message.memory && round < 4; round++) {
    collect()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const { heapUsed, external } = process.memoryUsage()
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  const cpuMs = (userCPUTime + systemCPUTime) / 1000
  const blockMs = delay.max / 1e6
  delay.reset()
  if (message.use) delay.enable()
  process.send?.({ message, memory: heapUsed + external, cpuMs, peakMb: maxRSS / 1024, blockMs })
})
// A test that fails before it stops its server must not leave it running.
process.once('disconnect', () => process.exit())
// Listening for messages must not keep the process alive.
process.channel?.unref()

const now = () => RealDate.now() + offset

// A proxy instead of a subclass, because libraries list the methods of `Date.prototype`.
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
