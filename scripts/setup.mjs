import './check-node.cjs'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprint, isBuilt } from './build-stamp.mjs'

/** Installs the dependencies and builds the site, each only if it is outdated. */

const root = join(import.meta.dirname, '..')
process.chdir(root)

export function ensureDependencies() {
  const stamp = join(root, 'node_modules/.installed')
  const wanted = fingerprint(root, ['package.json', 'package-lock.json'])
  if (read(stamp) === wanted) return
  // Not `npm ci`: it rejects a lockfile that lacks the binaries of some platform.
  run('npm install --no-save --include=dev --no-audit --no-fund --prefer-offline')
  writeFileSync(stamp, wanted)
}

export async function ensureBuild() {
  if (isBuilt()) return
  // Imported here because its packages may just have been installed.
  const { build } = await import('./build.mjs')
  build()
}

/** Runs a command and shows its output. If the command fails, exits with its code. */
function run(command) {
  // On Windows, npm is a batch file, which only a shell can start.
  const { status, error } = spawnSync(command, {
    shell: true,
    stdio: 'inherit',
    env: withoutNodeEnv(),
  })
  if (status === 0) return
  console.error(`${command} failed${error ? `: ${error.message}` : ''}`)
  process.exit(status ?? 1)
}

/** A NODE_ENV from the shell would change the installed packages and the build. */
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
