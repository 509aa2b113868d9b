import { createRequire } from 'node:module'
import nextEnv from '@next/env'

// Load the same .env files as the site.
nextEnv.loadEnvConfig(process.cwd(), false, { info: () => {}, error: console.error })
// The reader of the output, such as `head`, may have read enough.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})
try {
  // With tsx, `require` is a second faster than `import`, which sends each of 300 modules to another thread.
  const { runCommand } = createRequire(import.meta.url)('../lib/leads/server/cli.ts')
  process.exitCode = await runCommand(process.argv.slice(2))
} catch (error) {
  console.error(error.message || error.code)
  process.exitCode = 1
}
