import './check-node.cjs'
import { spawn } from 'node:child_process'
import diagnosticsChannel from 'node:diagnostics_channel'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { dropEmptyVariables } from './build-stamp.mjs'

/**
 * `npm start`: installs and builds if needed, then serves the site in this process.
 *
 * package.json runs this file with `exec`, which replaces the shell that npm starts. Otherwise the signal that npm
 * forwards would end only that shell, and this process would keep running. On Windows, exec.cmd replaces `exec`.
 */

const root = join(import.meta.dirname, '..')
process.chdir(root)
const windows = process.platform === 'win32'

/** The process that installs and builds, as long as it runs. */
let setup
let stopping = false
let serving = false
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal))

dropEmptyVariables()
await runSetup()
const { port, host } = await readAddress()
diagnosticsChannel.subscribe('tracing:net.server.listen:asyncEnd', ({ server }) =>
  announce(server.address()),
)
await serve(port, host)
serving = true

function stop(signal) {
  // Next.js handles the signal: it answers the open requests and exits.
  if (serving) return
  if (!setup) process.exit(0)
  stopping = true
  try {
    process.kill(windows ? setup.pid : -setup.pid, signal)
  } catch {
    // The process has already exited.
  }
}

/** Runs in a new process group, so that a signal reaches npm, the build, and their workers. */
function runSetup() {
  setup = spawn(process.execPath, [join(import.meta.dirname, 'setup.mjs')], {
    stdio: 'inherit',
    detached: !windows,
  })
  return new Promise((resolve) => {
    setup.on('exit', (code) => {
      setup = undefined
      if (stopping) process.exit(0)
      if (code !== 0) process.exit(code ?? 1)
      resolve()
    })
  })
}

/** Reads PORT and HOSTNAME from the environment or the `.env` files. */
async function readAddress() {
  // Shells in containers and on RHEL export the machine's name as HOSTNAME. It is not an address to listen on.
  if (firstLabel(process.env.HOSTNAME) === firstLabel(hostname())) delete process.env.HOSTNAME
  process.env.NODE_ENV = 'production'
  const { loadEnvConfig } = (await import('@next/env')).default
  loadEnvConfig(root, false, { info: () => {}, error: console.error })
  const { PORT, HOSTNAME } = process.env
  const port = Number(PORT?.trim() || 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    console.error('Cannot start: PORT must be a number from 0 to 65535')
    process.exit(1)
  }
  return { port, host: HOSTNAME?.trim() || undefined }
}

function firstLabel(name = '') {
  return name.split('.')[0].toLowerCase()
}

function announce({ address, family, port }) {
  const host = family === 'IPv6' ? `[${address}]` : address
  const all = ['::', '0.0.0.0'].includes(address) ? ' (all addresses)' : ''
  console.log(`Listening on http://${host}:${port}${all}`)
}

/** Runs `next start` in this process. */
async function serve(port, hostname) {
  process.env.NEXT_RUNTIME = 'nodejs'
  await import('../.next/http-filter.mjs')
  const { nextStart } = (await import('next/dist/cli/next-start.js')).default
  await nextStart({ port, hostname }, root)
}
