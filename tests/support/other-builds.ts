import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { canaries, publicValues } from './canaries'
import { root } from './site'
import { actionKey } from './standalone'

/** The builds that tests deploy over the build under test. */
export const sameKeyBuild = join(root, 'tests/results/builds/same-key')
export const otherKeyBuild = join(root, 'tests/results/builds/another-key')

const build = join(root, '.next')
const buildUnderTest = join(root, 'tests/results/build-under-test')
const stamp = join(root, 'tests/results/builds/made-for')

/**
 * Makes a build with the same action key and other pages and scripts, and one with another key and recognizable values in
 * all variables. Does nothing if they belong to the current build.
 */
export function makeOtherBuilds(): void {
  const buildId = readFileSync(`${build}/BUILD_ID`, 'utf8')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === buildId) return
  const NEXT_SERVER_ACTIONS_ENCRYPTION_KEY = actionKey()
  mkdirSync(dirname(buildUnderTest), { recursive: true })
  renameSync(build, buildUnderTest)
  try {
    buildTo(sameKeyBuild, { NEXT_SERVER_ACTIONS_ENCRYPTION_KEY, SUPPORT_PHONE: '(509) 555-0188' })
    buildTo(otherKeyBuild, { ...canaries, ...publicValues })
  } finally {
    rmSync(build, { recursive: true, force: true })
    renameSync(buildUnderTest, build)
  }
  writeFileSync(stamp, buildId)
}

function buildTo(folder: string, env: Record<string, string>) {
  // The compiled code in the cache makes a build take half as long.
  cpSync(`${buildUnderTest}/cache`, `${build}/cache`, { recursive: true })
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/build.mjs'], {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The build failed:\n${stdout}${stderr}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(dirname(folder), { recursive: true })
  renameSync(`${build}/standalone`, folder)
}
