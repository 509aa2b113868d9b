import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { ensureBuild, ensureDependencies } from './setup.mjs'

/** Every check of the project in order. Goes on after a failure, so that one run tells everything. */

const started = Date.now()
const results = 'tests/results'
const bin = (name) => `node_modules/.bin/${name}`
const total = { passed: 0, failed: 0, skipped: 0 }

ensureDependencies()
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

check('types', bin('tsc'), ['--noEmit'])
check('lint and format', bin('biome'), ['ci', '--colors=off', '.'])
suite('unit', bin('vitest'), ['run', '--config', 'tests/vitest.config.ts'], countVitest)

heading('build')
ensureBuild()
count({ passed: 1 })

check('builds to deploy', process.execPath, ['--import', 'tsx', 'tests/other-builds.ts'])
check('chaos, short', process.execPath, ['--import', 'tsx', 'tests/chaos.ts', '--short'])

const { absolute, findBrowser, findFirefox } = await import('./browser.mjs')
process.env.BROWSER_PATH = absolute(findBrowser())
const firefox = findFirefox()
if (firefox) process.env.FIREFOX_PATH = absolute(firefox)
suite(
  'end to end',
  bin('playwright'),
  ['test', '--config', 'tests/playwright.config.ts'],
  countPlaywright,
)

const skipped = total.skipped ? `, ${total.skipped} skipped` : ''
console.log(`\nIn ${Math.round((Date.now() - started) / 1000)} s`)
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`)
process.exit(total.failed ? 1 : 0)

function check(name, command, args) {
  heading(name)
  count(run(command, args) === 0 ? { passed: 1 } : { failed: 1 })
}

function suite(name, command, args, read) {
  heading(name)
  const status = run(command, args)
  const counted = read()
  if (status !== 0 && !counted.failed) counted.failed = 1
  count(counted)
}

function run(command, args) {
  return spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] }).status
}

function countVitest() {
  const report = readReport('unit.json')
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
  }
}

function countPlaywright() {
  const { expected, unexpected, flaky, skipped } = readReport('e2e.json').stats ?? {}
  return { passed: expected, failed: (unexpected ?? 0) + (flaky ?? 0), skipped }
}

function readReport(name) {
  const path = `${results}/${name}`
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}

function count({ passed = 0, failed = 0, skipped = 0 }) {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
}

function heading(name) {
  console.log(`\n== ${name}`)
}
