import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './build.mjs'

/** What stands between a clone and a running site: dependencies and a build. Both are done only when they are due. */

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
  run('npm', ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund'])
  writeFileSync(stamp, wanted)
}

export function ensureBuild() {
  const stamp = join(root, '.next/built')
  const environment = readdirSync(root).filter((name) => /^\.env(?!\.example)/.test(name))
  const wanted = fingerprint(
    [...buildInputs, ...environment],
    buildVariables.map((name) => `${name}=${process.env[name]}`),
  )
  if (read(stamp) === wanted && existsSync(join(root, '.next/BUILD_ID'))) return
  build()
  writeFileSync(stamp, wanted)
}

/** Runs a command in sight of the user and ends with it when it fails. */
function run(command, args) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', env: withoutNodeEnv() })
  if (status === 0) return
  console.error(`${command} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}`)
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
