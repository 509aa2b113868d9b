import { spawnSync } from 'node:child_process'
import { ensureBuild, ensureDependencies } from './setup.mjs'

ensureDependencies()
ensureBuild()
const { status } = spawnSync(
  process.execPath,
  ['--import', 'tsx', 'tests/chaos.ts', ...process.argv.slice(2)],
  { stdio: 'inherit' },
)
process.exit(status ?? 1)
