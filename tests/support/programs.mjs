import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * @typedef {{
 *   variable: string,
 *   browser?: 'chromium' | 'firefox' | 'webkit',
 *   names: string[],
 *   also?: string[],
 *   debian: string[],
 * }} Program
 */

/**
 * The programs that the tests need besides npm packages. Only Chromium is required; tests of the others are skipped.
 * @type {Program[]}
 */
const programs = [
  {
    variable: 'BROWSER_PATH',
    browser: 'chromium',
    names: ['chromium-headless-shell', 'chromium', 'google-chrome'],
    debian: ['chromium-headless-shell'],
  },
  {
    variable: 'FIREFOX_PATH',
    browser: 'firefox',
    names: ['firefox-esr', 'firefox'],
    debian: ['firefox-esr'],
  },
  {
    variable: 'WEBKIT_PATH',
    browser: 'webkit',
    names: ['WebKitWebDriver'],
    also: ['Xvfb', 'dbus-run-session'],
    debian: ['webkit2gtk-driver', 'xvfb', 'dbus'],
  },
  { variable: 'NGINX_PATH', names: ['nginx'], debian: ['nginx-light'] },
  { variable: 'PGBOUNCER_PATH', names: ['pgbouncer'], debian: ['pgbouncer'] },
  {
    variable: 'SYSTEMD_PATH',
    names: ['systemd'],
    also: ['adduser', 'ip', 'unshare'],
    debian: ['systemd', 'adduser', 'iproute2', 'util-linux'],
  },
  {
    variable: 'RSYNC_PATH',
    names: ['rsync'],
    also: ['openssl', 'curl'],
    debian: ['rsync', 'openssl', 'curl'],
  },
]

/**
 * Sets these variables of this process to the paths of the programs. A browser is Playwright's own where it can be
 * downloaded, because that one is closest to what visitors have (for Firefox and WebKit the value is then
 * `playwright`), else an installed one. Installs missing programs on Debian in CI or as root, and not on a developer's
 * machine.
 */
export async function findPrograms(variables = programs.map(({ variable }) => variable)) {
  /** @type {Record<string, string | undefined>} */
  const found = {}
  const missing = () =>
    programs.filter(({ variable: name }) => variables.includes(name) && !found[name])
  const find = async (
    /** @type {(program: Program) => string | undefined | Promise<string | undefined>} */ path,
  ) => {
    for (const program of missing()) found[program.variable] = await path(program)
  }
  await find(playwrightPath)
  const browsers = missing().flatMap(({ browser }) => browser ?? [])
  if (browsers.length > 0) {
    node(['node_modules/@playwright/test/cli.js', 'install', '--only-shell', ...browsers])
    await find(playwrightPath)
  }
  await find(installedPath)
  const mayInstall = process.env.CI === 'true' || process.getuid?.() === 0
  if (missing().length > 0 && mayInstall && existsSync('/etc/debian_version')) {
    install(missing().flatMap(({ debian }) => debian))
    await find(installedPath)
  }
  const packages = missing().flatMap(({ debian }) => debian)
  if (packages.length > 0)
    console.log(`Missing programs. On Debian: sudo apt-get install ${packages.join(' ')}`)
  if (missing().some(({ browser }) => browser === 'chromium'))
    throw new Error('Install Chromium and run the command again.')
  for (const [name, path] of Object.entries(found)) if (path) process.env[name] = path
}

/**
 * Undefined if Playwright cannot start its own browser of this name.
 * @param {Program} program
 */
async function playwrightPath({ browser }) {
  if (!browser) return undefined
  const playwright = await import('@playwright/test')
  try {
    const server = await playwright[browser].launchServer(
      browser === 'chromium' ? { args: ['--no-sandbox'] } : {},
    )
    const path = server.process().spawnfile
    await server.close()
    return browser === 'chromium' ? path : 'playwright'
  } catch {
    return undefined
  }
}

/**
 * The path of the first of these programs that is installed, in PATH or in a system folder.
 * @param {Program} program
 */
function installedPath({ names, also = [] }) {
  const { PATH = '' } = process.env
  const folders = [...PATH.split(delimiter), '/usr/local/sbin', '/usr/sbin', '/lib/systemd']
  const find = (/** @type {string} */ name) =>
    folders.map((folder) => join(folder, name)).find(isExecutable)
  return also.every(find) ? names.map(find).find(Boolean) : undefined
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
 * @param {string[]} packages
 */
function install(packages) {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const aptGet = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'RUNLEVEL=1', 'apt-get']
  const run = (/** @type {string[]} */ ...options) => {
    const [command = '', ...args] = [...aptGet, ...options]
    spawnSync(command, args, { stdio: 'inherit' })
  }
  run('update', '-qq')
  run('install', '-y', '-qq', '--no-install-recommends', ...packages)
}

/** @param {string[]} args */
function node(args) {
  spawnSync(process.execPath, args, { stdio: 'ignore', timeout: 600_000 })
}
