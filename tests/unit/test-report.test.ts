import { expect, it } from 'vitest'
import { readPlaywright } from '@/scripts/suites.mjs'

const spec = (status: string) => ({
  file: 'example.spec.ts',
  line: 3,
  title: 'books a demo',
  tests: [{ status, results: [{ duration: 1500 }] }],
})

it('tests with the same title in different groups have different names', () => {
  const report = readPlaywright({
    suites: [
      {
        title: 'example.spec.ts',
        specs: [spec('skipped')],
        suites: [
          { title: 'in UTC', specs: [spec('expected')] },
          { title: 'in Tokyo', suites: [{ title: 'at night', specs: [spec('unexpected')] }] },
        ],
      },
    ],
    stats: { expected: 1, unexpected: 0, flaky: 1, skipped: 1 },
  })
  expect(report).toMatchObject({ passed: 1, failed: 1, skipped: 1 })
  expect(report.tests).toEqual([
    { name: 'example.spec.ts:3 › books a demo', seconds: 1.5, passed: true },
    { name: 'example.spec.ts:3 › in UTC › books a demo', seconds: 1.5, passed: true },
    { name: 'example.spec.ts:3 › in Tokyo › at night › books a demo', seconds: 1.5, passed: false },
  ])
})
