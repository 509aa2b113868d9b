import { type Browser, chromium, firefox, type Page, webkit } from '@playwright/test'
import { browserArgs } from '../browser'
import { type Key, type Tab, type TabOptions, tabTimeoutSeconds } from './tab'

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

class PlaywrightTab implements Tab {
  constructor(
    private readonly browser: Browser,
    private readonly page: Page,
  ) {}

  async goto(url: string): Promise<void> {
    await this.page.goto(url)
  }

  async reload(): Promise<void> {
    await this.page.reload()
  }

  async evaluate<Args extends unknown[], Result>(
    work: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>> {
    const evaluate = () => this.page.evaluate(`(${work})(...${JSON.stringify(args)})`)
    try {
      return (await evaluate()) as Awaited<Result>
    } catch (error) {
      // The page was left meanwhile. Other drivers wait for the next one.
      if (!String(error).includes('context was destroyed')) throw error
      await this.page.waitForLoadState()
      return (await evaluate()) as Awaited<Result>
    }
  }

  click(selector: string): Promise<void> {
    return this.page.click(selector)
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text)
  }

  press(key: Key): Promise<void> {
    return this.page.keyboard.press(key)
  }

  screenshot(): Promise<Buffer> {
    return this.page.screenshot()
  }

  close(): Promise<void> {
    return this.browser.close()
  }
}
