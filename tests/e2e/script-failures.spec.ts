import type { Page } from '@playwright/test'
import { formatLongDate } from '../../lib/dates/dates'
import { expect, test } from '../support/browser/test'
import {
  book,
  bookableDay,
  bookingBody,
  fillBusiness,
  fillContact,
} from '../support/visitor/booking'

/** Forms are submitted with every entry even if scripts are blocked or never arrive. */

test.use({ expectedErrors: [/\.js|Failed to load resource|ChunkLoadError|Loading chunk/] })

const day = bookableDay()
const slot = { preferredDate: day, preferredTime: '2:00 PM' }

/** The ticket of the thank-you page is blank until its scripts have filled it in. */
const untilShown = (page: Page) => page.locator('dl[class=ticket-rows]').waitFor()

test('if scripts never arrive, all steps appear and the booking is submitted', {
  tag: '@deep',
}, async ({ page, receiver }) => {
  await page.goto('/robots.txt')
  await page.evaluate(() => {
    const start = '20991205T123000'
    sessionStorage.setItem('demoStartTime', start)
    const entries = { fullName: 'An earlier booking' }
    localStorage.setItem('bookedDemo', JSON.stringify({ start, entries }))
  })
  // Not `unroute` before the next page: it would let the scripts of this one arrive.
  await page.route('**/*.js', (route) => {
    if (!route.request().frame().url().endsWith('/book-demo')) return route.continue()
  })
  await page.clock.install()
  await page.goto('/book-demo', { waitUntil: 'commit' })
  await expect(page.getByLabel('Full Name')).toBeVisible()
  await expect(page.getByLabel('Business Name')).toBeHidden()
  await fillContact(page)
  await page.clock.fastForward(12_000)
  await fillBusiness(page)
  await page.getByLabel('Preferred Date').fill(day)
  await page.getByLabel('Preferred Time').selectOption('2:00 PM')
  await book(page).click({ noWaitAfter: true })
  await expect(page.getByRole('heading', { name: 'Demo Booked Successfully!' })).toBeVisible()
  // The scripts of this page work, and it does not show the demo that was booked before.
  await untilShown(page)
  await expect(page.getByText(formatLongDate(day))).toBeVisible()
  await expect(page.getByText('December 5, 2099')).toHaveCount(0)
  await expect(page.getByText('An earlier booking')).toHaveCount(0)
  expect(receiver.onlyBody).toEqual(bookingBody(slot))
})
