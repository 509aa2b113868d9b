import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Loaded before a server of the tests. On the message `{ measureMemory: true }` it collects garbage and reports. */
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')

process.on('message', async (message) => {
  if (!(/** @type {{ measureMemory?: boolean }} */ (message).measureMemory)) return
  // Finalizers of one round release objects for the next.
  for (let round = 0; round < 4; round++) {
    collect()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const { heapUsed, external } = process.memoryUsage()
  process.send?.({ memory: heapUsed + external })
})
process.channel?.unref()
