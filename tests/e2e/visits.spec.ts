import type { Page } from '@playwright/test'
import { hydrate } from '../support/browser/scripts'
import { test as base, expect } from '../support/browser/test'
import { translatePages } from '../support/browser/translation'
import { sqlite } from '../support/database/database'
import { startSite } from '../support/site/site'
import {
  clickUntilBooked,
  expectStep,
  fillBusiness,
  fillContact,
  fillUntilReview,
  next,
  visitor,
} from '../support/visitor/booking'
import {
  callbackVisitor,
  clickUntilSent,
  fillDialog,
  openDialog,
} from '../support/visitor/callback'
import { newClientAddress } from '../support/visitor/visitor'

/** What pages count of a visit. Browsers that a program drives count nothing, so these hide it. */

const hideDriver = "Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false })"

type NewVisitor = () => Promise<Page>

const test = base.extend<{ newVisitor: NewVisitor }>({
  /** A page of a browser without anything stored. */
  newVisitor: async ({ browser, failOnErrors }, use) => {
    await use(async () => {
      const context = await browser.newContext({
        reducedMotion: 'reduce',
        extraHTTPHeaders: { 'x-forwarded-for': newClientAddress() },
      })
      await context.addInitScript(hideDriver)
      const page = await context.newPage()
      await failOnErrors(page)
      return page
    })
  },
})

const spring = 'utm_source=google&utm_campaign=spring'
const flyer = 'utm_source=flyer'

/** Opens a dialog and closes it, and closes the tab at the third step of a booking, after a wrong number. */
async function leaveBooking(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/?${spring}`)
  await expect(await openDialog(page, 'See AI in Action')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Book Demo' }).first().click()
  await page.waitForURL('**/book-demo*')
  // What was entered before is checked when it changes again.
  await hydrate(page)
  await fillContact(page, { phoneNumber: '123' })
  await page.getByLabel('Full Name').focus()
  await expect(page.getByText('10 to 15 digits')).toBeVisible()
  await page.getByLabel('Phone Number').fill(visitor.phoneNumber)
  await next(page).click()
  await expectStep(page, 'Business')
  await fillBusiness(page)
  await next(page).click()
  await expectStep(page, 'Schedule')
  await page.goBack()
  await expectStep(page, 'Business')
  await page.goForward()
  await expectStep(page, 'Schedule')
  await page.close()
}

async function bookDemo(page: Page, url: string): Promise<void> {
  await fillUntilReview(page, `${url}/book-demo?${spring}`)
  await clickUntilBooked(page)
  await page.close()
}

/** Sends a dialog of a translated page. */
async function requestCall(page: Page, url: string): Promise<void> {
  await translatePages(page, { translator: 'wraps texts', moment: 'after hydration' })
  await page.goto(`${url}/?${flyer}`)
  const dialog = await openDialog(page, 'Call Our AI')
  const { 'Email Address': _, ...entries } = callbackVisitor
  await fillDialog(dialog, entries)
  await clickUntilSent(dialog)
  await page.close()
}

/** Reloads a page, reads one that does not exist, and goes back and forward. */
async function lookAround(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.reload()
  await page.evaluate(() => location.assign('/nowhere'))
  await page.waitForURL('**/nowhere')
  await page.goBack()
  // As where the browser has kept the page.
  await hide(page)
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await page.goForward()
  await page.goto('about:blank')
}

const expected = {
  'direct: /': 4,
  'direct: entry': 1,
  'flyer: /': 1,
  'flyer: call-our-ai begun': 1,
  'flyer: call-our-ai opened': 1,
  'flyer: entry': 1,
  'google / spring: /': 1,
  'google / spring: /book-demo': 2,
  'google / spring: /thank-you': 1,
  'google / spring: booking begun': 2,
  'google / spring: booking phoneNumber': 1,
  'google / spring: booking step 2': 2,
  'google / spring: booking step 3': 2,
  'google / spring: booking step 4': 1,
  'google / spring: entry': 2,
  'google / spring: see-ai-in-action opened': 1,
}

test.describe(() => {
  test.use({ expectedErrors: [/404/] })

  test('a day of visits gives exactly its counts', { tag: '@deep' }, async ({
    newVisitor,
    receiver,
  }) => {
    const database = sqlite()
    const env = { DATABASE_URL: database.url }
    const site = await startSite(receiver, env)
    const { url } = site
    await leaveBooking(await newVisitor(), url)
    await bookDemo(await newVisitor(), url)
    await requestCall(await newVisitor(), url)
    await lookAround(await newVisitor(), url)
    const counts = async () => {
      const rows = await database.query('SELECT campaign, name, count FROM visit_counts')
      return Object.fromEntries(
        rows.map(({ campaign, name, count }) => [`${campaign}: ${name}`, Number(count)]),
      )
    }
    await expect.poll(counts).toEqual(expected)
    await site.stop()
    await database.stop()
  })
})

/** What the page posts to be counted. */
function countsOf(page: Page): string[] {
  const counts: string[] = []
  page.context().on('request', (request) => {
    if (request.url().endsWith('/api/count')) counts.push(request.postData() ?? '')
  })
  return counts
}

function hide(page: Page): Promise<void> {
  return page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
}

test('a page that is hidden again sends only what is new, and nothing of the visitor', async ({
  newVisitor,
  site,
}) => {
  const page = await newVisitor()
  const counts = countsOf(page)
  await page.goto(`${site.url}/?${spring}&gclid=Ana-s-click`, { referer: 'https://news.example/a' })
  await hide(page)
  await hide(page)
  await openDialog(page, 'See AI in Action')
  await hide(page)
  await page.keyboard.press('Escape')
  await openDialog(page, 'See AI in Action')
  await hide(page)
  const campaign = '"utm_source=google&utm_campaign=spring","news.example"'
  await expect
    .poll(() => counts)
    .toEqual([`[${campaign},"/","entry"]`, `[${campaign},"see-ai-in-action opened"]`])
})

test('a browser that a program drives, or whose visitor asks for privacy, counts nothing', {
  tag: '@deep',
}, async ({ page, newVisitor, site }) => {
  const asking = await newVisitor()
  await asking.addInitScript(
    "Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })",
  )
  for (const each of [page, asking]) {
    const counts = countsOf(each)
    await each.goto(`${site.url}/?${spring}`)
    await openDialog(each, 'See AI in Action')
    await hide(each)
    await each.goto(`${site.url}/book-demo`)
    await hydrate(each)
    expect(counts).toEqual([])
  }
})
