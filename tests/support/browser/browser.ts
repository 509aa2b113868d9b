import { type Browser, chromium } from '@playwright/test'
import { programs } from '../process/programs'

/** Lets Chromium run as root and without a screen, and turns off its own network requests. */
export const browserArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--in-process-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const { CHROMIUM = programs.chromium } = process.env

/** Undefined for Playwright's own. */
export const executablePath = CHROMIUM === 'playwright' ? undefined : CHROMIUM

/** For tools that run outside Playwright's test runner, and for tests that need other arguments. */
export function launchBrowser(...args: string[]): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...browserArgs, ...args] })
}
