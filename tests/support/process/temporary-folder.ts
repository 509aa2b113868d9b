import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Read once, because tests of settings empty the environment. */
const runFolder = tmpdir()

/** Makes a new folder in the folder of the run (tests/run.mjs). */
export function temporaryFolder(name: string): string {
  return mkdtempSync(join(runFolder, `${name}-`))
}
