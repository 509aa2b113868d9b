import { spawnSync } from 'node:child_process'
import { ensureBuild, ensureDependencies } from './setup.mjs'

/** Runs a tool of `tests/` on the current build: `node scripts/tool.mjs NAME [ARGUMENTS]`. */

const [name, ...rest] = process.argv.slice(2)
ensureDependencies()
ensureBuild()
if (['bench', 'audit-pages', 'chaos', 'shots'].includes(name ?? '')) {
  const { absolute, findBrowser } = await import('./browser.mjs')
  process.env.BROWSER_PATH = absolute(findBrowser())
}
const command = ['--import', 'tsx', `tests/${name}.ts`, ...rest]
process.exit(spawnSync(process.execPath, command, { stdio: 'inherit' }).status ?? 1)
