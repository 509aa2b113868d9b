import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { test } from '../support/browser/test'

test('no accepted lead is lost while servers are killed and webhooks fail', {
  tag: '@deep',
}, async () => {
  test.setTimeout(600_000)
  const chaos = ['--import', 'tsx', 'tests/tools/chaos/chaos.ts', '--short']
  const options = { timeout: 540_000, killSignal: 'SIGKILL' } as const
  // Rejects, with what the tool prints, unless it ends with 0.
  console.log((await promisify(execFile)(process.execPath, chaos, options)).stdout)
})
