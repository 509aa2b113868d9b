import './check-node.cjs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { findPrograms } from '../tests/support/programs.mjs'
import { install } from './setup.mjs'

/**
 * `npm test` runs what a change is likely to break: types, lint, unit tests, and the end-to-end tests without the tag
 * `@deep`. `npm run test:deep` runs those with the tag. Words select end-to-end files: `npm test -- callback`.
 * Continues after a failure, so that one run shows all of them.
 */

const deep = process.argv[2] === '--deep'
const words = process.argv.slice(deep ? 3 : 2)

install()
await findPrograms()
// At the same time: the unit tests mostly wait for timeouts and databases.
const runs = [run('node scripts/setup.mjs && node --import tsx tests/other-builds.ts')]
if (!deep && words.length === 0)
  runs.push(run('tsc --noEmit'), run('biome ci --colors=off .'), unitTests())
const counts = await Promise.all(runs)
counts.push(await endToEndTests())

const total = (name) => counts.reduce((sum, count) => sum + (count[name] ?? 0), 0)
const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map(total)
console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
// In CI, where every program can be installed, nothing may be skipped.
process.exit(failed > 0 || (process.env.CI === 'true' && skipped > 0) ? 1 : 0)

function unitTests() {
  return run('vitest run --config tests/vitest.config.ts', {
    report: 'tests/results/unit.json',
    read: (report) => ({
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests,
    }),
  })
}

function endToEndTests() {
  const tier = deep ? '--grep @deep' : '--grep-invert @deep'
  const files = words.map((word) => `"tests.e2e.[^.]*${word}"`)
  return run(`playwright test --config tests/playwright.config.ts ${tier} ${files.join(' ')}`, {
    report: 'tests/results/e2e.json',
    read: ({ stats: { expected, unexpected, flaky, skipped } }) => ({
      passed: expected,
      failed: unexpected + flaky,
      skipped,
    }),
    stdio: 'inherit',
  })
}

/**
 * Runs a command of the project or of a package. Counts the tests in its report, or the command itself where it writes
 * none. A run that fails without a failed test, as when a file does not load, counts as one failure.
 */
async function run(command, { report, read, stdio = 'pipe' } = {}) {
  if (report) rmSync(report, { force: true })
  const child = spawn(command, { shell: true, stdio: ['ignore', stdio, stdio] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  if (output) console.log(`\n== ${command}\n${output.trimEnd()}`)
  if (!report) return code === 0 ? { passed: 1 } : { failed: 1 }
  if (!existsSync(report)) return { failed: 1 }
  const count = read(JSON.parse(readFileSync(report, 'utf8')))
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count
}
