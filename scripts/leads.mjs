import './check-node.cjs'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import nextEnv from '@next/env'

/** `npm run leads` in a clone. The build makes the program. If the source is newer, this makes it again. */

const source = join(import.meta.dirname, '../lib')
const folder = join(import.meta.dirname, '../.next/standalone')
const program = join(folder, 'leads.mjs')
// Load the same .env files as the site.
nextEnv.loadEnvConfig(process.cwd(), false, { info: () => {}, error: console.error })
if (isOutdated()) await bundle()
await import(pathToFileURL(program).href)

function isOutdated() {
  const changedAt = (/** @type {string} */ path) =>
    statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const names = readdirSync(source, { recursive: true, encoding: 'utf8' })
  return names.some((name) => changedAt(join(source, name)) > changedAt(program))
}

async function bundle() {
  try {
    const { bundleLeads } = await import('./build.mjs')
    bundleLeads(folder)
  } catch (error) {
    // An error of esbuild, which a release on a server lacks.
    const [{ text = String(error) } = {}] = Object(error).errors ?? []
    console.error(
      `The source is newer than the build, and this user cannot bundle it: ${text}. Build first: npm run build. On a server, see "To change a text" in docs/deploying.md`,
    )
    process.exit(1)
  }
}
