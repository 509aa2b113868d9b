import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The programs that the tests use beside the packages from npm: found, or installed where that is allowed. */

const sought = [
  {
    variable: 'BROWSER_PATH',
    names: [
      'chromium-headless-shell',
      'chromium',
      'chromium-browser',
      'google-chrome',
      'google-chrome-stable',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    ],
    debian: 'chromium-headless-shell',
    required: true,
  },
  {
    variable: 'FIREFOX_PATH',
    names: [
      'firefox-esr',
      'firefox',
      '/Applications/Firefox.app/Contents/MacOS/firefox',
      'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
    ],
    debian: 'firefox-esr',
    required: true,
  },
  { variable: 'NGINX_PATH', names: ['nginx'], debian: 'nginx-light' },
  { variable: 'PGBOUNCER_PATH', names: ['pgbouncer'], debian: 'pgbouncer' },
]

/** Variables with the paths of the programs. One that is not required may be missing: its tests are skipped. */
export async function findPrograms(variables = sought.map(({ variable }) => variable)) {
  const wanted = sought.filter(({ variable }) => variables.includes(variable))
  const found = { BROWSER_PATH: await playwrightShell() }
  const look = () => {
    for (const { variable, names } of wanted) found[variable] ??= findProgram(names)
    return wanted.filter(({ variable }) => !found[variable])
  }
  if (look().length > 0 && isDebian() && mayInstall()) install(look().map(({ debian }) => debian))
  const missing = look()
  if (missing.length > 0) {
    const packages = missing.map(({ debian }) => debian).join(' ')
    console.log(`Missing: ${packages}. On Debian: sudo apt-get install ${packages}`)
  }
  const required = missing.filter((program) => program.required)
  if (required.length > 0)
    throw new Error(
      `This needs ${required.map(({ debian }) => debian).join(' and ')}: install what is missing and run it again.`,
    )
  return Object.fromEntries(Object.entries(found).filter(([, path]) => path))
}

/** Playwright's own headless Chromium, downloaded where that is possible. */
async function playwrightShell() {
  const path = await startedByPlaywright()
  if (path) return path
  const cli = join('node_modules', '@playwright', 'test', 'cli.js')
  spawnSync(process.execPath, [cli, 'install', '--only-shell', 'chromium'], {
    stdio: 'ignore',
    timeout: 300_000,
  })
  return startedByPlaywright()
}

async function startedByPlaywright() {
  const { chromium } = await import('@playwright/test')
  try {
    const server = await chromium.launchServer({ args: ['--no-sandbox'] })
    const path = server.process().spawnfile
    await server.close()
    return path
  } catch {
    return undefined
  }
}

/** The path of the first of these programs that is installed. System folders count even if PATH lacks them. */
function findProgram(names) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin']
  const paths = names.flatMap((name) =>
    /[\\/]/.test(name) ? [name] : folders.map((folder) => join(folder, name)),
  )
  return paths.find(isExecutable)
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

/** A developer's own machine gets no system packages without being asked. */
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

/** Asks no questions. In runlevel 1 the services among the packages are not started. */
const aptSettings = ['DEBIAN_FRONTEND=noninteractive', 'RUNLEVEL=1']
