import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from '../support/test'

test('no accepted lead is lost while servers are killed and webhooks fail', async () => {
  test.setTimeout(600_000)
  const run = promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'tests/chaos.ts', '--short'],
    { timeout: 540_000, killSignal: 'SIGKILL' },
  ).catch(({ stdout, stderr }) => ({ stdout, stderr }))
  const { stdout, stderr } = await run
  console.log(stdout)
  expect(stderr).toBe('')
  const rows: string[] = stdout.match(/^\| (one server|two servers), .*$/gm) ?? []
  expect(rows.length).toBeGreaterThanOrEqual(2)
  // Every row ends with the number of lost leads.
  for (const row of rows) expect(row).toMatch(/ 0 \|$/)
})
