import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { canaries, shown } from './support/canaries'
import { buildEmptyPage } from './support/empty-page'
import { anotherKey, sameKey } from './support/standalone'

/**
 * The builds that end-to-end tests deploy over the one under test, or compare with it: one that shares its action key,
 * one with another key and a canary in every variable, and an empty page. Does nothing where they fit the current
 * build.
 */

const build = '.next'
const aside = 'tests/results/build-under-test'
const stamp = 'tests/results/builds/made-for'

buildEmptyPage()
const buildId = readFileSync(`${build}/BUILD_ID`, 'utf8')
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== buildId) {
  const { encryptionKey } = JSON.parse(
    readFileSync(`${build}/server/server-reference-manifest.json`, 'utf8'),
  )
  mkdirSync(dirname(aside), { recursive: true })
  renameSync(build, aside)
  try {
    make(sameKey, { NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: encryptionKey })
    make(anotherKey, { ...canaries, ...shown })
  } finally {
    rmSync(build, { recursive: true, force: true })
    renameSync(aside, build)
  }
  writeFileSync(stamp, buildId)
}

function make(folder: string, env: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/build.mjs'], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`It did not build:\n${stdout}${stderr}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(dirname(folder), { recursive: true })
  renameSync(`${build}/standalone`, folder)
}
