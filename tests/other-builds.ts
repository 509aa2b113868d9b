import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { canaries, shown } from './support/canaries'
import { anotherKey, sameKey } from './support/standalone'

/**
 * Two builds more, to be deployed over the one under test: one that shares its action key, and one with another
 * key and a canary in every variable. They stand where builds stand, one after the other, and are kept as the
 * folder that runs by itself.
 */

const build = '.next'
const aside = 'tests/results/build-under-test'

const { encryptionKey } = JSON.parse(
  readFileSync(`${build}/server/server-reference-manifest.json`, 'utf8'),
)
renameSync(build, aside)
try {
  make(sameKey, { NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: encryptionKey })
  make(anotherKey, { ...canaries, ...shown })
} finally {
  rmSync(build, { recursive: true, force: true })
  renameSync(aside, build)
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
