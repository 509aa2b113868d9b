import './check-node.cjs'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { findPrograms } from '../tests/support/programs.mjs'
import { ensureDependencies } from './setup.mjs'

/**
 * `npm test` runs what a change is likely to break: types, lint, unit tests, and the end-to-end tests without the tag
 * `@deep`. `npm run test:deep` runs those with the tag. Words select end-to-end files: `npm test -- callback`.
 * Continues after a failure, so that one run shows all of them.
 */

const deep = process.argv[2] === '--deep'
const words = process.argv.slice(deep ? 3 : 2)

ensureDependencies()
const programs = await findPrograms()
// At the same time: the unit tests mostly wait for timeouts and databases.
const counts = await Promise.all([build(), ...(deep || words.length > 0 ? [] : checks())])
counts.push(await endToEnd())

const total = (name) => counts.reduce((sum, count) => sum + (count[name] ?? 0), 0)
const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map(total)
console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
// In CI, where every program can be installed, nothing may be skipped.
process.exit(failed > 0 || (process.env.CI === 'true' && skipped > 0) ? 1 : 0)

async function build() {
  const made = await run('scripts/setup.mjs')
  return made.failed ? made : run('tests/other-builds.ts')
}

function checks() {
  return [
    run('node_modules/typescript/bin/tsc', ['--noEmit']),
    run('node_modules/@biomejs/biome/bin/biome', ['ci', '--colors=off', '.']),
    run('node_modules/vitest/vitest.mjs', ['run', '--config', 'tests/vitest.config.ts'], {
      report: 'tests/results/unit.json',
      read: ({ numPassedTests, numFailedTests, numPendingTests, testResults }) => ({
        passed: numPassedTests,
        // A file that does not load has no tests.
        failed: numFailedTests + testResults.filter(isBroken).length,
        skipped: numPendingTests,
      }),
    }),
  ]
}

function isBroken({ status, assertionResults }) {
  return status === 'failed' && assertionResults.length === 0
}

function endToEnd() {
  const tier = deep ? ['--grep', '@deep'] : ['--grep-invert', '@deep']
  const files = words.map((word) => `[\\\\/]e2e[\\\\/][^\\\\/]*${word}[^\\\\/]*$`)
  const args = ['test', '--config', 'tests/playwright.config.ts', ...tier, ...files]
  return run('node_modules/@playwright/test/cli.js', args, {
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
 * Runs a Node script. Counts the tests in its report, or the script itself where it writes none. A run that fails
 * without a failed test counts as one failure.
 */
function run(script, args = [], { report = '', read = () => ({}), stdio = 'pipe' } = {}) {
  if (report) rmSync(report, { force: true })
  const loader = script.endsWith('.ts') ? ['--import', 'tsx'] : []
  const child = spawn(process.execPath, [...loader, script, ...args], {
    stdio: ['ignore', stdio, stdio],
    env: { ...process.env, ...programs },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) => {
    child.on('close', (code) => {
      if (output) console.log(`\n== ${script}\n${output.trimEnd()}`)
      if (!report) return resolve(code === 0 ? { passed: 1 } : { failed: 1 })
      if (!existsSync(report)) return resolve({ failed: 1 })
      const count = read(JSON.parse(readFileSync(report, 'utf8')))
      resolve(code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count)
    })
  })
}
