import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Loaded into a server under test. The message `{ measureMemory: true }` makes it collect garbage and report its memory,
 * `{ measureUse: true }` makes it report the CPU time it has used and the most memory it has had.
 */
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')

process.on('message', async (message) => {
  if (!(/** @type {{ measureMemory?: boolean }} */ (message).measureMemory)) return
  // Finalizers that run in one round release objects that the next round collects.
  for (let round = 0; round < 4; round++) {
    collect()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const { heapUsed, external } = process.memoryUsage()
  process.send?.({ memory: heapUsed + external })
})
process.on('message', (message) => {
  if (!(/** @type {{ measureUse?: boolean }} */ (message).measureUse)) return
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  const use = { cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMb: maxRSS / 1024 }
  process.send?.({ use })
})
process.channel?.unref()
