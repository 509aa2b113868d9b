import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/**
 * Finds the programs that the tests need besides npm packages, and writes their paths to a file, which
 * tests/support/process/programs.ts reads. Chromium is Playwright's own where it can be downloaded, because that one is closest
 * to what visitors have (its path is then `playwright`), else an installed one. Installs what is missing on Debian, as root
 * or in CI. Only Chromium is required: without another program, its tests are skipped. In CI every program is required.
 *
 * @typedef {{ names: string[], also?: string[], debian: string[] }} Program
 */

/** @type {Record<string, Program>} */
const programs = {
  chromium: {
    names: ['chromium-headless-shell', 'chromium', 'google-chrome'],
    debian: ['chromium-headless-shell'],
  },
  firefox: {
    names: ['firefox-esr', 'firefox'],
    debian: ['firefox-esr'],
  },
  webkit: {
    names: ['WebKitWebDriver'],
    also: ['Xvfb', 'dbus-run-session'],
    debian: ['webkit2gtk-driver', 'xvfb', 'dbus'],
  },
  nginx: { names: ['nginx'], debian: ['nginx-light'] },
  nft: { names: ['nft'], debian: ['nftables'] },
  pgbouncer: { names: ['pgbouncer'], debian: ['pgbouncer'] },
  // What tests of docs/deploying.md use.
  systemd: {
    names: ['systemd'],
    also: ['systemd-analyze', 'ip', 'unshare', 'rsync', 'logrotate'],
    debian: ['systemd', 'iproute2', 'util-linux', 'rsync', 'logrotate'],
  },
}

const file = 'tests/results/programs.json'
const isCI = process.env.CI === 'true'
const isRoot = process.getuid?.() === 0

/** @type {Record<string, string | undefined>} */
const found = readFound()
const missing = () => Object.entries(programs).filter(([name]) => !found[name])

found.chromium ??= await playwrightOwn()
if (!found.chromium) {
  downloadChromium()
  found.chromium = await playwrightOwn()
}
findInstalled()
if (missing().length > 0 && (isRoot || isCI) && existsSync('/etc/debian_version')) {
  const packages = missing().flatMap(([, { debian }]) => debian)
  console.log(`Installing ${packages.join(' ')}`)
  aptGet('update', '-qq')
  aptGet('install', '-y', '-qq', '--no-install-recommends', ...packages)
  findInstalled()
}
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, JSON.stringify(found))
report()

/** The paths that an earlier run has found, because the attempt to download browsers takes long where it fails. */
function readFound() {
  if (!existsSync(file)) return {}
  const earlier = Object.entries(JSON.parse(readFileSync(file, 'utf8')))
  return Object.fromEntries(earlier.filter(([, path]) => isExecutable(path)))
}

/** `playwright` if Playwright can start its own Chromium. */
async function playwrightOwn() {
  const { chromium } = await import('@playwright/test')
  try {
    await (await chromium.launch({ args: ['--no-sandbox'] })).close()
    return 'playwright'
  } catch {
    return undefined
  }
}

/** Silent, because what is downloaded is tried afterwards. */
function downloadChromium() {
  const args = ['node_modules/@playwright/test/cli.js', 'install', '--only-shell', 'chromium']
  spawnSync(process.execPath, args, { stdio: 'ignore', timeout: 600_000 })
}

/** Looks in PATH and in system folders, which are not in every user's PATH. */
function findInstalled() {
  const { PATH = '' } = process.env
  const folders = [
    ...PATH.split(delimiter),
    '/usr/local/sbin',
    '/usr/sbin',
    '/sbin',
    '/lib/systemd',
  ]
  const find = (/** @type {string} */ name) =>
    folders.map((folder) => join(folder, name)).find(isExecutable)
  for (const [name, { names, also = [] }] of missing())
    if (also.every(find)) found[name] = names.map(find).find(Boolean)
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Without questions, and without starting services: in runlevel 1, Debian does not start them.
 * @param {string[]} args
 */
function aptGet(...args) {
  const sudo = isRoot ? [] : ['sudo', '-n']
  // Debian's users cannot write to a temporary folder of root.
  const env = ['env', '--unset=TMPDIR', 'DEBIAN_FRONTEND=noninteractive', 'RUNLEVEL=1']
  const [program = '', ...rest] = [...sudo, ...env, 'apt-get', ...args]
  spawnSync(program, rest, { stdio: 'inherit' })
}

/** Says what is missing and how to install it. Ends with an error if it is required. */
function report() {
  if (missing().length === 0) return
  const names = missing().map(([name]) => name)
  const packages = missing().flatMap(([, { debian }]) => debian)
  const isRequired = isCI || names.includes('chromium')
  const result = isRequired ? 'The tests need them.' : 'Their tests are skipped.'
  console.error(`Not installed: ${names.join(', ')}. ${result}`)
  console.error(`On Debian, root installs them: apt-get install ${packages.join(' ')}`)
  process.exit(isRequired ? 1 : 0)
}
