import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './site'

/** Two builds to be deployed over the one under test; `tests/other-builds.ts` makes them. */
export const sameKey = join(root, 'tests/results/builds/same-key')
export const anotherKey = join(root, 'tests/results/builds/another-key')

/** The folder that runs by itself, where nothing else of the project is near. */
export function standalone(): string {
  const folder = mkdtempSync(join(tmpdir(), 'standalone-'))
  cpSync(join(root, '.next/standalone'), folder, { recursive: true, verbatimSymlinks: true })
  return folder
}
