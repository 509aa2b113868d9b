import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** The parts of a test run. Each returns the counts of its tests and its duration. */

const results = join('tests', 'results')
const modules = 'node_modules'

/** Runs type checks, lint and unit tests at the same time. */
export function runChecks() {
  return Promise.all([
    part('types', () => runTool(join(modules, 'typescript', 'bin', 'tsc'), ['--noEmit'])),
    part('lint and format', () =>
      runTool(join(modules, '@biomejs', 'biome', 'bin', 'biome'), ['ci', '--colors=off', '.']),
    ),
    part('unit', async () => {
      const report = freshReport('unit.json')
      const config = join('tests', 'vitest.config.ts')
      const counts = await runTool(join(modules, 'vitest', 'vitest.mjs'), [
        'run',
        '--config',
        config,
      ])
      return withReport(counts, report, readVitest)
    }),
  ])
}

/** Makes the production build and the builds that end-to-end tests deploy. */
export async function runBuilds() {
  return [
    await part('build', () => runTool(join('scripts', 'setup.mjs'))),
    await part('builds to deploy', () => runTool(join('tests', 'other-builds.ts'))),
  ]
}

/** Runs the end-to-end tests: all, or those in files whose names contain one of these words. */
export function runEndToEnd(names, env) {
  return part('end to end', async () => {
    const report = freshReport('e2e.json')
    const config = join('tests', 'playwright.config.ts')
    const files = names.map((name) => `[\\\\/]e2e[\\\\/][^\\\\/]*${name}[^\\\\/]*$`)
    const cli = join(modules, '@playwright', 'test', 'cli.js')
    const counts = await runTool(cli, ['test', '--config', config, ...files], { env, live: true })
    return withReport(counts, report, readPlaywright)
  })
}

/** Runs one part and measures its duration. A part that throws counts as one failure. */
export async function part(name, run) {
  const start = performance.now()
  const counts = await run().catch((error) => {
    console.error(`${name}: ${error.message}`)
    return { failed: 1 }
  })
  const seconds = (performance.now() - start) / 1000
  return { name, seconds, passed: 0, failed: 0, skipped: 0, tests: [], ...counts }
}

/** Runs a Node script. With `live`, shows its output as it runs, else all of it at the end. */
function runTool(script, args = [], { env = {}, live = false } = {}) {
  const loader = script.endsWith('.ts') ? ['--import', 'tsx'] : []
  const child = spawn(process.execPath, [...loader, script, ...args], {
    stdio: ['ignore', live ? 'inherit' : 'pipe', live ? 'inherit' : 'pipe'],
    env: { ...process.env, ...env },
  })
  let output = ''
  child.stdout?.on('data', (chunk) => (output += chunk))
  child.stderr?.on('data', (chunk) => (output += chunk))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      if (output) console.log(`\n== ${script}\n${output.trimEnd()}`)
      resolve(code === 0 ? { passed: 1 } : { failed: 1 })
    })
  })
}

function freshReport(name) {
  mkdirSync(results, { recursive: true })
  const path = join(results, name)
  rmSync(path, { force: true })
  return path
}

/** The counts in the report. A run that fails without a failed test, or without a report, counts as one failure. */
function withReport(counts, path, read) {
  if (!existsSync(path)) return { failed: 1 }
  const report = read(JSON.parse(readFileSync(path, 'utf8')))
  return counts.failed && !report.failed ? { ...report, failed: 1 } : report
}

function readVitest(report) {
  const tests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration, status }) => ({
      name: `${name.split(/[\\/]/).at(-1)} › ${fullName}`,
      seconds: (duration ?? 0) / 1000,
      passed: status === 'passed',
    })),
  )
  const { numPassedTests, numFailedTests, numPendingTests } = report
  // A file that does not load has no failed tests.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests,
    tests,
  }
}

/** The counts and tests in a report of Playwright. Names include the groups around a test, so that each is unique. */
export function readPlaywright({ suites: files, stats }) {
  const { expected, unexpected, flaky, skipped } = stats
  const tests = files.flatMap((file) => testsIn(file))
  return { passed: expected, failed: unexpected + flaky, skipped, tests }
}

function testsIn({ specs = [], suites = [] }, groups = []) {
  const own = specs.flatMap(({ file, line, title, tests }) =>
    tests.map(({ status, results }) => ({
      name: [`${file}:${line}`, ...groups, title].join(' › '),
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
      passed: status === 'expected' || status === 'skipped',
    })),
  )
  return [...own, ...suites.flatMap((suite) => testsIn(suite, [...groups, suite.title]))]
}
