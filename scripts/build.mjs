import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Builds twice. The pages carry inline scripts of the framework's, and a strict policy names each of them by its
 * hash, in headers that are part of the build: the first build tells the hashes, the second has them, and both must
 * agree. They do, because build id and action key are the same for both.
 */
export function build() {
  const environment = {
    ...process.env,
    BUILD_ID: process.env.BUILD_ID || randomBytes(8).toString('hex'),
    NEXT_SERVER_ACTIONS_ENCRYPTION_KEY:
      process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY || randomBytes(32).toString('base64'),
  }
  // The shell's mode would change what is built.
  delete environment.NODE_ENV
  run({ ...environment, SCRIPT_HASHES: 'unknown' })
  const hashes = scriptHashes()
  run({ ...environment, SCRIPT_HASHES: hashes })
  if (scriptHashes() !== hashes) {
    console.error(
      'The two builds differ in their inline scripts, so that the policy would not fit the pages.',
    )
    process.exit(1)
  }
  completeStandalone()
}

function run(env) {
  const { status } = spawnSync(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
    stdio: 'inherit',
    env,
  })
  if (status !== 0) process.exit(status ?? 1)
}

/** What a browser fetches is not among what the framework puts beside its standalone server. */
function completeStandalone() {
  if (!existsSync('.next/standalone')) return
  for (const folder of ['public', '.next/static'])
    if (existsSync(folder)) cpSync(folder, `.next/standalone/${folder}`, { recursive: true })
}

/** The inline scripts of every prerendered page, as the policy names them. Data is no script. */
function scriptHashes() {
  const hashes = new Set()
  for (const entry of readdirSync('.next/server', { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.html')) continue
    const html = readFileSync(join(entry.parentPath, entry.name), 'utf8')
    for (const [, attributes, text] of html.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)) {
      if (/\bsrc=|application\/ld\+json/.test(attributes) || text === '') continue
      hashes.add(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    }
  }
  return [...hashes].sort().join(' ')
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) build()
