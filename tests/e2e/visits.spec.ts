import type { Page } from '@playwright/test'
import { hydrate } from '../support/browser/scripts'
import { test as base, expect } from '../support/browser/test'
import { sqlite } from '../support/database/database'
import { startSite } from '../support/site/site'
import {
  expectStep,
  fillContact,
  fillSchedule,
  fillUntilSchedule,
  next,
  submitBooking,
} from '../support/visitor/booking'
import { openDialog } from '../support/visitor/callback'
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

test('a visit to a booked demo counts its pages, dialogs, steps, and refused fields once each', {
  tag: '@deep',
}, async ({ newVisitor, receiver }) => {
  const database = sqlite()
  const site = await startSite(receiver, { DATABASE_URL: database.url })
  const page = await newVisitor()
  await page.goto(`${site.url}/?${spring}`)
  const dialog = await openDialog(page, 'See AI in Action')
  await dialog.getByLabel('Full Name').fill('Ana')
  await page.reload()
  await page.getByRole('link', { name: 'Book Demo' }).first().click()
  await page.waitForURL('**/book-demo*')
  // What was entered before is checked when it changes again.
  await hydrate(page)
  await fillContact(page, { phoneNumber: '123' })
  await page.getByLabel('Full Name').focus()
  await expect(page.getByText('10 to 15 digits')).toBeVisible()
  await fillContact(page)
  await next(page).click()
  await expectStep(page, 'businessName')
  await page.goBack()
  await expectStep(page, 'fullName')
  await fillUntilSchedule(page)
  await fillSchedule(page)
  await submitBooking(page)
  // A page that has not loaded when it is closed is not counted.
  await page.waitForLoadState()
  await page.close()
  const counts = async () => {
    const rows = await database.query('SELECT campaign, name, count FROM visit_counts')
    return Object.fromEntries(
      rows.map(({ campaign, name, count }) => [`${campaign}: ${name}`, Number(count)]),
    )
  }
  await expect.poll(counts).toEqual({
    ': /': 2,
    ': /book-demo': 1,
    ': /thank-you': 1,
    ': booking begun': 1,
    ': booking phoneNumber': 1,
    ': booking step 2': 1,
    ': booking step 3': 1,
    ': booking step 4': 1,
    'google / spring: entry': 1,
    ': see-ai-in-action begun': 1,
    ': see-ai-in-action opened': 1,
  })
  await site.stop()
  await database.stop()
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

test('a page that is hidden or shown again sends only what is new, and nothing of the visitor', async ({
  newVisitor,
  site,
}) => {
  const page = await newVisitor()
  const counts = countsOf(page)
  await page.goto(`${site.url}/?${spring}&gclid=Ana-s-click`, { referer: 'https://news.example/a' })
  await hide(page)
  await hide(page)
  for (let times = 0; times < 2; times += 1) {
    const dialog = await openDialog(page, 'See AI in Action')
    await expect(dialog).toBeVisible()
    await hide(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  // The number at which the AI answers, which this build lacks, twice, and another number.
  await page.evaluate(() => {
    for (const attribute of ['data-demo', 'data-demo', 'data-other']) {
      const link = document.createElement('a')
      link.setAttribute(attribute, '')
      document.body.append(link)
      link.click()
    }
  })
  await hide(page)
  // As where Back shows the page that the browser has kept.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await hide(page)
  const campaign = '"utm_source=google&utm_campaign=spring","news.example"'
  await expect
    .poll(() => counts)
    .toEqual([
      `[${campaign},"/","entry"]`,
      `[${campaign},"see-ai-in-action opened"]`,
      `[${campaign},"demo phone"]`,
      `[${campaign},"/"]`,
    ])
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
