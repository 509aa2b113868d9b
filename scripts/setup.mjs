import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprint, isBuilt } from './build-stamp.mjs'

/** Installs dependencies and builds the site, each only when it is out of date. */

const root = join(import.meta.dirname, '..')
process.chdir(root)

export function ensureDependencies() {
  const stamp = join(root, 'node_modules/.installed')
  const wanted = fingerprint(root, ['package.json', 'package-lock.json'])
  if (read(stamp) === wanted) return
  // Not `npm ci`: it refuses a lockfile that was written where some platform's binaries could not be had.
  run('npm install --no-save --include=dev --no-audit --no-fund --prefer-offline')
  writeFileSync(stamp, wanted)
}

export async function ensureBuild() {
  if (isBuilt()) return
  // Imported here because the packages that it needs may just have been installed.
  const { build } = await import('./build.mjs')
  build()
}

/** Runs a command with its output on the terminal. If the command fails, this process exits with its code. */
function run(command) {
  // On Windows npm is a batch file, and only a shell can start it.
  const { status, error } = spawnSync(command, {
    shell: true,
    stdio: 'inherit',
    env: withoutNodeEnv(),
  })
  if (status === 0) return
  console.error(`${command} failed${error ? `: ${error.message}` : ''}`)
  process.exit(status ?? 1)
}

/** A NODE_ENV of the shell would change what is installed and how it is built. */
function withoutNodeEnv() {
  const { NODE_ENV: _, ...environment } = process.env
  return environment
}

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

if (process.argv[1] === import.meta.filename) {
  ensureDependencies()
  await ensureBuild()
}
