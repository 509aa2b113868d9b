import { launch, type Page } from 'puppeteer-core'
import { PageTab } from './page-tab'
import { type Tab, type TabOptions, tabTimeoutSeconds } from './tab'

/** A tab of an installed Firefox, driven by Puppeteer through WebDriver BiDi. */
export async function openFirefoxTab(program: string, options: TabOptions): Promise<Tab> {
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
  const page = await browser.newPage()
  page.setDefaultTimeout(tabTimeoutSeconds * 1000)
  return new FirefoxTab(browser, page)
}

class FirefoxTab extends PageTab<Page> implements Tab {
  /** Not `page.click`, which waits for scripts of the page that do not run with scripts turned off. */
  async click(selector: string): Promise<void> {
    const { x, y } = await this.evaluate((selector) => {
      const { left, top, width, height } =
        document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
      return { x: left + width / 2, y: top + height / 2 }
    }, selector)
    await this.page.mouse.click(x, y)
  }
}
