import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { launchBrowser } from '../../support/browser/browser'
import { walkBooking, walkPages } from '../../support/browser/states'
import { forEachConcurrently } from '../../support/process/wait'
import { WebhookReceiver } from '../../support/receiver/webhook-receiver'
import { root, startSite } from '../../support/site/site'
import { newClientAddress } from '../../support/visitor/visitor'

/**
 * `npm run tool -- shots`: saves screenshots of every page and state at every width, light, dark, and with text twice as
 * large, in `shots/`. Words select some: `npm run tool -- shots booking 390 dark`. Fails if a state is not reached.
 */

type Walk = typeof walkPages

const walks: Record<string, Walk> = {
  pages: walkPages,
  booking: walkBooking,
  'without-scripts': walkWithoutScripts,
}
const widths = ['320', '390', '768', '1280', '1920']
const styles = ['light', 'dark', 'large']

const words = process.argv.slice(2)
const folder = join(root, 'shots')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
const receiver = await WebhookReceiver.start()
const site = await startSite(receiver)
const browser = await launchBrowser()
const browserWithLargeText = await launchBrowser('--blink-settings=defaultFontSize=32')
const failures: string[] = []
let count = 0
const shots = choose(widths).flatMap((width) =>
  choose(styles).flatMap((style) =>
    choose(Object.keys(walks)).map((name) => ({ width, style, name })),
  ),
)
await forEachConcurrently(shots, 4, async ({ width, style, name }) => {
  const context = await (style === 'large' ? browserWithLargeText : browser).newContext({
    baseURL: site.url,
    viewport: { width: Number(width), height: Number(width) < 768 ? 844 : 900 },
    colorScheme: style === 'dark' ? 'dark' : 'light',
    reducedMotion: 'reduce',
    javaScriptEnabled: name !== 'without-scripts',
    // Where a visitor sees local times too.
    timezoneId: 'America/New_York',
    // `take` adds a style.
    bypassCSP: true,
    extraHTTPHeaders: { 'x-forwarded-for': newClientAddress() },
  })
  const page = await context.newPage()
  const take = (state: string) =>
    save(page, `${name}-${state.replaceAll(' ', '-')}-${style}-${width}.png`)
  await walks[name]?.(page, take).catch((error) =>
    failures.push(`${name}, ${style}, ${width} pixels: ${error}`),
  )
  await context.close()
})
await Promise.all([browser.close(), browserWithLargeText.close(), site.stop(), receiver.stop()])
for (const failure of failures) console.error(failure)
console.log(`${count} screenshots in shots/`)
process.exit(failures.length > 0 || count === 0 ? 1 : 0)

function choose(values: readonly string[]): readonly string[] {
  const chosen = values.filter((value) => words.includes(value))
  return chosen.length > 0 ? chosen : values
}

async function save(page: Page, file: string) {
  count++
  // What is in front of a page, or scrolls with it, is taken as the visitor sees it.
  const fullPage = !/dialog|menu|bar|toast|calendar/.test(file)
  await page.evaluate(() => document.fonts.ready)
  // The bars would cover the middle of the page. The one at the bottom has pictures of its own.
  if (fullPage) await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  const style = fullPage ? '[data-slot=sticky-bar] { visibility: hidden }' : ''
  // This ends the transitions of dialogs and toasts.
  const animations = 'disabled'
  await page.screenshot({ path: join(folder, file), fullPage, animations, style })
}

async function walkWithoutScripts(...[page, take]: Parameters<Walk>) {
  await page.goto('/')
  await take('landing')
  await page.goto('/book-demo')
  await take('booking')
}
