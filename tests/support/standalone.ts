import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './site'
import { temporaryFolder } from './temporary-folder'

/** Two builds that tests deploy over the one under test. `tests/other-builds.ts` makes them. */
export const sameKeyBuild = join(root, 'tests/results/builds/same-key')
export const otherKeyBuild = join(root, 'tests/results/builds/another-key')

/** Throws where the builds are missing, with what makes them. */
export function checkOtherBuilds(): void {
  for (const build of [sameKeyBuild, otherKeyBuild])
    if (!existsSync(build))
      throw new Error('Other builds are needed: node --import tsx tests/other-builds.ts')
}

/** The action key of the build under test. */
export function actionKey(): string {
  const manifest = join(root, '.next/server/server-reference-manifest.json')
  return JSON.parse(readFileSync(manifest, 'utf8')).encryptionKey
}

/** Copies the standalone server out of the project, so that it cannot load other files of it. */
export function copyStandalone(): string {
  const folder = temporaryFolder('standalone')
  cpSync(join(root, '.next/standalone'), folder, { recursive: true, verbatimSymlinks: true })
  return folder
}
