import './check-node.cjs'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import nextEnv from '@next/env'

/** `npm run leads` in a clone. The build makes the program, and this makes it where there is no build yet. */

const folder = join(import.meta.dirname, '../.next/standalone')
const program = join(folder, 'leads.mjs')
// Load the same .env files as the site.
nextEnv.loadEnvConfig(process.cwd(), false, { info: () => {}, error: console.error })
if (!existsSync(program)) (await import('./build.mjs')).bundlePrograms(folder)
await import(pathToFileURL(program).href)
