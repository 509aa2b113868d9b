import './check-node.cjs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { findPrograms } from '../tests/support/programs.mjs'
import { install } from './setup.mjs'
import { readEndToEndReport, readUnitReport, settle } from './test-report.mjs'

/** @import { ChildProcess } from 'node:child_process' */
/** @import { Failure, Result } from './test-report.mjs' */
/** @typedef {Result & { runAgain?: () => Promise<Result> }} Outcome */

/**
 * `npm test` runs what a change is likely to break: types, lint, unit tests, and the end-to-end tests without the tag
 * `@deep`. `npm run test:deep` runs those with the tag. Words select end-to-end files: `npm test -- callback`.
 * Continues after a failure, so that one run shows all of them. At the end, failed tests run once more, one at a time. A
 * test that then passes is printed as flaky.
 */

const deep = process.argv[2] === '--deep'
const words = process.argv.slice(deep ? 3 : 2)
/** More failures than these have a common cause, which a second run does not change. */
const mostReruns = 10
/** @type {Set<ChildProcess>} */
const running = new Set()
let stopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)

install()
await findPrograms()
/** @type {string[]} */
const flaky = []
// At the same time: the unit tests mostly wait for timeouts and databases.
const runs = [runCommand('node scripts/setup.mjs && node --import tsx tests/other-builds.ts')]
if (!deep && words.length === 0)
  runs.push(runCommand('tsc --noEmit'), runCommand('biome ci --colors=off .'), unitTests())
const results = await Promise.all(runs)
results.push(await endToEndTests())
// Only now, when nothing else is running.
for (const [index, result] of results.entries()) results[index] = await withRerun(result)
printFailures(results.flatMap(({ failures }) => failures))
for (const name of flaky) console.log(`flaky: ${name}`)

const total = (/** @type {(result: Result) => number} */ count) =>
  results.reduce((sum, result) => sum + count(result), 0)
const failed = total(({ failures }) => failures.length)
const skipped = total((result) => result.skipped)
const passed = total((result) => result.passed.length)
console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
// In CI, where every program can be installed, nothing may be skipped.
process.exit(failed > 0 || (process.env.CI === 'true' && skipped > 0) ? 1 : 0)

function unitTests() {
  return runTests('vitest run --config tests/vitest.config.ts', [], {
    report: 'tests/results/unit.json',
    read: readUnitReport,
    rerunOptions: (failures) => [
      '--no-file-parallelism',
      ...new Set(failures.flatMap(({ file }) => file ?? [])),
    ],
  })
}

function endToEndTests() {
  const tier = deep ? ['--grep', '@deep'] : ['--grep-invert', '@deep']
  const files = words.map((word) => `"tests.e2e.[^.]*${word}"`)
  return runTests('playwright test --config tests/playwright.config.ts', [...tier, ...files], {
    report: 'tests/results/e2e.json',
    read: readEndToEndReport,
    rerunOptions: () => [
      ...tier,
      ...files,
      '--workers=1 --last-failed --last-failed-file=tests/results/e2e/.last-run.json',
      // Keeps the files of the first run.
      '--output=tests/results/e2e-again',
    ],
  })
}

/**
 * Runs a command and counts it as one test.
 * @param {string} command
 * @returns {Promise<Outcome>}
 */
async function runCommand(command) {
  const { code, output } = await run(command)
  const error = output.trim().split('\n').slice(-12).join('\n    ')
  return code === 0
    ? { passed: [command], skipped: 0, failures: [] }
    : { passed: [], skipped: 0, failures: [{ name: command, error }] }
}

/**
 * Runs tests and reads their report. A run that fails without a failed test counts as one failure.
 * @template Report
 * @param {string} command
 * @param {string[]} options
 * @param {{ report: string, read: (report: Report) => Result, rerunOptions: (failures: Failure[]) => string[] }} reporting
 * @returns {Promise<Outcome>}
 */
async function runTests(command, options, { report, read, rerunOptions }) {
  rmSync(report, { force: true })
  const { code } = await run([command, ...options].join(' '), { live: report.includes('e2e') })
  const result = existsSync(report)
    ? read(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: [], skipped: 0, failures: [] }
  if (code !== 0 && result.failures.length === 0)
    result.failures.push({ name: command, error: `ended with code ${code} and no failed test` })
  const runAgain = () =>
    runTests(command, rerunOptions(result.failures), { report, read, rerunOptions })
  return { ...result, runAgain }
}

/** @param {Outcome} result */
async function withRerun(result) {
  const { runAgain, failures } = result
  if (!runAgain || failures.length > mostReruns || !failures.some(({ file }) => file)) return result
  const settled = settle(result, await runAgain())
  flaky.push(...settled.flaky)
  return settled.result
}

/**
 * Runs a command of the project or of a package. Prints what it writes, at once or when it has ended.
 * @param {string} command
 */
async function run(command, { live = false } = {}) {
  if (stopping) await new Promise(() => undefined)
  const stdio = live ? 'inherit' : 'pipe'
  // In a process group of its own, so that `stop` reaches everything that it has started.
  const detached = process.platform !== 'win32'
  const child = spawn(command, { shell: true, stdio: ['ignore', stdio, stdio], detached })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  running.delete(child)
  if (output) console.log(`\n== ${command}\n${output.trimEnd()}`)
  return { code, output }
}

/** @param {Failure[]} failures */
function printFailures(failures) {
  for (const { name, error, place, picture } of failures) {
    console.log(`\nFAILED ${name}\n    ${error}`)
    if (place) console.log(`    ${place}`)
    if (picture) console.log(`    ${picture}`)
  }
}

/** Ends what is running. Playwright closes its browsers and servers after SIGINT, and has some time for it. */
async function stop() {
  stopping = true
  const children = [...running]
  let alive = children.filter((child) => kill(child, 'SIGINT'))
  for (const deadline = Date.now() + 15_000; alive.length > 0 && Date.now() < deadline; ) {
    await sleep(100)
    alive = alive.filter((child) => kill(child, 0))
  }
  for (const child of alive) kill(child, 'SIGKILL')
  process.exit(1)
}

/**
 * Sends a signal to the process group of a child. False when it has ended.
 * @param {ChildProcess} child
 * @param {NodeJS.Signals | 0} signal
 */
function kill({ pid }, signal) {
  try {
    return pid !== undefined && process.kill(process.platform === 'win32' ? pid : -pid, signal)
  } catch {
    return false
  }
}
