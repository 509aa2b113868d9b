import type { Page } from '@playwright/test'
import { hydrate } from '../support/browser/scripts'
import { expect, test } from '../support/browser/test'
import type { WebhookReceiver } from '../support/receiver/webhook-receiver'
import { startSite } from '../support/site/site'
import {
  book,
  bookableDay,
  bookingBody,
  clickUntilBooked,
  expectStep,
  openReview,
  visitor,
} from '../support/visitor/booking'
import {
  callbackVisitor,
  clickUntilSent,
  expectSent,
  expectToast,
  fillDialog,
  openDialog,
  submitOf,
  toastOf,
} from '../support/visitor/callback'
import { newClientAddress } from '../support/visitor/visitor'

/** A visitor who submits a form more than once: after an error, after a reload, after a change. */

const idsOf = ({ received }: WebhookReceiver) =>
  received.map(({ headers }) => headers['webhook-id'])

test('a visitor whose browser stores nothing goes back to the form, and replaces the booked demo by a changed one', {
  tag: '@deep',
}, async ({ page, receiver }) => {
  await openReview(page)
  await page.evaluate(() => {
    Object.defineProperty(window, 'localStorage', { value: undefined })
    // Keeps the page, as a browser does that restores it from its back/forward cache.
    window.addEventListener('beforeunload', (event) => event.preventDefault())
  })
  // A dialog that opens at the end of the test closes with the page, and dismissing it fails.
  page.on('dialog', (dialog) => dialog.dismiss().catch(() => undefined))
  await book(page).click()
  await expect.poll(() => receiver.received.length).toBe(1)
  // The button is disabled until the page is left, which it would be soon after the response.
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('pageshow')))
    await expect(book(page)).toBeEnabled({ timeout: 500 })
  }).toPass()
  await page.getByLabel('Additional Notes').fill('One hour later, please')
  await expect(async () => {
    if (receiver.received.length < 2) await book(page).click({ timeout: 1000 })
    await expect.poll(() => receiver.received.length, { timeout: 2500 }).toBe(2)
  }).toPass()
  const [first, second] = idsOf(receiver)
  expect(second).not.toBe(first)
  const [event, another] = receiver.received.map(({ headers }) => headers['calendar-uid'])
  expect(another).toBe(event)
  expect(receiver.received[1]?.headers['webhook-replaces']).toBe(first)
  expect(JSON.parse(receiver.received[1]?.body ?? '').additionalNotes).toBe(
    'One hour later, please',
  )
})

test('a second lead from the same page has one id, however often it is submitted, and says where the visit began', {
  tag: '@deep',
}, async ({ page, receiver }) => {
  const site = await startSite(receiver, { WEBHOOK_BODY_EXTRAS: 'attribution' })
  await page.goto(`${site.url}/?utm_source=flyer&gclid=g1`)
  // The visitor leaves before any script runs. The next page still records the first page of the visit.
  await page.getByRole('link', { name: 'Book Demo' }).first().click()
  await expect(page).toHaveURL(`${site.url}/book-demo`)
  await page.waitForFunction(() => sessionStorage.length > 0)
  await page.goto(site.url)
  await hydrate(page)
  for (const name of ['Ana Ruiz', 'Ben Ruiz']) {
    const dialog = await openDialog(page, 'See AI in Action')
    await fillDialog(dialog, { ...callbackVisitor, 'Full Name': name })
    await clickUntilSent(dialog)
    receiver.respondWith(500)
  }
  const ids = idsOf(receiver)
  expect(ids).toEqual([ids[0], expect.not.stringMatching(String(ids[0])), ids[1]])
  const attributions = receiver.received.map(({ body }) => JSON.parse(body).attribution)
  const visit = { utm_source: 'flyer', gclid: 'g1', landing_path: '/' }
  expect(attributions).toEqual([visit, visit, visit])
  await page.close()
  await site.stop()
})

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/ERR_|ABORTED/] })

  /** The visitor reads an error on the review, with every entry, and the next attempt submits one lead. */
  async function expectNothingLost(page: Page, text: string, receiver: WebhookReceiver) {
    await expectToast(page, 'Something went wrong', text)
    await expectStep(page, 'Review')
    await expect(page.locator('section section:has(#step-4)')).toContainText(visitor.fullName)
    await expect(page.getByLabel('Additional Notes')).toHaveValue('The gate code is 12')
    expect(receiver.received).toHaveLength(0)
  }

  test.beforeEach(async ({ page }) => {
    await openReview(page)
    await page.getByLabel('Additional Notes').fill('The gate code is 12')
  })
  test.afterEach(async ({ page, receiver }) => {
    await clickUntilBooked(page)
    expect(receiver.onlyBody).toEqual(
      bookingBody({
        preferredDate: bookableDay(),
        preferredTime: '12:30 PM',
        additionalNotes: 'The gate code is 12',
      }),
    )
  })

  test('a visitor who books keeps every entry, and is told when the connection is back', async ({
    page,
    context,
    receiver,
  }) => {
    await context.setOffline(true)
    await book(page).click()
    const text = 'Unable to submit form. Please try again or contact support.'
    await expectNothingLost(page, text, receiver)
    await context.setOffline(false)
    const online = 'Your entries are still here. Please send the form again.'
    await expectToast(page, 'You are online again', online)
  })

  test('a visitor waits for an answer for 30 seconds at most, and keeps every entry', async ({
    page,
    receiver,
  }) => {
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
    const text =
      'No answer has arrived. Please check your connection and try again, or contact support.'
    await expectNothingLost(page, text, receiver)
    cut = false
    await page.clock.resume()
  })
})

test('a visitor whose answer is lost closes the dialog, and sends the other one at once, and the first again', async ({
  page,
  receiver,
}) => {
  await page.clock.install()
  await page.goto('/')
  await hydrate(page)
  let posts = 0
  await page.route('/', (route) => {
    // The first answer never arrives.
    if (route.request().method() !== 'POST' || ++posts > 1) return route.continue()
  })
  const send = async (title: 'See AI in Action' | 'Call Our AI') => {
    const dialog = await openDialog(page, title)
    const { 'Email Address': email, ...others } = callbackVisitor
    await fillDialog(
      dialog,
      title === 'Call Our AI' ? others : { ...others, 'Email Address': email },
    )
    await submitOf(dialog).click()
    return dialog
  }
  await send('See AI in Action')
  await expect.poll(() => posts).toBe(1)
  await page.keyboard.press('Escape')
  for (const title of ['Call Our AI', 'See AI in Action'] as const) {
    // The page allows one submission every two seconds, and so does the server for one person.
    await page.clock.runFor(2000)
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': newClientAddress() })
    await expect(await send(title)).toBeHidden()
    await expectSent(toastOf(page))
  }
  expect(receiver.received).toHaveLength(2)
})

test('visitors cannot see or focus the honeypot, and browsers do not fill it in', async ({
  page,
}) => {
  for (const path of ['/', '/book-demo']) {
    await page.goto(path)
    const honeypot = page.locator('input[name=reference_note]').first()
    await expect(honeypot).toHaveAttribute('tabindex', '-1')
    await expect(honeypot).toHaveAttribute('autocomplete', 'off')
    await expect(page.getByRole('textbox', { includeHidden: false }).and(honeypot)).toHaveCount(0)
  }
})
