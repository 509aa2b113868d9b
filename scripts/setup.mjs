import './check-node.cjs'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { builtSettings } from '../lib/server/built-settings.mjs'

/** Installs the packages and builds the site, each only if it is outdated. */

const sources = [
  'app',
  'components',
  'lib',
  'public',
  'instrumentation.ts',
  'proxy.ts',
  'scripts/build.mjs',
  'scripts/check-node.cjs',
  'next.config.mjs',
  'postcss.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]
/** Variables whose values are built into the pages. */
export const variables = [
  ...builtSettings,
  'SITE_URL',
  'VERCEL_PROJECT_PRODUCTION_URL',
  'NEXT_SERVER_ACTIONS_ENCRYPTION_KEY',
]
/** The build writes its fingerprint here when it has succeeded. `next build` deletes the previous one. */
export const buildStamp = '.next/built'

/** Compares the lockfile with the list of what is installed, which npm writes at the end of an installation. */
export function isInstalled(folder = '.') {
  /** @returns {Record<string, { version: string, optional?: boolean }>} */
  const packagesIn = (/** @type {string} */ path) =>
    JSON.parse(readFileSync(join(folder, path), 'utf8')).packages
  const { '': _, ...wanted } = packagesIn('package-lock.json')
  let installed
  try {
    installed = packagesIn('node_modules/.package-lock.json')
  } catch {
    return false
  }
  // npm leaves out optional packages for other platforms.
  return Object.entries(wanted).every(([path, { version, optional }]) =>
    installed[path] ? installed[path].version === version : optional,
  )
}

export function isBuilt(folder = '.') {
  const stamp = join(folder, buildStamp)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === buildFingerprint(folder)
}

/** A hash of everything that a build depends on. */
export function buildFingerprint(folder = '.') {
  const hash = createHash('sha256').update(process.version).update(buildVariables(folder))
  for (const path of sources.flatMap((path) => filesIn(join(folder, path))).sort())
    hash.update(path).update(readFileSync(path))
  return hash.digest('hex')
}

/**
 * Reads the environment and the `.env` files as Next.js does.
 * @param {string} folder
 */
function buildVariables(folder) {
  dropEmptyVariables()
  // Not a static import: at the start of this file, the package may not be installed.
  const { loadEnvConfig, resetEnv } = createRequire(import.meta.url)('@next/env')
  loadEnvConfig(folder, false, { info: () => {}, error: console.error }, true)
  const values = variables.map((name) => `${name}=${process.env[name] ?? ''}`)
  resetEnv()
  return values.join('\n')
}

/** Deletes empty variables, so that a `.env` file can set them. */
export function dropEmptyVariables() {
  for (const [name, value] of Object.entries(process.env))
    if (!value?.trim()) delete process.env[name]
}

/** @param {string} path @returns {string[]} */
function filesIn(path) {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats?.isDirectory()) return stats ? [path] : []
  return readdirSync(path).flatMap((name) => filesIn(join(path, name)))
}

/**
 * Runs a command in a shell, because npm is a batch file on Windows. If the command fails, exits with its code.
 * @param {string} command
 */
function run(command) {
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

if (process.argv[1] === import.meta.filename) {
  if (!isInstalled()) run('npm ci --include=dev --no-audit --no-fund --prefer-offline')
  if (!isBuilt()) run(`"${process.execPath}" scripts/build.mjs`)
}
