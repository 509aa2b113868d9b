import './check-node.cjs'
import { spawnSync } from 'node:child_process'
import { ensureBuild, ensureDependencies } from './setup.mjs'

/** Runs a tool of `tests/` on the current build: `node scripts/tool.mjs NAME [ARGUMENTS]`. */

const [name, ...rest] = process.argv.slice(2)
ensureDependencies()
// This one makes a build of its own.
if (name !== 'check-vercel') await ensureBuild()
if (['bench', 'chaos', 'run-mutants', 'shots'].includes(name ?? '')) {
  const { findPrograms } = await import('../tests/support/programs.mjs')
  const browsers = rest.includes('webkit') ? ['BROWSER_PATH', 'WEBKIT_PATH'] : ['BROWSER_PATH']
  const all = name === 'run-mutants'
  Object.assign(process.env, await findPrograms(all ? undefined : browsers))
}
const command = ['--import', 'tsx', `tests/${name}.ts`, ...rest]
process.exit(spawnSync(process.execPath, command, { stdio: 'inherit' }).status ?? 1)
