import { spawnSync } from 'node:child_process'
import { ensureBuild, ensureDependencies } from './setup.mjs'

ensureDependencies()
ensureBuild()
const { absolute, findBrowser } = await import('./browser.mjs')
const env = { ...process.env, BROWSER_PATH: absolute(findBrowser()) }
const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'tests/audit-pages.ts'], {
  stdio: 'inherit',
  env,
})
process.exit(status ?? 1)
