import nextEnv from '@next/env'

// The journal's tool sees the same .env files as the site.
nextEnv.loadEnvConfig(process.cwd(), false, { info: () => {}, error: console.error })
await import('../lib/leads/cli.ts')
