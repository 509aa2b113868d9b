import { chromium, firefox, type Page, webkit } from '@playwright/test'
import { browserArgs } from '../browser'
import { PageTab } from './page-tab'
import { type Tab, type TabOptions, tabTimeoutSeconds } from './tab'

const browserTypes = { chromium, firefox, webkit }
export type BrowserName = keyof typeof browserTypes

/** A tab of a browser that Playwright has downloaded, or of an installed Chromium. */
export async function openPlaywrightTab(name: BrowserName, options: TabOptions): Promise<Tab> {
  const { width, height, dark, scripts = true, motion } = options
  const browser = await browserTypes[name].launch(
    name === 'chromium' ? { executablePath: process.env.BROWSER_PATH, args: browserArgs } : {},
  )
  const page = await browser.newPage({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    javaScriptEnabled: scripts,
    reducedMotion: motion ? 'no-preference' : 'reduce',
  })
  page.setDefaultTimeout(tabTimeoutSeconds * 1000)
  return new PlaywrightTab(browser, page)
}

class PlaywrightTab extends PageTab<Page> implements Tab {
  override async evaluate<Args extends unknown[], Result>(
    work: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>> {
    try {
      return await super.evaluate(work, ...args)
    } catch (error) {
      // The page was left meanwhile. Other drivers wait for the next one.
      if (!String(error).includes('context was destroyed')) throw error
      await this.page.waitForLoadState()
      return super.evaluate(work, ...args)
    }
  }

  click(selector: string): Promise<void> {
    return this.page.click(selector)
  }
}
