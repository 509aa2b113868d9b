import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Finds the programs that the tests need besides npm packages, and installs missing ones if that is allowed. */

const programs = [
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

/** Returns variables with the paths of the programs. Tests of a missing optional program are skipped. */
export async function findPrograms(variables = programs.map(({ variable }) => variable)) {
  const wanted = programs.filter(({ variable }) => variables.includes(variable))
  const found = { BROWSER_PATH: await playwrightShell() }
  const findMissing = () => {
    for (const { variable, names } of wanted) found[variable] ??= findProgram(names)
    return wanted.filter(({ variable }) => !found[variable])
  }
  if (findMissing().length > 0 && isDebian() && mayInstall())
    install(findMissing().map(({ debian }) => debian))
  const missing = findMissing()
  if (missing.length > 0) {
    const packages = missing.map(({ debian }) => debian).join(' ')
    console.log(`Missing: ${packages}. On Debian: sudo apt-get install ${packages}`)
  }
  const required = missing.filter((program) => program.required)
  if (required.length > 0)
    throw new Error(
      `Install ${required.map(({ debian }) => debian).join(' and ')} and run the command again.`,
    )
  return Object.fromEntries(Object.entries(found).filter(([, path]) => path))
}

/** The path of Playwright's headless Chromium, downloaded if possible. */
async function playwrightShell() {
  const path = await playwrightPath()
  if (path) return path
  const cli = join('node_modules', '@playwright', 'test', 'cli.js')
  spawnSync(process.execPath, [cli, 'install', '--only-shell', 'chromium'], {
    stdio: 'ignore',
    timeout: 300_000,
  })
  return playwrightPath()
}

/** The path of the Chromium that Playwright starts, or undefined if it cannot start one. */
async function playwrightPath() {
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

/** The path of the first of these programs that is installed, in PATH or in a system folder. */
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
