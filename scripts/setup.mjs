import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Installs dependencies and builds the site, each only when it is out of date. */

const root = join(import.meta.dirname, '..')
process.chdir(root)

export const next = join(root, 'node_modules/next/dist/bin/next')

const buildInputs = [
  'app',
  'components',
  'lib',
  'public',
  'instrumentation.ts',
  'proxy.ts',
  'scripts/build.mjs',
  'scripts/bundle-loader.mjs',
  'scripts/move-scripts.mjs',
  'next.config.mjs',
  'postcss.config.mjs',
  'package-lock.json',
]
/** Variables that are written into the prerendered pages. */
const buildVariables = [
  'SITE_URL',
  'PRIVACY_URL',
  'VERCEL_PROJECT_PRODUCTION_URL',
  'NEXT_SERVER_ACTIONS_ENCRYPTION_KEY',
]

export function ensureDependencies() {
  const stamp = join(root, 'node_modules/.installed')
  const wanted = fingerprint(['package.json', 'package-lock.json'])
  if (read(stamp) === wanted) return
  // Not `npm ci`: it refuses a lockfile that was written where some platform's binaries could not be had.
  run('npm install --no-save --include=dev --no-audit --no-fund --prefer-offline')
  writeFileSync(stamp, wanted)
}

export async function ensureBuild() {
  const stamp = join(root, '.next/built')
  const wanted = fingerprint(buildInputs, buildEnvironment())
  if (read(stamp) === wanted && existsSync(join(root, '.next/BUILD_ID'))) return
  // Its packages may just have been installed.
  const { build } = await import('./build.mjs')
  build()
  writeFileSync(stamp, wanted)
}

/** Values of the build variables, from the environment or the `.env` files, as Next reads them. */
function buildEnvironment() {
  const { loadEnvConfig, resetEnv } = createRequire(import.meta.url)('@next/env')
  loadEnvConfig(root, false, { info: () => {}, error: console.error })
  const values = buildVariables.map((name) => `${name}=${process.env[name] ?? ''}`)
  resetEnv()
  return values
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

function fingerprint(paths, words = []) {
  const hash = createHash('sha256').update(process.version).update(words.join('\n'))
  for (const file of paths.flatMap(files).sort()) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}

function files(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path).flatMap((name) => files(join(path, name)))
}

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

if (process.argv[1] === import.meta.filename) {
  ensureDependencies()
  await ensureBuild()
}
