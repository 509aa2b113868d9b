import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Loaded before a server of the tests: on a signal it collects its garbage and tells what is left. */
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')

process.on('SIGUSR2', async () => {
  // What a first round lets go of by finalizers, the next ones free.
  for (let round = 0; round < 4; round++) {
    collect()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const { heapUsed, external, rss } = process.memoryUsage()
  process.stdout.write(`${JSON.stringify({ event: 'memory', held: heapUsed + external, rss })}\n`)
})
