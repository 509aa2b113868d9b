import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { TZDate } from '@date-fns/tz'
import { type BrowserContext, chromium, type Locator, type Page } from '@playwright/test'
import { addDays, format } from 'date-fns'
import { pacific } from '../lib/dates'
import { browserArgs } from './support/browser-args'
import { strangerAddress } from './support/native-post'
import { Receiver } from './support/receiver'
import { root, Site } from './support/site'

/**
 * npm run shots -- [WORD…]
 *
 * Pictures of every page and state at every width, in `shots/`. Words narrow them down: `npm run shots -- landing 390`
 * takes those whose name contains "landing", at 390 pixels. Fails when a state was not reached or a page is too wide.
 */

const folder = join(root, 'shots')
const widths = [320, 390, 768, 1280, 1920]
const words = process.argv.slice(2)
const wantedWidths = widths.filter((width) => words.includes(String(width)))
const wantedNames = words.filter((word) => !widths.includes(Number(word)))

/** Entries that the form accepts. The receiver refuses a lead whose name contains "Falls". */
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
const newYork = { zone: 'America/New_York', theirTime: '3:30 PM' }

type State = {
  path: string
  /** Brings the page into the state that the picture is named after, and waits until the page shows it. */
  reach?: (page: Page) => Promise<unknown>
  /** A picture of the whole page, not only of the window. */
  whole?: boolean
  dark?: boolean
  /** The page as it looks in the middle of its motion; otherwise motion is reduced. */
  moving?: boolean
  scripts?: boolean
  largeText?: boolean
  zone?: string
  /** Only on narrower screens. */
  below?: number
  /** What the tab remembers. */
  stored?: Record<string, string>
}

const landing = { path: '/', whole: true }
const dialog = { path: '/', reach: openDialog }
const notFound = { path: '/no/such/page', whole: true }

const states: Record<string, State> = {
  landing,
  'landing-dark': { ...landing, dark: true },
  'landing-text-200': { ...landing, largeText: true },
  'landing-no-script': { ...landing, scripts: false },
  'landing-mid-call': { path: '/', moving: true, reach: (page) => seekCall(page, 4600) },
  'landing-faq-open': { path: '/', reach: openQuestions },
  'landing-calculated': { path: '/', reach: calculate },
  menu: { path: '/', below: 768, reach: openMenu },
  bar: { path: '/', reach: scrollToBar },
  dialog,
  'dialog-dark': { ...dialog, dark: true },
  'dialog-text-200': { ...dialog, largeText: true },
  'dialog-filled': { path: '/', reach: (page) => fillDialog(page, visitor.fullName) },
  'dialog-invalid': { path: '/', reach: sendInvalid },
  'dialog-failed': { path: '/', reach: (page) => sendDialog(page, 'Ana Falls', 'alert') },
  'dialog-success': { path: '/', reach: sendAccepted },
  'dialog-bar': { path: '/', reach: openBarDialog },
  'book-1': { path: '/book-demo', whole: true, reach: otherStepsHidden },
  'book-1-errors': { path: '/book-demo', whole: true, reach: leaveWrongFields },
  'book-2': draft(2),
  'book-2-counter': draft(2, {
    entries: { businessDescription: 'Drains. '.repeat(120) },
    reach: (page) => page.locator('[data-slot=counter]').waitFor(),
  }),
  'book-3': draft(3, { entries: { preferredDate: '', preferredTime: '' } }),
  'book-3-calendar': draft(3, { whole: false, reach: openCalendar }),
  'book-3-calendar-dark': draft(3, { whole: false, dark: true, reach: openCalendar }),
  'book-3-elsewhere': draft(3, {
    zone: newYork.zone,
    reach: (page) => section(page, 3).getByText(newYork.theirTime).waitFor(),
  }),
  'book-4': draft(4, {
    zone: newYork.zone,
    reach: (page) => section(page, 4).getByText(newYork.theirTime).waitFor(),
  }),
  'book-4-dark': draft(4, { dark: true }),
  'book-4-text-200': draft(4, { largeText: true }),
  'book-4-invalid': draft(4, {
    entries: { fullName: 'R2D2', website: 'none' },
    reach: (page) => section(page, 4).locator('dd .text-wrong').nth(1).waitFor(),
  }),
  'book-4-failed': draft(4, {
    whole: false,
    entries: { fullName: 'Ana Falls' },
    reach: failToBook,
  }),
  'book-no-script': { path: '/book-demo', whole: true, scripts: false },
  'thank-you': booked({
    zone: newYork.zone,
    reach: (page) => ticket(page, newYork.theirTime).waitFor(),
  }),
  'thank-you-dark': booked({ dark: true }),
  'thank-you-unknown': {
    path: '/thank-you',
    whole: true,
    reach: (page) => page.locator('[data-slot=ticket] dl[class=ticket-rows]').waitFor(),
  },
  'not-found': notFound,
  'not-found-dark': { ...notFound, dark: true },
  error: booked({ reach: breakPage }),
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
const receiver = await Receiver.start()
receiver.whatever(({ body }) => (body.includes('Falls') ? 500 : 'accept'))
const site = await Site.start({
  CALLBACK_WEBHOOK_URL: receiver.url('/hooks/plumbing_xperience'),
  BOOKING_WEBHOOK_URL: receiver.url('/hooks/landing_page_book_demo'),
  CLIENT_ADDRESS: 'proxy:1',
})
const browser = await launch()
const largeTextBrowser = await launch('--blink-settings=defaultFontSize=32')
const contexts = new Map<string, Promise<BrowserContext>>()

const jobs = (wantedWidths.length > 0 ? wantedWidths : widths).flatMap((width) =>
  Object.entries(states)
    .filter(([name, { below = Infinity }]) => width < below && contains(name))
    .map(([name, state]) => ({ name, width, state })),
)
const total = jobs.length
const started = Date.now()
const failures: string[] = []
await Promise.all(Array.from({ length: 4 }, work))
await Promise.all([browser.close(), largeTextBrowser.close(), site.stop(), receiver.stop()])
for (const failure of failures) console.error(failure)
console.log(
  `${total - failures.length} of ${total} pictures in shots/, ${Math.round((Date.now() - started) / 1000)} s`,
)
process.exit(failures.length > 0 ? 1 : 0)

function contains(name: string): boolean {
  return wantedNames.every((word) => name.includes(word))
}

async function work() {
  for (let job = jobs.shift(); job; job = jobs.shift()) {
    const { name, width, state } = job
    try {
      await take(`${name}-${width}.png`, width, state)
    } catch (error) {
      failures.push(`${name} at ${width}: ${error instanceof Error ? error.message : error}`)
    }
  }
}

async function take(file: string, width: number, state: State) {
  const page = await (await contextFor(state)).newPage()
  try {
    await page.setViewportSize({ width, height: width < 768 ? 844 : 900 })
    await page.emulateMedia({
      colorScheme: state.dark ? 'dark' : 'light',
      reducedMotion: state.moving ? 'no-preference' : 'reduce',
    })
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': strangerAddress() })
    await page.addInitScript((stored) => {
      for (const [key, value] of Object.entries(stored)) sessionStorage.setItem(key, value)
    }, state.stored ?? {})
    await page.goto(site.url + state.path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await state.reach?.(page)
    await page.evaluate(() => document.fonts.ready)
    if (state.whole) await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await page.screenshot({
      path: join(folder, file),
      fullPage: state.whole,
      // Transitions of a dialog or a toast are taken to their end.
      animations: state.moving ? 'allow' : 'disabled',
    })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (overflow > 0) throw new Error(`${overflow} px too wide`)
  } finally {
    await page.close()
  }
}

/** Pages of one kind share a cache. What was typed stays in its own tab. */
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

function launch(...flags: string[]) {
  return chromium.launch({
    executablePath: process.env.BROWSER_PATH,
    args: [...browserArgs, ...flags],
  })
}

/* The landing page */

/** Holds the example call at a moment of its eight seconds. */
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
  for (const question of await questions.all()) await question.locator('summary').click()
  await page
    .locator('details[open]')
    .nth((await questions.count()) - 1)
    .waitFor()
}

async function calculate(page: Page) {
  await page.locator('#loss-calls').fill('120')
  await page.locator('#loss-price').fill('1200')
  const sum = page.getByText('$54,600', { exact: true })
  await sum.waitFor()
  await sum.scrollIntoViewIfNeeded()
}

async function openMenu(page: Page) {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.locator('#menu').waitFor()
}

async function scrollToBar(page: Page): Promise<Locator> {
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
  const bar = await scrollToBar(page)
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
  await dialog.getByLabel('Full Name').fill(name)
  await dialog.getByLabel('Phone Number').fill(visitor.phoneNumber)
  await dialog.getByLabel('Email Address').fill(visitor.email)
  await dialog.getByLabel('Business Name').fill(visitor.businessName)
  return dialog
}

async function sendDialog(page: Page, name: string, role: 'alert' | 'status'): Promise<Locator> {
  const dialog = await fillDialog(page, name)
  await scriptsRun(dialog)
  await dialog.getByRole('button', { name: 'Get a Call' }).click()
  await toast(page, role).waitFor()
  return dialog
}

async function sendInvalid(page: Page) {
  const dialog = await sendDialog(page, 'R2D2', 'alert')
  await dialog.locator('[aria-invalid=true]').waitFor()
}

async function sendAccepted(page: Page) {
  const dialog = await sendDialog(page, visitor.fullName, 'status')
  await dialog.waitFor({ state: 'hidden' })
}

function toast(page: Page, role: 'alert' | 'status'): Locator {
  return page.locator(`[data-slot=toast][role=${role}]`)
}

/** A form gets its id from the page's scripts. */
function scriptsRun(form: Locator) {
  return form.locator('[name=submissionId]:not([value=""])').waitFor({ state: 'attached' })
}

/* Booking */

/** The form as an earlier visit left it, on one of its steps. */
function draft(
  step: number,
  { entries, reach, ...state }: Partial<State> & { entries?: Partial<typeof visitor> } = {},
): State {
  const all = { ...visitor, ...entries }
  return {
    path: '/book-demo',
    whole: true,
    stored: { bookingDraft: JSON.stringify({ step, entries: all }) },
    async reach(page) {
      const label = ['Contact', 'Business', 'Schedule', 'Review'][step - 1]
      await page.locator('[aria-current=step]').filter({ hasText: label }).waitFor()
      await section(page, step).waitFor()
      await otherStepsHidden(page)
      // The ticket beside the form, and the review, come with the entries.
      await ticket(page, all.fullName).waitFor({ state: 'attached' })
      await reach?.(page)
    },
    ...state,
  }
}

/** Until hydration an animation hides the other steps. A picture takes it to its end, where they show. */
function otherStepsHidden(page: Page) {
  return page.locator('main form > section[hidden]').nth(2).waitFor({ state: 'attached' })
}

function section(page: Page, step: number): Locator {
  return page.locator(`section[aria-labelledby=step-${step}]`)
}

function ticket(page: Page, text: string): Locator {
  return page.locator('[data-slot=ticket]').filter({ hasText: text })
}

async function leaveWrongFields(page: Page) {
  await scriptsRun(page.locator('main form'))
  await page.getByLabel('Full Name').fill('R2D2')
  await page.getByLabel('Email Address').fill('ana')
  await page.getByLabel('Phone Number').fill('123')
  await page.getByLabel('Full Name').focus()
  for (const field of ['fullName', 'email', 'phoneNumber'])
    await page.locator(`#${field}-error`).waitFor()
}

async function openCalendar(page: Page) {
  await page.getByLabel('Preferred Date').click()
  await page.locator('#calendar').getByRole('grid').waitFor()
}

async function failToBook(page: Page) {
  await page.getByRole('button', { name: 'Book My Free Demo' }).click()
  await toast(page, 'alert').waitFor()
}

function booked({ reach, ...state }: Partial<State>): State {
  return {
    path: '/thank-you',
    whole: true,
    stored: {
      demoStartTime: `${visitor.preferredDate.replaceAll('-', '')}T123000`,
      demoName: visitor.fullName,
      demoBusiness: visitor.businessName,
    },
    reach: reach ?? ((page) => ticket(page, visitor.fullName).waitFor()),
    ...state,
  }
}

/** A page whose scripts fail while it renders. */
async function breakPage(page: Page) {
  await page.addInitScript(() => {
    Date.prototype.toISOString = () => {
      throw new Error('broken for the picture')
    }
  })
  await page.reload()
  await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor()
}
