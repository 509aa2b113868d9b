import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { pacific } from '../lib/pacific'
import { type State, states } from './shots-states'
import { launchBrowser } from './support/browser'
import { newClientAddress } from './support/client-address'
import { forEachConcurrently } from './support/concurrency'
import { root, startSite } from './support/site'
import { WebhookReceiver } from './support/webhook-receiver'

/**
 * npm run shots -- [WORD…]
 *
 * Saves screenshots of every page and state at every width, light and dark, in `shots/`. Words select some:
 * `npm run shots -- landing 390 dark` takes those whose name contains "landing", 390 pixels wide, in the dark. Fails if a
 * state is not reached or a page is too wide. `npm run shots -- webkit` takes those of tests/shots-webkit.ts.
 */

const words = process.argv.slice(2)
if (words.includes('webkit')) {
  const { takeWebKitShots } = await import('./shots-webkit')
  await takeWebKitShots()
  process.exit()
}

const folder = join(root, 'shots')
const widths = ['320', '390', '768', '1280', '1920']
const schemes = ['light', 'dark'] as const
const choose = <Value extends string>(values: readonly Value[]) => {
  const chosen = values.filter((value) => words.includes(value))
  return chosen.length > 0 ? chosen : values
}
const names = words.filter((word) => !widths.includes(word) && !/^(light|dark)$/.test(word))
const wanted = choose(widths).flatMap((width) =>
  choose(schemes).flatMap((scheme) =>
    Object.entries(states)
      .filter(([name]) => names.every((word) => name.includes(word)))
      .filter(([, { below = Infinity }]) => Number(width) < below)
      .map(([name, state]) => ({ name, width: Number(width), scheme, state })),
  ),
)
if (wanted.length === 0) {
  console.error(
    `No screenshot matches ${words.join(' ')}. The names are ${Object.keys(states).join(', ')}`,
  )
  process.exit(1)
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
const receiver = await WebhookReceiver.start()
receiver.respondByDefault(({ body }) => (body.includes('Falls') ? 500 : 'accept'))
const site = await startSite(receiver)
const browser = await launchBrowser()
const largeTextBrowser = await launchBrowser('--blink-settings=defaultFontSize=32')
const contexts = new Map<string, Promise<BrowserContext>>()
const failures: string[] = []
await forEachConcurrently(wanted, 4, async ({ name, width, scheme, state }) => {
  const file = `${name}${scheme === 'dark' ? '-dark' : ''}-${width}.png`
  const page = await (await contextFor(state)).newPage()
  await take(page, join(folder, file), width, scheme, state).catch((error) =>
    failures.push(`${file}: ${error instanceof Error ? error.message : error}`),
  )
  await page.close()
})
await Promise.all([browser.close(), largeTextBrowser.close(), site.stop(), receiver.stop()])
for (const failure of failures) console.error(failure)
console.log(`${wanted.length - failures.length} of ${wanted.length} screenshots in shots/`)
process.exit(failures.length > 0 ? 1 : 0)

/** Pages with the same settings share a context and its cache. Each page has its own sessionStorage. */
function contextFor({ largeText, zone = pacific, scripts = true }: State): Promise<BrowserContext> {
  const key = [largeText, zone, scripts].join()
  const context =
    contexts.get(key) ??
    (largeText ? largeTextBrowser : browser).newContext({
      timezoneId: zone,
      javaScriptEnabled: scripts,
    })
  contexts.set(key, context)
  return context
}

async function take(
  page: Page,
  path: string,
  width: number,
  colorScheme: 'light' | 'dark',
  { path: address, reach, visiblePart, animated, stored = {} }: State,
) {
  await page.setViewportSize({ width, height: width < 768 ? 844 : 900 })
  await page.emulateMedia({ colorScheme, reducedMotion: animated ? 'no-preference' : 'reduce' })
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': newClientAddress() })
  await page.addInitScript((stored) => {
    for (const [key, value] of Object.entries(stored)) sessionStorage.setItem(key, value)
  }, stored)
  await page.goto(site.url + address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await reach?.(page)
  await page.evaluate(() => document.fonts.ready)
  if (!visiblePart) await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  // `disabled` ends the transitions of dialogs and toasts.
  const animations = animated ? 'allow' : 'disabled'
  await page.screenshot({ path, fullPage: !visiblePart, animations })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  if (overflow > 0) throw new Error(`${overflow} px too wide`)
}
