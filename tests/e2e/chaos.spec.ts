import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'

test('no acknowledged lead is lost while servers are killed and webhooks fail', async () => {
  test.setTimeout(300_000)
  const run = promisify(execFile)(process.execPath, [
    '--import',
    'tsx',
    'tests/chaos.ts',
    '--short',
  ]).catch(({ stdout, stderr }) => ({ stdout, stderr }))
  const { stdout, stderr } = await run
  console.log(stdout)
  expect(stderr).toBe('')
  // Both rows of the table end with the number of lost leads.
  expect(stdout.match(/ 0 \|$/gm)).toHaveLength(2)
})
