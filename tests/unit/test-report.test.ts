import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  type Run,
  readEndToEndReport,
  readUnitReport,
  settle,
  type UnitTest,
} from '../../scripts/test-report.mjs'

const unitFile = (name: string, tests: UnitTest[], status = 'passed', message = '') => ({
  name: join(process.cwd(), 'tests/unit', name),
  status,
  message,
  assertionResults: tests,
})

it('names each failed unit test with its first line of error and its place', () => {
  const stack = `AssertionError: expected 5\n  - 5\n  + 6\n    at ${join(process.cwd(), 'tests/unit/a.test.ts')}:17:3`
  const report = {
    numPendingTests: 1,
    testResults: [
      unitFile('a.test.ts', [
        { fullName: 'holds', status: 'passed', failureMessages: [] },
        { fullName: 'group breaks', status: 'failed', failureMessages: [stack] },
      ]),
      unitFile('b.test.ts', [], 'failed', 'Cannot find module x\nmore'),
    ],
  }
  expect(readUnitReport(report)).toMatchObject({
    passed: ['tests/unit/a.test.ts › holds'],
    skipped: 1,
    failures: [
      {
        name: 'tests/unit/a.test.ts › group breaks',
        file: 'tests/unit/a.test.ts',
        error: 'AssertionError: expected 5',
        place: 'tests/unit/a.test.ts:17:3',
      },
      { name: 'tests/unit/b.test.ts', error: 'Cannot find module x' },
    ],
  })
})

it('names each failed end-to-end test with its error, place and picture', () => {
  const path = (name: string) => join(process.cwd(), 'tests', name)
  const failed = {
    errors: [
      { message: '\u001b[31mTest timeout of 120000ms exceeded.\u001b[39m' },
      { message: 'Error: click\nCall log:', location: { file: path('e2e/a.spec.ts'), line: 43 } },
    ],
    attachments: [{ contentType: 'image/png', path: path('results/e2e/test-failed-1.png') }],
  }
  const spec = (title: string, status: string, results: Run[]) => ({
    title,
    tests: [{ status, results }],
  })
  const report = {
    stats: { skipped: 2 },
    suites: [
      {
        title: 'a.spec.ts',
        specs: [spec('works', 'expected', [{}])],
        suites: [{ title: 'group', specs: [spec('breaks', 'unexpected', [failed])] }],
      },
    ],
    errors: [{ message: 'No tests found' }],
  }
  expect(readEndToEndReport(report)).toEqual({
    passed: ['tests/e2e/a.spec.ts › works'],
    skipped: 2,
    failures: [
      {
        name: 'tests/e2e/a.spec.ts › group › breaks',
        file: 'tests/e2e/a.spec.ts',
        status: 'unexpected',
        error: 'Test timeout of 120000ms exceeded. Error: click',
        place: 'tests/e2e/a.spec.ts:43',
        picture: 'tests/results/e2e/test-failed-1.png',
      },
      { name: 'playwright', error: 'No tests found', place: undefined },
    ],
  })
})

it('a test that passes when it runs once more is flaky, and one that did not run again has failed', () => {
  const failure = (name: string) => ({ name, file: 'a.test.ts', error: 'broken' })
  const first = { passed: ['a'], skipped: 0, failures: ['b', 'c', 'd'].map(failure) }
  const again = { passed: ['b'], skipped: 0, failures: [failure('c')] }
  expect(settle(first, again)).toEqual({
    result: { passed: ['a', 'b'], skipped: 0, failures: [failure('c'), failure('d')] },
    flaky: ['b'],
  })
})
