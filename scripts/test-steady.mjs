import './check-node.cjs'
import { fork } from 'node:child_process'
import os from 'node:os'
import { fileURLToPath } from 'node:url'
import { findPrograms } from './programs.mjs'
import { ensureDependencies } from './setup.mjs'
import { runBuilds, runEndToEnd } from './suites.mjs'

/**
 * `npm run test:steady`: runs the end-to-end tests five times, the last two while other processes keep every core busy.
 * Prints every test that did not pass all five times. Words select files, as with `npm test`.
 */

const rounds = 5
const busyRounds = 2

if (process.argv[2] === '--keep-busy') for (;;);

ensureDependencies()
await runBuilds()
const programs = await findPrograms()
const passes = new Map()
const summaries = []
for (let round = 1; round <= rounds; round++) {
  const busy = round > rounds - busyRounds ? keepBusy() : []
  const { tests, passed, failed, seconds } = await runEndToEnd(process.argv.slice(2), programs)
  for (const child of busy) child.kill()
  for (const { name, passed } of tests) passes.set(name, (passes.get(name) ?? 0) + (passed ? 1 : 0))
  const load = busy.length > 0 ? ', busy machine' : ''
  const text = `Round ${round}${load}: ${passed} passed, ${failed} failed in ${Math.round(seconds)} s`
  console.log(`\n${text}`)
  summaries.push({ failed, text })
}

const unreliable = [...passes].filter(([, count]) => count < rounds)
console.log(`\n${summaries.map(({ text }) => text).join('\n')}`)
for (const [name, count] of unreliable) console.log(`${count} of ${rounds}: ${name}`)
console.log(`${passes.size - unreliable.length} passed, ${unreliable.length} failed`)
process.exit(unreliable.length > 0 || summaries.some(({ failed }) => failed > 0) ? 1 : 0)

/** Starts one process per core that uses it fully. */
function keepBusy() {
  const self = fileURLToPath(import.meta.url)
  return Array.from({ length: os.availableParallelism() }, () => fork(self, ['--keep-busy']))
}
