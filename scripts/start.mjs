import './check-node.cjs'
import { spawn } from 'node:child_process'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { dropEmptyVariables } from './build-stamp.mjs'

/**
 * `npm start`: installs and builds if needed, then runs the standalone server in this process, as in production.
 *
 * package.json runs this file with `exec`, which replaces the shell that npm starts. Otherwise the signal that npm
 * forwards would end only that shell, and this process would keep running. On Windows, exec.cmd replaces `exec`.
 */

const root = join(import.meta.dirname, '..')
process.chdir(root)
dropEmptyVariables()
// Shells in containers and on RHEL export the machine's name. `.env` can name an address to listen on.
if (process.env.HOSTNAME === hostname()) delete process.env.HOSTNAME
await runSetup()
process.env.NODE_ENV = 'production'
const { loadEnvConfig } = (await import('@next/env')).default
loadEnvConfig(root, false, { info: () => {}, error: console.error })
await import('../.next/standalone/server.js')

/** Runs in a new process group, so that a signal reaches npm, the build, and their workers. */
async function runSetup() {
  const windows = process.platform === 'win32'
  const setup = spawn(process.execPath, [join(import.meta.dirname, 'setup.mjs')], {
    stdio: 'inherit',
    detached: !windows,
  })
  let stopped = false
  const stop = (signal) => {
    stopped = true
    process.kill(windows ? setup.pid : -setup.pid, signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
  const code = await new Promise((resolve) => setup.on('exit', resolve))
  for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stop)
  if (stopped) process.exit(0)
  if (code !== 0) process.exit(code ?? 1)
}
