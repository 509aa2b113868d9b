import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Detects whether the build is current: `.next/built` contains a hash of everything that the build depends on. */

const root = join(import.meta.dirname, '..')

const inputs = [
  'app',
  'components',
  'lib',
  'public',
  'instrumentation.ts',
  'proxy.ts',
  'scripts/build.mjs',
  'lib/loader/bundle.mjs',
  'scripts/bundle-server.mjs',
  'scripts/check-node.cjs',
  'lib/loader/move-scripts.mjs',
  'next.config.mjs',
  'postcss.config.mjs',
  'package-lock.json',
]
/** Variables whose values are built into the pages. */
const variables = [
  'SITE_URL',
  'PRIVACY_URL',
  'SUPPORT_EMAIL',
  'SUPPORT_PHONE',
  'VERCEL_PROJECT_PRODUCTION_URL',
  'NEXT_SERVER_ACTIONS_ENCRYPTION_KEY',
]

/** True when the last build used the current inputs. */
export function isBuilt(folder = root) {
  const stamp = stampOf(folder)
  return (
    existsSync(join(folder, '.next', 'BUILD_ID')) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === buildFingerprint(folder)
  )
}

export function writeBuildStamp(fingerprint, folder = root) {
  writeFileSync(stampOf(folder), fingerprint)
}

export function buildFingerprint(folder = root) {
  return fingerprint(folder, inputs, buildVariables(folder))
}

/** A hash of these files and values and of the Node version. */
export function fingerprint(folder, paths, values = []) {
  const hash = createHash('sha256').update(process.version).update(values.join('\n'))
  for (const path of paths.flatMap((path) => filesIn(folder, path)).sort())
    hash.update(path).update(readFileSync(join(folder, path)))
  return hash.digest('hex')
}

/** Deletes empty variables, so that a `.env` file can set them. */
export function dropEmptyVariables() {
  for (const [name, value] of Object.entries(process.env))
    if (!value.trim()) delete process.env[name]
}

function stampOf(folder) {
  return join(folder, '.next', 'built')
}

/** Reads the environment and the `.env` files as Next.js does. */
function buildVariables(folder) {
  dropEmptyVariables()
  // Not a static import: setup.mjs loads this file before the package is installed.
  const { loadEnvConfig, resetEnv } = createRequire(import.meta.url)('@next/env')
  loadEnvConfig(folder, false, { info: () => {}, error: console.error }, true)
  const values = variables.map((name) => `${name}=${process.env[name] ?? ''}`)
  resetEnv()
  return values
}

function filesIn(folder, path) {
  const full = join(folder, path)
  if (!existsSync(full)) return []
  if (!statSync(full).isDirectory()) return [path]
  return readdirSync(full).flatMap((name) => filesIn(folder, join(path, name)))
}
