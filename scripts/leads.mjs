import { createRequire } from 'node:module'
import nextEnv from '@next/env'

// The same .env files as the site's.
nextEnv.loadEnvConfig(process.cwd(), false, { info: () => {}, error: console.error })
try {
  // `require` has tsx compile in this process. `import` would send each of 300 modules to a thread, for a second in all.
  const { runCommand } = createRequire(import.meta.url)('../lib/leads/server/cli.ts')
  process.exitCode = await runCommand(process.argv.slice(2))
} catch (error) {
  console.error(error.message || error.code)
  process.exitCode = 1
}
