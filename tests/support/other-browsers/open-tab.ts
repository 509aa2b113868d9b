import { type Browser, launch, type Page } from 'puppeteer-core'
import { programs } from '../process/programs'
import { type Key, type Point, type Tab, type TabOptions, tabTimeoutSeconds } from './tab'
import { openWebKitTab } from './webkit-tab'

export type BrowserName = 'firefox' | 'webkit'

export function openTab(name: BrowserName, options: TabOptions): Promise<Tab> {
  const program = programs[name]
  if (!program) throw new Error(`${name} is not installed`)
  return name === 'firefox' ? openFirefoxTab(program, options) : openWebKitTab(program, options)
}

/** A tab of an installed Firefox, driven by Puppeteer through WebDriver BiDi. */
async function openFirefoxTab(program: string, options: TabOptions): Promise<Tab> {
  const { width, height, dark } = options
  const browser = await launch({
    browser: 'firefox',
    executablePath: program,
    headless: true,
    defaultViewport: { width, height },
    extraPrefsFirefox: {
      'ui.prefersReducedMotion': 1,
      'ui.systemUsesDarkTheme': dark ? 1 : 0,
    },
  })
  return new FirefoxTab(browser, await browser.newPage())
}

class FirefoxTab implements Tab {
  constructor(
    private readonly browser: Browser,
    private readonly page: Page,
  ) {
    page.setDefaultTimeout(tabTimeoutSeconds * 1000)
  }

  async goto(url: string): Promise<void> {
    await this.page.goto(url)
  }

  async reload(): Promise<void> {
    await this.page.reload()
  }

  async goBack(): Promise<void> {
    // Puppeteer would wait for a page to load. Firefox shows one that it has kept.
    void this.page.evaluate('setTimeout(() => history.back())').catch(() => undefined)
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
