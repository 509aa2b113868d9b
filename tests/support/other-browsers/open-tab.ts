import { firefox, webkit } from '@playwright/test'
import { launch } from 'puppeteer-core'
import { programs } from '../process/programs'
import { type Key, type Point, type Tab, type TabOptions, tabTimeoutSeconds } from './tab'
import { openWebKitTab } from './webkit-tab'

export type BrowserName = 'firefox' | 'webkit'

export function openTab(name: BrowserName, options: TabOptions): Promise<Tab> {
  const program = programs[name]
  if (!program) throw new Error(`${name} is not installed`)
  if (program === 'playwright') return openPlaywrightTab(name, options)
  return name === 'firefox' ? openFirefoxTab(program, options) : openWebKitTab(program, options)
}

/** A tab of a browser that Playwright has downloaded. */
async function openPlaywrightTab(name: BrowserName, options: TabOptions): Promise<Tab> {
  const { width, height, dark, scripts = true, motion } = options
  const browser = await { firefox, webkit }[name].launch()
  const page = await browser.newPage({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    javaScriptEnabled: scripts,
    reducedMotion: motion ? 'no-preference' : 'reduce',
  })
  return new PageTab(browser, page)
}

/** A tab of an installed Firefox, driven by Puppeteer through WebDriver BiDi. */
async function openFirefoxTab(program: string, options: TabOptions): Promise<Tab> {
  const { width, height, dark, scripts = true, motion } = options
  const browser = await launch({
    browser: 'firefox',
    executablePath: program,
    headless: true,
    defaultViewport: { width, height },
    extraPrefsFirefox: {
      'ui.prefersReducedMotion': motion ? 0 : 1,
      'ui.systemUsesDarkTheme': dark ? 1 : 0,
      'javascript.enabled': scripts,
    },
  })
  return new PageTab(browser, await browser.newPage())
}

/** What pages of Puppeteer and of Playwright have in common. */
type DrivenPage = {
  setDefaultTimeout(ms: number): void
  goto(url: string): Promise<unknown>
  reload(): Promise<unknown>
  screenshot(): Promise<Uint8Array>
  evaluate(code: string): Promise<unknown>
  waitForSelector(selector: string): Promise<unknown>
  keyboard: { type(text: string): Promise<void>; press(key: Key): Promise<void> }
  mouse: { click(x: number, y: number): Promise<void> }
}

class PageTab implements Tab {
  constructor(
    private readonly browser: { close(): Promise<void> },
    private readonly page: DrivenPage,
  ) {
    page.setDefaultTimeout(tabTimeoutSeconds * 1000)
  }

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
    const run = () => this.page.evaluate(`(${work})(...${JSON.stringify(args)})`)
    const result = await run().catch(async (error) => {
      // The page was left meanwhile.
      if (!String(error).includes('context was destroyed')) throw error
      await this.page.waitForSelector('body')
      return run()
    })
    return result as Awaited<Result>
  }

  clickAt({ x, y }: Point): Promise<void> {
    return this.page.mouse.click(x, y)
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text)
  }

  press(key: Key): Promise<void> {
    return this.page.keyboard.press(key)
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(await this.page.screenshot())
  }

  close(): Promise<void> {
    return this.browser.close()
  }
}
