import './check-node.cjs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { hostname } from 'node:os'
import { dropEmptyVariables } from './setup.mjs'

/**
 * `npm start`: installs and builds if needed, then runs the standalone server in this process, as in production.
 *
 * package.json runs this file with `exec`, which replaces the shell that npm starts. Otherwise the signal that npm
 * forwards would end only that shell, and this process would keep running. Windows has no `exec`, and runs what is after `||`.
 */

dropEmptyVariables()
// Shells in containers and on RHEL export the machine's name, which is no address to listen on. `.env` can name one.
if (process.env.HOSTNAME === hostname() && hostname() !== 'localhost') delete process.env.HOSTNAME
await setUp()
// lib/ops/stop.ts handles stop signals.
Object.assign(process.env, { NODE_ENV: 'production', NEXT_MANUAL_SIG_HANDLE: 'true' })
const { default: nextEnv } = await import('@next/env')
nextEnv.loadEnvConfig(process.cwd(), false, { info: () => {}, error: console.error })
await import(new URL('../.next/standalone/server.js', import.meta.url).href)

/** Runs in a new process group, so that a signal reaches npm, the build, and their workers. */
async function setUp() {
  const detached = process.platform !== 'win32'
  const setup = spawn(process.execPath, ['scripts/setup.mjs'], { stdio: 'inherit', detached })
  const stop = (/** @type {NodeJS.Signals} */ signal) => {
    if (setup.pid) process.kill(detached ? -setup.pid : setup.pid, signal)
    process.exit(0)
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  const [code] = await once(setup, 'exit')
  process.off('SIGINT', stop).off('SIGTERM', stop)
  if (code !== 0) process.exit(code ?? 1)
}
