import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { canaries, publicValues } from './canaries'
import { copyProject } from './project-copy'
import { root } from './site'
import { actionKey } from './standalone'

/** The builds that tests deploy over the build under test. */
export const sameKeyBuild = join(root, 'tests/results/builds/same-key')
export const otherKeyBuild = join(root, 'tests/results/builds/another-key')

/** A build with the same action key and other pages and scripts. */
export function makeSameKeyBuild(): void {
  const NEXT_SERVER_ACTIONS_ENCRYPTION_KEY = actionKey()
  makeBuild(sameKeyBuild, { NEXT_SERVER_ACTIONS_ENCRYPTION_KEY, SUPPORT_PHONE: '(509) 555-0188' })
}

/** A build with another key and recognizable values in all variables. */
export function makeOtherKeyBuild(): void {
  makeBuild(otherKeyBuild, { ...canaries, ...publicValues })
}

/** Does nothing if there is one that belongs to the current build. */
function makeBuild(folder: string, env: Record<string, string>) {
  const stamp = `${folder}.made-for`
  const buildId = readFileSync(join(root, '.next/BUILD_ID'), 'utf8')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === buildId) return
  // In a copy, because other tests use the build under test meanwhile.
  const project = copyProject('build')
  // The compiled code in the cache makes a build take half as long.
  cpSync(join(root, '.next/cache'), join(project, '.next/cache'), { recursive: true })
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/build.mjs'], {
    cwd: project,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The build failed:\n${stdout}${stderr}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, '..'), { recursive: true })
  cpSync(join(project, '.next/standalone'), folder, { recursive: true, verbatimSymlinks: true })
  rmSync(project, { recursive: true, force: true })
  writeFileSync(stamp, buildId)
}
