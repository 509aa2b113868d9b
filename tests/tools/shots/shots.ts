import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from '@playwright/test'
import { openReview } from '../../support/visitor/booking'
import { launchBrowser } from '../../support/browser/browser'
import { callbackVisitor, fillDialog, openDialog, submitOf, toastOf } from '../../support/visitor/callback'
import { newClientAddress } from '../../support/visitor/visitor'
import { forEachConcurrently } from '../../support/process/wait'
import { hydrate } from '../../support/browser/scripts'
import { makeOtherBuild, otherBuild } from '../../support/site/other-build'
import { root, Site, startSite } from '../../support/site/site'
import { walkBooking, walkPages } from '../../support/browser/states'
import { WebhookReceiver } from '../../support/receiver/webhook-receiver'

/**
 * npm run tool -- shots [WORD…]
 *
 * Saves screenshots of every page and state at every width, light, dark, with text twice as large, and with a support
 * contact and a privacy policy, in `shots/`. Words select some: `npm run tool -- shots booking 390 dark` takes those whose
 * names contain "booking", 390 pixels wide, in the dark. Fails if a state is not reached or a page is too wide.
 * `npm run tool -- shots webkit` takes those of tests/tools/shots/shots-webkit.ts. `npm run tool -- shots compare FOLDER` compares `shots/` with
 * the pictures in another folder instead.
 */

const words = process.argv.slice(2)
if (words[0] === 'compare') {
  const { compareShots } = await import('./compare-shots')
  process.exit((await compareShots(words[1] ?? '', join(root, 'shots'))) > 0 ? 1 : 0)
}
if (words.includes('webkit')) {
  const { takeWebKitShots } = await import('./shots-webkit')
  await takeWebKitShots()
  process.exit()
}

type Visit = (path: string) => Promise<void>
type Take = (state: string) => Promise<void>
type Walk = (page: Page, visit: Visit, take: Take) => Promise<void>

const walks: Record<string, Walk> = {
  pages: walkPages,
  booking: walkBooking,
  'pages-without-scripts': walkWithoutScripts,
  'pages-failures': walkFailures,
  'pages-call': walkExampleCall,
}
const widths = ['320', '390', '768', '1280', '1920']
const styles = ['light', 'dark', 'large', 'contact']

const folder = join(root, 'shots')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
const receiver = await WebhookReceiver.start()
receiver.respondByDefault(({ body }) => (body.includes('Falls') ? 500 : 'accept'))
const site = await startSite(receiver)
let siteWithContact: Site | undefined
if (choose(styles).includes('contact')) {
  makeOtherBuild()
  siteWithContact = await startSite(receiver, {}, otherBuild)
}
const browser = await launchBrowser()
const browserWithLargeText = await launchBrowser('--blink-settings=defaultFontSize=32')
let count = 0
const failures: string[] = []
const tasks = choose(widths).flatMap((width) =>
  choose(styles).flatMap((style) => Object.keys(walks).map((name) => ({ width, style, name }))),
)
await forEachConcurrently(tasks, 4, async ({ width, style, name }) => {
  const [page, close] = await open(Number(width), style, name)
  const visit = async (path: string) => {
    await page.goto((style === 'contact' && siteWithContact ? siteWithContact : site).url + path)
  }
  const take = (state: string) => {
    const file = `${name}-${state.replaceAll(' ', '-')}-${style}-${width}.png`
    return save(page, file, name === 'pages-call')
  }
  await walks[name]?.(page, visit, take).catch((error) =>
    failures.push(`${name}, ${style}, ${width} pixels: ${error}`),
  )
  await close()
})
await Promise.all([browser.close(), browserWithLargeText.close(), receiver.stop()])
await Promise.all(Site.all.map((each) => each.stop()))
for (const failure of failures) console.error(failure)
console.log(`${count} screenshots in shots/`)
process.exit(failures.length > 0 || count === 0 ? 1 : 0)

function choose(values: readonly string[]): readonly string[] {
  const chosen = values.filter((value) => words.includes(value))
  return chosen.length > 0 ? chosen : values
}

/** Opens a page in New York, where a visitor sees local times too. */
async function open(width: number, style: string, name: string) {
  const options: BrowserContextOptions = {
    viewport: { width, height: width < 768 ? 844 : 900 },
    colorScheme: style === 'dark' ? 'dark' : 'light',
    reducedMotion: name === 'pages-call' ? 'no-preference' : 'reduce',
    javaScriptEnabled: name !== 'pages-without-scripts',
    timezoneId: 'America/New_York',
    // `save` adds a style.
    bypassCSP: true,
    extraHTTPHeaders: { 'x-forwarded-for': newClientAddress() },
  }
  const context = await (style === 'large' ? browserWithLargeText : browser).newContext(options)
  return [await context.newPage(), () => context.close()] as const
}

async function save(page: Page, file: string, animated: boolean) {
  const names = words.filter((word) => !widths.includes(word) && !styles.includes(word))
  if (!names.every((word) => file.includes(word))) return
  count++
  // What is in front of a page, or scrolls with it, is taken as the visitor sees it.
  const fullPage = !animated && !/dialog|menu|bar|toast|calendar/.test(file)
  // `disabled` ends the transitions of dialogs and toasts.
  const animations = animated ? 'allow' : 'disabled'
  await page.evaluate(() => document.fonts.ready)
  // The bars would cover the middle of the page. The one at the bottom has pictures of its own.
  if (fullPage) await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  const style = fullPage ? '[data-slot=sticky-bar] { visibility: hidden }' : ''
  await page.screenshot({ path: join(folder, file), fullPage, animations, style })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  if (overflow > 0) failures.push(`${file}: ${overflow} px too wide`)
}

async function walkWithoutScripts(_: Page, visit: Visit, take: Take) {
  await visit('/')
  await take('landing')
  await visit('/book-demo')
  await take('booking')
}

async function walkFailures(page: Page, visit: Visit, take: Take) {
  await visit('/')
  await hydrate(page)
  const dialog = await openDialog(page, 'See AI in Action')
  await fillDialog(dialog, { ...callbackVisitor, 'Full Name': 'Ana Falls' })
  await submitOf(dialog).click()
  await toastOf(page).waitFor()
  await take('dialog')
  await visit('/thank-you')
  await page.locator('[data-slot=ticket] dl[class=ticket-rows]').waitFor()
  await take('thank-you without a booking')
  await openReview(page, new URL(page.url()).origin)
  await page.route('**/book-demo', () => undefined)
  await page.getByRole('button', { name: 'Book My Free Demo' }).click()
  await page.getByRole('button', { name: 'Booking Demo...' }).waitFor()
  await take('sending')
  await page.unroute('**/book-demo')
  await page.addInitScript(() => {
    sessionStorage.setItem('demoStartTime', '20261205T123000')
    Date.prototype.toISOString = () => {
      throw new Error('broken for the screenshot')
    }
  })
  await visit('/thank-you')
  await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor()
  await take('error page')
}

/** Pauses the example call at several seconds. */
async function walkExampleCall(page: Page, visit: Visit, take: Take) {
  await visit('/')
  const call = page.getByRole('figure', { name: /^Example/ })
  await call.scrollIntoViewIfNeeded()
  await call.hover()
  await call.getByRole('button', { name: 'Pause' }).waitFor()
  for (const second of [0, 1, 3, 5, 7, 8]) {
    await call.evaluate((figure, time) => {
      for (const animation of figure.getAnimations({ subtree: true })) {
        animation.pause()
        animation.currentTime = time
      }
    }, second * 1000)
    await take(`second ${second}`)
  }
}
