import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './site'
import { temporaryFolder } from './temporary-folder'

/** Two builds that tests deploy over the one under test. `tests/other-builds.ts` makes them. */
export const sameKeyBuild = join(root, 'tests/results/builds/same-key')
export const otherKeyBuild = join(root, 'tests/results/builds/another-key')

/** Copies the standalone server out of the project, so that it cannot load other files of it. */
export function copyStandalone(): string {
  const folder = temporaryFolder('standalone')
  cpSync(join(root, '.next/standalone'), folder, { recursive: true, verbatimSymlinks: true })
  return folder
}
