import { openFirefoxTab } from './firefox-tab'
import { type BrowserName, openPlaywrightTab } from './playwright-tab'
import type { Tab, TabOptions } from './tab'
import { openWebKitTab } from './webkit-tab'

/**
 * Where scripts/programs.mjs found each browser: `playwright`, the path of an installed program (for WebKit, that of its
 * driver), or undefined.
 */
export const programs: Record<BrowserName, string | undefined> = {
  chromium: 'playwright',
  firefox: process.env.FIREFOX_PATH,
  webkit: process.env.WEBKIT_PATH,
}

export function openTab(name: BrowserName, options: TabOptions): Promise<Tab> {
  const program = programs[name]
  if (!program) throw new Error(`${name} is not installed`)
  if (program === 'playwright') return openPlaywrightTab(name, options)
  return name === 'firefox' ? openFirefoxTab(program, options) : openWebKitTab(program, options)
}
