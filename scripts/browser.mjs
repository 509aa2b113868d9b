import { execFileSync, spawnSync } from 'node:child_process'
import { chromium } from '@playwright/test'

/** A Chromium for the tests: Playwright's own where it can be had, else an installed one, else Debian's. */
export function findBrowser() {
  return playwrights() ?? installed() ?? debians()
}

function playwrights() {
  const path = chromium.executablePath()
  if (starts(path)) return path
  spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
    stdio: 'ignore',
    timeout: 300_000,
  })
  return starts(path) ? path : undefined
}

function installed() {
  const names = [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ]
  const macs = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']
  return [...names, ...macs].find(starts)
}

/** A Firefox as it is released; without one its tests fail and say so. */
export function findFirefox() {
  const names = ['firefox-esr', 'firefox']
  const macs = ['/Applications/Firefox.app/Contents/MacOS/firefox']
  return [...names, ...macs].find(starts) ?? fromDebian('firefox-esr')
}

function debians() {
  const shell = fromDebian('chromium-headless-shell')
  if (shell) return shell
  throw new Error(
    'No browser for the tests: install Chromium or Chrome, or allow Playwright to download its own.',
  )
}

function fromDebian(name) {
  const apt = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update', '-qq'], apt)
  spawnSync('apt-get', ['install', '-y', '-qq', name], apt)
  return starts(name) ? name : undefined
}

function starts(path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0
}

/** Playwright wants a path, not a name. */
export function absolute(path) {
  return path.includes('/') ? path : execFileSync('which', [path], { encoding: 'utf8' }).trim()
}
