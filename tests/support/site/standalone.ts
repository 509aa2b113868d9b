import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../process/temporary-folder'
import { root } from './site'

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
