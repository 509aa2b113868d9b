import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'

const chaos = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', 'tests/chaos.ts', ...args])

test('no acknowledged lead is lost while servers are killed and webhooks fail', async () => {
  test.setTimeout(120_000)
  const { stdout } = await chaos('--short')
  console.log(stdout)
  expect(stdout).toContain('| acknowledged and lost | 0 | 0 |')
})
