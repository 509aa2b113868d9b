import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser/test'
import type { WebhookReceiver } from '../support/receiver/webhook-receiver'
import {
  book,
  bookableDay,
  bookingBody,
  expectStep,
  fillUntilReview,
  submitBooking,
  visitor,
} from '../support/visitor/booking'
import { expectToast } from '../support/visitor/callback'

/** A visitor who submits a form more than once: after an error, after a reload, after a change. */

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/ERR_|ABORTED/] })

  /** The visitor reads an error on the review, with every entry, and the next attempt submits one lead. */
  async function expectNothingLost(page: Page, text: string, receiver: WebhookReceiver) {
    await expectToast(page, 'Something went wrong', text)
    await expectStep(page, 'additionalNotes')
    await expect(page.locator('section section:has(#step-4)')).toContainText(visitor.fullName)
    await expect(page.getByLabel('Additional Notes')).toHaveValue('The gate code is 12')
    expect(receiver.received).toHaveLength(0)
  }

  test('a visitor who books keeps every entry, is told when the connection is back, and waits for an answer for 30 seconds at most', async ({
    page,
    context,
    receiver,
  }) => {
    await fillUntilReview(page)
    await page.getByLabel('Additional Notes').fill('The gate code is 12')
    await context.setOffline(true)
    await book(page).click()
    const text = 'Unable to submit form. Please try again or contact support.'
    await expectNothingLost(page, text, receiver)
    await context.setOffline(false)
    const online = 'Your entries are still here. Please send the form again.'
    await expectToast(page, 'You are online again', online)

    await page.clock.install()
    let cut = true
    await page.route('**/book-demo', (route) => {
      // A request that is never answered, as on a line that was cut.
      if (!cut || route.request().method() !== 'POST') return route.continue()
    })
    // Time stands still, however slow the machine is.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
    await book(page).click()
    await expect(page.getByRole('button', { name: 'Booking Demo...' })).toBeDisabled()
    await page.clock.runFor(29_000)
    await expect(page.getByRole('button', { name: 'Booking Demo...' })).toBeDisabled()
    await page.clock.runFor(1500)
    const late =
      'No answer has arrived. Please check your connection and try again, or contact support.'
    await expectNothingLost(page, late, receiver)
    cut = false
    await page.clock.resume()
    await submitBooking(page)
    expect(receiver.onlyBody).toEqual(
      bookingBody({
        preferredDate: bookableDay(),
        preferredTime: '12:30 PM',
        additionalNotes: 'The gate code is 12',
      }),
    )
  })
})
