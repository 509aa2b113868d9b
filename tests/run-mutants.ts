import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mutants } from './mutants'

/**
 * `npm run test:mutants`: makes each mutation of mutants.ts, runs the tests that must fail, and prints those that did
 * not. `npm run test:mutants -- WORD` makes only those whose file, tests or text contain the word.
 */

const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/vitest.config.ts']
const playwright = [
  'node_modules/@playwright/test/cli.js',
  'test',
  '-c',
  'tests/playwright.config.ts',
]

const word = process.argv[2] ?? ''
const chosen = Object.entries(mutants).flatMap(([tests, list]) =>
  list.filter((each) => [tests, ...each].join(' ').includes(word)).map((each) => ({ tests, each })),
)

// Ctrl+C ends the tests that run, which leave no report. The file is restored before the error ends this process.
process.on('SIGINT', () => undefined)

let built = false
const survivors: string[] = []
for (const tests of new Set(chosen.map(({ tests }) => tests)))
  if (failures(tests) !== 0) throw new Error(`${tests} must pass before anything is changed`)
for (const { tests, each } of chosen) {
  const [file, text, replacement] = each
  const original = readFileSync(file, 'utf8')
  const parts = original.split(text)
  if (parts.length !== 2) throw new Error(`${file} must contain this once: ${text}`)
  built = false
  let failed: number
  try {
    writeFileSync(file, parts.join(replacement))
    failed = failures(tests)
  } finally {
    writeFileSync(file, original)
    built = false
  }
  const survived = failed === 0
  if (survived) survivors.push(`${file}: ${text} → ${replacement}`)
  console.log(`${survived ? 'SURVIVED' : `killed by ${failed}`}  ${tests}  ${file}: ${replacement}`)
}
console.log(`\n${chosen.length - survivors.length} of ${chosen.length} mutations killed`)
for (const survivor of survivors) console.log(survivor)
process.exit(survivors.length > 0 ? 1 : 0)

/** How many of these tests fail. Throws when none ran. */
function failures(tests: string): number {
  const isUnit = tests.startsWith('unit/')
  if (!isUnit && !built) {
    if (run(['scripts/build.mjs']) !== 0) throw new Error('The build failed')
    built = true
  }
  const [passed, failed] = isUnit ? runUnit(tests) : runEndToEnd(tests)
  if (passed + failed === 0) throw new Error(`${tests}: no test ran`)
  return failed
}

function runUnit(tests: string): [passed: number, failed: number] {
  run([...vitest, `tests/${tests}`])
  const report = readJson('tests/results/unit.json')
  // A file that does not load has no tests.
  const broken = report.testResults.filter(
    ({ status, assertionResults }: { status: string; assertionResults: unknown[] }) =>
      status === 'failed' && assertionResults.length === 0,
  )
  return [report.numPassedTests, report.numFailedTests + broken.length]
}

function runEndToEnd(tests: string): [passed: number, failed: number] {
  run([
    ...playwright,
    `tests/${tests}`,
    '--grep-invert',
    '@deep',
    '--max-failures=1',
    '--workers=2',
  ])
  const { expected, unexpected } = readJson('tests/results/e2e.json').stats
  return [expected, unexpected]
}

function readJson(path: string) {
  if (!existsSync(path)) throw new Error('The tests ended without a report')
  const text = readFileSync(path, 'utf8')
  rmSync(path)
  return JSON.parse(text)
}

function run(args: string[]): number | null {
  return spawnSync(process.execPath, args).status
}
