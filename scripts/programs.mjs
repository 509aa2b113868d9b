import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Finds the programs that the tests need besides npm packages, and installs missing ones if that is allowed. */

/**
 * A browser is Playwright's own where it can be downloaded, because that one is closest to what visitors have, else an
 * installed one. `also` names what a program needs to run.
 */
const programs = [
  {
    variable: 'BROWSER_PATH',
    browser: 'chromium',
    names: [
      'chromium-headless-shell',
      'chromium',
      'chromium-browser',
      'google-chrome',
      'google-chrome-stable',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    ],
    debian: ['chromium-headless-shell'],
    required: true,
  },
  {
    variable: 'FIREFOX_PATH',
    browser: 'firefox',
    names: [
      'firefox-esr',
      'firefox',
      '/Applications/Firefox.app/Contents/MacOS/firefox',
      'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
    ],
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
    names: ['/lib/systemd/systemd'],
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
 * Returns variables with the paths of the programs. For Playwright's own Firefox and WebKit the value is `playwright`.
 * Tests of a missing optional program are skipped.
 */
export async function findPrograms(variables = programs.map(({ variable }) => variable)) {
  const wanted = programs.filter(({ variable }) => variables.includes(variable))
  const found = await findPlaywrightBrowsers(wanted.filter(({ browser }) => browser))
  const findMissing = () => {
    for (const program of wanted) found[program.variable] ??= findProgram(program)
    return wanted.filter(({ variable }) => !found[variable])
  }
  const packagesOf = (missing) => missing.flatMap(({ debian }) => debian)
  if (findMissing().length > 0 && isDebian() && mayInstall()) install(packagesOf(findMissing()))
  const missing = findMissing()
  if (missing.length > 0) {
    const packages = packagesOf(missing).join(' ')
    console.log(`Missing: ${packages}. On Debian: sudo apt-get install ${packages}`)
  }
  const required = missing.filter((program) => program.required)
  if (required.length > 0)
    throw new Error(`Install ${packagesOf(required).join(' and ')} and run the command again.`)
  return Object.fromEntries(Object.entries(found).filter(([, path]) => path))
}

/** Finds the browsers that Playwright can start, after downloading missing ones if possible. */
async function findPlaywrightBrowsers(wanted) {
  const found = {}
  const findMissing = async () => {
    for (const { variable, browser } of wanted) found[variable] ??= await playwrightPath(browser)
    return wanted.filter(({ variable }) => !found[variable])
  }
  const missing = await findMissing()
  if (missing.length > 0) {
    const cli = join('node_modules', '@playwright', 'test', 'cli.js')
    const names = missing.map(({ browser }) => browser)
    spawnSync(process.execPath, [cli, 'install', '--only-shell', ...names], {
      stdio: 'ignore',
      timeout: 600_000,
    })
    await findMissing()
  }
  return found
}

/** Undefined if Playwright cannot start its own browser of this name. */
async function playwrightPath(name) {
  const playwright = await import('@playwright/test')
  try {
    const server = await playwright[name].launchServer(
      name === 'chromium' ? { args: ['--no-sandbox'] } : {},
    )
    const path = server.process().spawnfile
    await server.close()
    return name === 'chromium' ? path : 'playwright'
  } catch {
    return undefined
  }
}

/** The path of the first of these programs that is installed, in PATH or in a system folder. */
function findProgram({ names, also = [] }) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin']
  const find = (name) =>
    (/[\\/]/.test(name) ? [name] : folders.map((folder) => join(folder, name))).find(isExecutable)
  return also.every(find) ? names.map(find).find(Boolean) : undefined
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function isDebian() {
  return existsSync('/etc/debian_version')
}

/** Does not install system packages on a developer's machine. */
function mayInstall() {
  return process.env.CI === 'true' || process.getuid?.() === 0
}

function install(packages) {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const apt = (...args) => {
    const [command, ...rest] = [...sudo, 'env', ...aptSettings, 'apt-get', ...args]
    spawnSync(command, rest, { stdio: 'inherit' })
  }
  apt('update', '-qq')
  apt('install', '-y', '-qq', '--no-install-recommends', ...packages)
}

/** Without questions, and without starting services: in runlevel 1, Debian does not start them. */
const aptSettings = ['DEBIAN_FRONTEND=noninteractive', 'RUNLEVEL=1']
