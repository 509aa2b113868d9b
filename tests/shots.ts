import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { TZDate } from '@date-fns/tz'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { addDays, format } from 'date-fns'
import { pacific } from '../lib/pacific'
import { launchBrowser } from './support/browser'
import { fillCallback } from './support/callback'
import { newClientAddress } from './support/client-address'
import { forEachConcurrently } from './support/concurrency'
import { untilSubmissionId } from './support/hydration'
import { root, startSite } from './support/site'
import { WebhookReceiver } from './support/webhook-receiver'

/**
 * npm run shots -- [WORD…]
 *
 * Saves screenshots of every page and state at every width in `shots/`. Words select some: `npm run shots -- landing 390`
 * takes those whose name contains "landing", 390 pixels wide. Fails if a state is not reached or a page is too wide.
 * `npm run shots -- webkit` takes those of tests/shots-webkit.ts.
 */

if (process.argv.includes('webkit')) {
  const { takeWebKitShots } = await import('./shots-webkit')
  await takeWebKitShots()
  process.exit()
}

const folder = join(root, 'shots')
const widths = [320, 390, 768, 1280, 1920]
const words = process.argv.slice(2)
const wantedWidths = widths.filter((width) => words.includes(String(width)))
const wantedNames = words.filter((word) => !widths.includes(Number(word)))

/** Valid entries. The webhook rejects a lead whose name contains "Falls". */
const visitor = {
  fullName: 'Ana O’Brien',
  email: 'ana@ruizplumbing.com',
  phoneNumber: '509-555-0147',
  businessName: 'Ruiz & Sons Plumbing',
  businessDescription: 'Two trucks, drains and water heaters, all of Spokane.',
  website: 'https://ruizplumbing.com',
  challenges: ['Missed calls after hours', 'Increasing online reviews'],
  customChallenge: '',
  currentTools: 'Paper, pen and a whiteboard',
  preferredDate: format(addDays(new TZDate(Date.now(), pacific), 6), 'yyyy-MM-dd'),
  preferredTime: '12:30 PM',
  additionalNotes: '',
  interestedServices: ['ai-call-handling', 'review-management'],
}
const newYork = { zone: 'America/New_York', localTime: '3:30 PM' }

type State = {
  path: string
  /** Brings the page into this state and waits until the page shows it. */
  reach?: (page: Page) => Promise<unknown>
  /** Takes the whole page instead of the visible part. */
  fullPage?: boolean
  dark?: boolean
  /** Keeps animations. All other screenshots reduce motion. */
  animated?: boolean
  scripts?: boolean
  largeText?: boolean
  zone?: string
  /** Only on screens narrower than this. */
  below?: number
  /** The content of sessionStorage. */
  stored?: Record<string, string>
}

const landing = { path: '/', fullPage: true }
const dialog = { path: '/', reach: openDialog }
const notFound = { path: '/no/such/page', fullPage: true }

const states: Record<string, State> = {
  landing,
  'landing-dark': { ...landing, dark: true },
  'landing-text-200': { ...landing, largeText: true },
  'landing-no-script': { ...landing, scripts: false },
  'landing-mid-call': { path: '/', animated: true, reach: (page) => seekCall(page, 4600) },
  'landing-faq-open': { path: '/', reach: openQuestions },
  'landing-calculated': { path: '/', reach: calculate },
  menu: { path: '/', below: 768, reach: openMenu },
  bar: { path: '/', reach: scrollToStickyBar },
  dialog,
  'dialog-dark': { ...dialog, dark: true },
  'dialog-text-200': { ...dialog, largeText: true },
  'dialog-filled': { path: '/', reach: (page) => fillDialog(page, visitor.fullName) },
  'dialog-invalid': { path: '/', reach: submitInvalid },
  'dialog-failed': { path: '/', reach: (page) => submitDialog(page, 'Ana Falls', 'alert') },
  'dialog-success': { path: '/', reach: submitValid },
  'dialog-bar': { path: '/', reach: openBarDialog },
  'book-1': { path: '/book-demo', fullPage: true, reach: otherStepsHidden },
  'book-1-errors': { path: '/book-demo', fullPage: true, reach: blurInvalidFields },
  'book-2': draft(2),
  'book-2-counter': draft(2, {
    entries: { businessDescription: 'Drains. '.repeat(120) },
    reach: (page) => page.locator('[data-slot=counter]').waitFor(),
  }),
  'book-3': draft(3, { entries: { preferredDate: '', preferredTime: '' } }),
  'book-3-calendar': draft(3, { fullPage: false, reach: openCalendar }),
  'book-3-calendar-dark': draft(3, { fullPage: false, dark: true, reach: openCalendar }),
  'book-3-local-time': draft(3, {
    zone: newYork.zone,
    reach: (page) => section(page, 3).getByText(newYork.localTime).waitFor(),
  }),
  'book-4': draft(4, {
    zone: newYork.zone,
    reach: (page) => section(page, 4).getByText(newYork.localTime).waitFor(),
  }),
  'book-4-dark': draft(4, { dark: true }),
  'book-4-text-200': draft(4, { largeText: true }),
  'book-4-invalid': draft(4, {
    entries: { fullName: 'R2D2', website: 'none' },
    reach: (page) => section(page, 4).locator('dd .text-wrong').nth(1).waitFor(),
  }),
  'book-4-failed': draft(4, {
    fullPage: false,
    entries: { fullName: 'Ana Falls' },
    reach: failToBook,
  }),
  'book-no-script': { path: '/book-demo', fullPage: true, scripts: false },
  'thank-you': booked({
    zone: newYork.zone,
    reach: (page) => ticket(page, newYork.localTime).waitFor(),
  }),
  'thank-you-dark': booked({ dark: true }),
  'thank-you-unknown': {
    path: '/thank-you',
    fullPage: true,
    reach: (page) => page.locator('[data-slot=ticket] dl[class=ticket-rows]').waitFor(),
  },
  'not-found': notFound,
  'not-found-dark': { ...notFound, dark: true },
  error: booked({ reach: breakPage }),
}

const screenshots = (wantedWidths.length > 0 ? wantedWidths : widths).flatMap((width) =>
  Object.entries(states)
    .filter(([name, { below = Infinity }]) => width < below && isWanted(name))
    .map(([name, state]) => ({ name, width, state })),
)
if (screenshots.length === 0) {
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

const started = Date.now()
const failures: string[] = []
await forEachConcurrently(screenshots, 4, async ({ name, width, state }) => {
  try {
    await take(`${name}-${width}.png`, width, state)
  } catch (error) {
    failures.push(`${name} at ${width}: ${error instanceof Error ? error.message : error}`)
  }
})
await Promise.all([browser.close(), largeTextBrowser.close(), site.stop(), receiver.stop()])
for (const failure of failures) console.error(failure)
console.log(
  `${screenshots.length - failures.length} of ${screenshots.length} screenshots in shots/, ${Math.round((Date.now() - started) / 1000)} s`,
)
process.exit(failures.length > 0 ? 1 : 0)

function isWanted(name: string): boolean {
  return wantedNames.every((word) => name.includes(word))
}

async function take(file: string, width: number, state: State) {
  const page = await (await contextFor(state)).newPage()
  try {
    await page.setViewportSize({ width, height: width < 768 ? 844 : 900 })
    await page.emulateMedia({
      colorScheme: state.dark ? 'dark' : 'light',
      reducedMotion: state.animated ? 'no-preference' : 'reduce',
    })
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': newClientAddress() })
    await page.addInitScript((stored) => {
      for (const [key, value] of Object.entries(stored)) sessionStorage.setItem(key, value)
    }, state.stored ?? {})
    await page.goto(site.url + state.path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await state.reach?.(page)
    await page.evaluate(() => document.fonts.ready)
    if (state.fullPage) await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await page.screenshot({
      path: join(folder, file),
      fullPage: state.fullPage,
      // `disabled` ends the transitions of dialogs and toasts.
      animations: state.animated ? 'allow' : 'disabled',
    })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (overflow > 0) throw new Error(`${overflow} px too wide`)
  } finally {
    await page.close()
  }
}

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

/* The landing page */

/** Pauses the example call at this time of its eight seconds. */
async function seekCall(page: Page, ms: number) {
  const call = page.getByRole('figure', { name: /^Example/ })
  await call.scrollIntoViewIfNeeded()
  await call.hover()
  await call.getByRole('button', { name: 'Pause' }).waitFor()
  await call.evaluate((figure, at) => {
    for (const animation of figure.getAnimations({ subtree: true })) {
      animation.pause()
      animation.currentTime = at
    }
  }, ms)
}

async function openQuestions(page: Page) {
  const questions = page.locator('details')
  for (const question of (await questions.all()).slice(1)) await question.locator('summary').click()
  await page
    .locator('details[open]')
    .nth((await questions.count()) - 1)
    .waitFor()
}

async function calculate(page: Page) {
  await page.locator('#loss-calls').fill('120')
  await page.locator('#loss-price').fill('1200')
  const result = page.getByText('$54,600', { exact: true })
  await result.waitFor()
  await result.scrollIntoViewIfNeeded()
}

async function openMenu(page: Page) {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.locator('#menu').waitFor()
}

async function scrollToStickyBar(page: Page): Promise<Locator> {
  await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }))
  const bar = page.getByRole('complementary')
  await bar.waitFor()
  return bar
}

/* The dialogs */

async function openDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'See Live AI in Action' }).click()
  return openedDialog(page)
}

async function openBarDialog(page: Page) {
  const bar = await scrollToStickyBar(page)
  await bar.getByRole('button', { name: /Chat|Call Our AI/ }).click()
  await openedDialog(page)
}

async function openedDialog(page: Page): Promise<Locator> {
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  return dialog
}

async function fillDialog(page: Page, name: string): Promise<Locator> {
  const dialog = await openDialog(page)
  const { phoneNumber: phone, email, businessName } = visitor
  await fillCallback(dialog, { name, phone, email, businessName })
  return dialog
}

async function submitDialog(page: Page, name: string, role: 'alert' | 'status'): Promise<Locator> {
  const dialog = await fillDialog(page, name)
  await untilSubmissionId(dialog)
  await dialog.getByRole('button', { name: 'Get a Call' }).click()
  await toast(page, role).waitFor()
  return dialog
}

async function submitInvalid(page: Page) {
  const dialog = await submitDialog(page, 'R2D2', 'alert')
  await dialog.locator('[aria-invalid=true]').waitFor()
}

async function submitValid(page: Page) {
  const dialog = await submitDialog(page, visitor.fullName, 'status')
  await dialog.waitFor({ state: 'hidden' })
}

function toast(page: Page, role: 'alert' | 'status'): Locator {
  return page.locator(`[data-slot=toast][role=${role}]`)
}

/* Booking */

/** The booking page with a restored draft, at one of its steps. */
function draft(
  step: number,
  { entries, reach, ...state }: Partial<State> & { entries?: Partial<typeof visitor> } = {},
): State {
  const restored = { ...visitor, ...entries }
  return {
    path: '/book-demo',
    fullPage: true,
    stored: { bookingDraft: JSON.stringify({ step, entries: restored }) },
    async reach(page) {
      const label = ['Contact', 'Business', 'Schedule', 'Review'][step - 1]
      await page.locator('[aria-current=step]').filter({ hasText: label }).waitFor()
      await section(page, step).waitFor()
      await otherStepsHidden(page)
      // The ticket and the review show the entries once the draft is restored.
      await ticket(page, restored.fullName).waitFor({ state: 'attached' })
      await reach?.(page)
    },
    ...state,
  }
}

/** Until hydration an animation hides the other steps. A picture takes it to its end, where they show. */
function otherStepsHidden(page: Page) {
  return page.locator('main form section[hidden]').nth(2).waitFor({ state: 'attached' })
}

function section(page: Page, step: number): Locator {
  return page.locator(`section[aria-labelledby=step-${step}]`)
}

function ticket(page: Page, text: string): Locator {
  return page.locator('[data-slot=ticket]').filter({ hasText: text })
}

async function blurInvalidFields(page: Page) {
  await untilSubmissionId(page.locator('main form'))
  await page.getByLabel('Full Name').fill('R2D2')
  await page.getByLabel('Email Address').fill('ana')
  await page.getByLabel('Phone Number').fill('123')
  await page.getByLabel('Full Name').focus()
  for (const field of ['fullName', 'email', 'phoneNumber'])
    await page.locator(`#${field}-error`).waitFor()
}

async function openCalendar(page: Page) {
  await page.getByRole('button', { name: 'Preferred Date' }).click()
  await page.locator('#calendar').getByRole('grid').waitFor()
}

async function failToBook(page: Page) {
  await page.getByRole('button', { name: 'Book My Free Demo' }).click()
  await toast(page, 'alert').waitFor()
}

function booked({ reach, ...state }: Partial<State>): State {
  return {
    path: '/thank-you',
    fullPage: true,
    stored: {
      demoStartTime: `${visitor.preferredDate.replaceAll('-', '')}T123000`,
      demoName: visitor.fullName,
      demoBusiness: visitor.businessName,
    },
    reach: reach ?? ((page) => ticket(page, visitor.fullName).waitFor()),
    ...state,
  }
}

/** Makes the page's scripts throw while it renders. */
async function breakPage(page: Page) {
  await page.addInitScript(() => {
    Date.prototype.toISOString = () => {
      throw new Error('broken for the screenshot')
    }
  })
  await page.reload()
  await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor()
}
