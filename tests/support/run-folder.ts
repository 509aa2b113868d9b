import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Vitest and Playwright call this before the first test. Makes one temporary folder for all tests, browsers, and servers of
 * the run, and returns what deletes it at the end.
 */
export default function makeRunFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'site-tests-'))
  // Databases run as another user when root runs the tests.
  chmodSync(folder, 0o711)
  for (const variable of ['TMPDIR', 'TEMP', 'TMP']) process.env[variable] = folder
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  process.once('exit', remove)
  return remove
}
