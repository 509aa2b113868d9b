import type { Key } from './tab'

/** What pages of Puppeteer and of Playwright have in common. */
type Page = {
  goto(url: string): Promise<unknown>
  reload(): Promise<unknown>
  screenshot(): Promise<Uint8Array>
  evaluate(code: string): Promise<unknown>
  keyboard: { type(text: string): Promise<void>; press(key: Key): Promise<void> }
}

/** A tab of a browser that a library drives. */
export class PageTab<Driven extends Page> {
  constructor(
    private readonly browser: { close(): Promise<void> },
    protected readonly page: Driven,
  ) {}

  async goto(url: string): Promise<void> {
    await this.page.goto(url)
  }

  async reload(): Promise<void> {
    await this.page.reload()
  }

  evaluate<Args extends unknown[], Result>(
    work: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>> {
    return this.page.evaluate(`(${work})(...${JSON.stringify(args)})`) as Promise<Awaited<Result>>
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
