import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * Reads the JSON reports of Vitest and Playwright.
 * `file` is set for what can run once more.
 * @typedef {{ name: string, file?: string, error: string, place?: string, picture?: string }} Failure
 * @typedef {{ passed: string[], skipped: number, failures: Failure[] }} Result
 *
 * What these functions read of the reports.
 * @typedef {{ fullName: string, status: string, failureMessages: string[] }} UnitTest
 * @typedef {{ name: string, status: string, message: string, assertionResults: UnitTest[] }} UnitFile
 * @typedef {{ numPendingTests: number, testResults: UnitFile[] }} UnitReport
 * @typedef {{ file: string, line: number }} Location
 * @typedef {{ message?: string, location?: Location }} TestError
 * @typedef {{ errors?: TestError[], attachments?: { contentType: string, path?: string }[] }} Run
 * @typedef {{ title: string, tests: { status: string, results: Run[] }[] }} Spec
 * @typedef {{ title: string, suites?: Suite[], specs?: Spec[] }} Suite
 * @typedef {{ stats: { skipped: number }, suites: Suite[], errors?: TestError[] }} EndToEndReport
 */

/**
 * Vitest's report. A file that did not load has no tests, and is a failure itself.
 * @param {UnitReport} report
 * @returns {Result}
 */
export function readUnitReport({ numPendingTests, testResults }) {
  const tests = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = pathOf(name)
    const all = assertionResults.map((test) => ({
      name: `${file} › ${test.fullName}`,
      file,
      status: test.status,
      error: firstLine(test.failureMessages[0]),
      place: placeIn(test.failureMessages[0], file),
    }))
    const didNotLoad = status === 'failed' && all.every((test) => test.status !== 'failed')
    return didNotLoad ? [{ name: file, file, status, error: firstLine(message) }] : all
  })
  return {
    passed: tests.filter(({ status }) => status === 'passed').map(({ name }) => name),
    skipped: numPendingTests,
    failures: tests.filter(({ status }) => status === 'failed'),
  }
}

/**
 * Playwright's report. An error outside of the tests, such as a file that did not load, is a failure itself.
 * @param {EndToEndReport} report
 * @returns {Result}
 */
export function readEndToEndReport({ stats, suites, errors = [] }) {
  const tests = suites.flatMap((suite) => testsIn(suite, []))
  const outside = errors.map(({ message, location }) => ({
    name: location ? pathOf(location.file) : 'playwright',
    error: firstLine(message),
    place: textOf(location),
  }))
  return {
    passed: tests.filter(({ status }) => status === 'expected').map(({ name }) => name),
    skipped: stats.skipped,
    failures: [...tests.filter(({ status }) => status === 'unexpected'), ...outside],
  }
}

/**
 * @param {Suite} suite
 * @param {string[]} parents
 * @returns {(Failure & { status?: string })[]}
 */
function testsIn({ title, suites = [], specs = [] }, parents) {
  const titles = [...parents, title]
  const tests = specs.map((spec) => {
    const [test] = spec.tests
    const { errors = [], attachments = [] } = test?.results.at(-1) ?? {}
    const picture = attachments.find(({ contentType }) => contentType === 'image/png')?.path
    return {
      name: `tests/e2e/${[...titles, spec.title].join(' › ')}`,
      file: `tests/e2e/${titles[0]}`,
      status: test?.status,
      error: errors.map(({ message }) => firstLine(message)).join(' '),
      place: textOf(errors.find(({ location }) => location)?.location),
      picture: picture && pathOf(picture),
    }
  })
  return [...tests, ...suites.flatMap((suite) => testsIn(suite, titles))]
}

/**
 * The result with the failed tests as they ended when they ran once more, and the names of those that then passed.
 * @param {Result} first
 * @param {Result} again
 */
export function settle(first, again) {
  const hasPassed = (/** @type {Failure} */ { name }) => again.passed.includes(name)
  const flaky = first.failures.filter(hasPassed).map(({ name }) => name)
  const failures = first.failures.filter((failure) => !hasPassed(failure))
  return { result: { ...first, passed: [...first.passed, ...flaky], failures }, flaky }
}

function firstLine(message = '') {
  return stripVTControlCharacters(message).trim().split('\n', 1)[0] ?? ''
}

/**
 * The line of the test file in a stack.
 * @param {string | undefined} message
 * @param {string} file
 */
function placeIn(message = '', file) {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.replaceAll('\\', '/'))
  const line = lines.find((line) => line.includes(`${file}:`)) ?? ''
  return line.slice(line.indexOf(file)).replace(/\)$/, '') || file
}

/** @param {Location | undefined} location */
function textOf(location) {
  return location && `${pathOf(location.file)}:${location.line}`
}

/** @param {string} file */
function pathOf(file) {
  return relative(process.cwd(), file).replaceAll('\\', '/')
}
