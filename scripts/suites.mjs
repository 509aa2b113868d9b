import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** The parts of the test run. Each returns what it counted and how long it took. */

const results = join('tests', 'results')
const modules = 'node_modules'

/** Types, lint and unit tests, at the same time. */
export function runChecks() {
  return Promise.all([
    part('types', () => runTool(join(modules, 'typescript', 'bin', 'tsc'), ['--noEmit'])),
    part('lint and format', () =>
      runTool(join(modules, '@biomejs', 'biome', 'bin', 'biome'), ['ci', '--colors=off', '.']),
    ),
    part('unit', async () => {
      const report = freshReport('unit.json')
      const config = join('tests', 'vitest.config.ts')
      const counted = await runTool(join(modules, 'vitest', 'vitest.mjs'), [
        'run',
        '--config',
        config,
      ])
      return withReport(counted, report, readVitest)
    }),
  ])
}

/** The production build and the builds that the end-to-end tests deploy or compare with. */
export async function runBuilds() {
  return [
    await part('build', () => runTool(join('scripts', 'setup.mjs'))),
    await part('builds to deploy', () => runTool(join('tests', 'other-builds.ts'))),
  ]
}

/** The end-to-end tests, or those of the files whose names contain one of these words. */
export function runEndToEnd(names, env) {
  return part('end to end', async () => {
    const report = freshReport('e2e.json')
    const config = join('tests', 'playwright.config.ts')
    const files = names.map((name) => `[\\\\/]e2e[\\\\/][^\\\\/]*${name}[^\\\\/]*$`)
    const cli = join(modules, '@playwright', 'test', 'cli.js')
    const counted = await runTool(cli, ['test', '--config', config, ...files], { env, live: true })
    return withReport(counted, report, readPlaywright)
  })
}

/** Runs one part and measures it. A part that throws counts as one failure. */
export async function part(name, run) {
  const began = performance.now()
  const counted = await run().catch((error) => {
    console.error(`${name}: ${error.message}`)
    return { failed: 1 }
  })
  const seconds = (performance.now() - began) / 1000
  return { name, seconds, passed: 0, failed: 0, skipped: 0, tests: [], ...counted }
}

/** Runs a Node script; its output is shown as it comes, or at once when it has ended. */
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

/** The counts of the report. A run that failed without a failed test, or left no report, counts as one failure. */
function withReport(counted, path, read) {
  if (!existsSync(path)) return { failed: 1 }
  const report = read(JSON.parse(readFileSync(path, 'utf8')))
  return counted.failed && !report.failed ? { ...report, failed: 1 } : report
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
  // A file that does not even load has no test that failed.
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

function readPlaywright({ suites, stats }) {
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)]
  const tests = suites.flatMap(specs).flatMap((spec) =>
    spec.tests.map(({ status, results }) => ({
      name: `${spec.file}:${spec.line} › ${spec.title}`,
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
      passed: status === 'expected' || status === 'skipped',
    })),
  )
  const { expected, unexpected, flaky, skipped } = stats
  return { passed: expected, failed: unexpected + flaky, skipped, tests }
}
