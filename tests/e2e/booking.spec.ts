import type { Page } from '@playwright/test'
import { firstBookableDay } from '../../lib/pacific'
import {
  clickUntilBooked,
  expectStep,
  fillBusiness,
  fillContact,
  fillUntilReview,
  next,
  openAtStep,
  openReview,
  pickDay,
  previous,
  visitor,
} from '../support/booking'
import { newClientAddress } from '../support/client-address'
import { untilHydrated } from '../support/hydration'
import { expect, test } from '../support/test'
import type { WebhookResponse } from '../support/webhook-receiver'

declare global {
  interface Window {
    recorded: { headings: string[]; shift: number }
  }
}

/** Records which steps any frame shows, and how far the layout shifts. */
function recordFrames() {
  window.recorded = { headings: [], shift: 0 }
  const { headings } = window.recorded
  const record = () => {
    for (const { id } of [...document.querySelectorAll('[id^=step-]')].filter((heading) =>
      heading.checkVisibility({ visibilityProperty: true }),
    ))
      if (!headings.includes(id)) headings.push(id)
    requestAnimationFrame(record)
  }
  record()
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      window.recorded.shift += (entry as unknown as { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
}

const errorText = 'Unable to submit form. Please try again or contact support.'
const book = (page: Page) => page.getByRole('button', { name: 'Book My Free Demo' })
const toast = (page: Page) => page.locator('[data-slot=toast]')

test('a visitor books a demo in four steps, and the webhook gets the specified body', async ({
  page,
  receiver,
}) => {
  await page.goto('/book-demo?services=chat-agent,unknown,ai-call-handling')
  await expectStep(page, 'Contact')
  await expect(page.getByText('Your information is secure')).toBeVisible()
  await fillContact(page)
  await next(page).click()

  await expectStep(page, 'Business')
  await fillBusiness(page)
  await page.getByLabel('Website').fill('ruizplumbing.com')
  await expect(page.getByLabel('Business Description')).toHaveJSProperty('tagName', 'TEXTAREA')
  await expect(page.getByLabel('Website')).toHaveAttribute('type', 'url')
  await expect(
    page.getByRole('group', { name: 'Current Business Challenges' }).locator('label'),
  ).toHaveText([
    'Missed calls after hours',
    'Booking appointments manually',
    'Following up with leads',
    'Generating qualified leads',
    'Managing customer inquiries',
    'Automating routine tasks',
    'Increasing online reviews',
    'Manage referrals',
  ])
  await page.getByRole('checkbox', { name: 'Missed calls after hours' }).check()
  await page.getByRole('checkbox', { name: 'Manage referrals' }).check()
  await page.getByPlaceholder('Other challenges...').fill('Dogs')
  await page.getByLabel('Current Tools & Software').fill('Paper and pen')
  await next(page).click()

  await expectStep(page, 'Schedule')
  await expect(page.getByLabel('Timezone')).toHaveText('Pacific Time (PST/PDT)')
  const day = await pickDay(page, 'first')
  await expect(page.getByLabel('Preferred Time').locator('option:not([value=""])')).toHaveText([
    '12:00 PM',
    '12:30 PM',
    '1:00 PM',
    '1:30 PM',
    '2:00 PM',
    '2:30 PM',
    '3:00 PM',
  ])
  await page.getByLabel('Preferred Time').selectOption('1:30 PM')
  await next(page).click()

  await expectStep(page, 'Review')
  const summary = page.getByRole('region', { name: 'Your demo' })
  for (const text of [
    visitor.fullName,
    visitor.email,
    visitor.phoneNumber,
    visitor.businessName,
    new Date(day).toLocaleDateString('en-US', { dateStyle: 'full', timeZone: 'UTC' }),
    '1:30 PM',
    'Interested Services',
    'AI Call Handling',
    'Chat Agent',
  ])
    await expect(summary.getByText(text, { exact: true })).toBeVisible()
  const next3 = [
    'Instant email confirmation',
    'Callback within 2 hours',
    '15-30 minute demo with ROI projections',
  ]
  await expect(
    page.getByRole('region', { name: 'What Happens Next?' }).getByRole('listitem'),
  ).toHaveText(next3)
  await page.getByLabel('Additional Notes').fill('Ring the bell')
  const before = Date.now()
  await book(page).click()

  await expect(page).toHaveURL(/\/thank-you$/)
  await expect(page.getByRole('heading', { name: 'Demo Booked Successfully!' })).toBeVisible()
  expect(receiver.received[0]).toMatchObject({
    method: 'POST',
    path: '/hooks/landing_page_book_demo',
  })
  const body = receiver.onlyBody
  const submitted = new Date(body.submittedAt ?? '')
  expect(submitted.getTime()).toBeGreaterThanOrEqual(before)
  expect(submitted.getTime()).toBeLessThanOrEqual(Date.now())
  const pacific = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { timeZone: 'America/Los_Angeles', ...options }).format(
      submitted,
    )
  expect(Object.entries(body)).toEqual(
    Object.entries({
      fullName: "Ana O'Brien",
      businessName: 'Ruiz & Sons',
      email: 'ana@ruiz.com',
      phoneNumber: '509-555-0147',
      businessDescription: 'Two trucks, drains and heaters.',
      website: 'https://ruizplumbing.com',
      challenges: 'Missed calls after hours, Manage referrals, Dogs',
      interestedServices: 'AI Call Handling, Chat Agent',
      preferredDate: day,
      preferredTime: '1:30 PM',
      timezone: 'America/Los_Angeles',
      additionalNotes: 'Ring the bell',
      submittedAt: body.submittedAt,
      submissionDate: pacific({ year: 'numeric', month: '2-digit', day: '2-digit' }).replace(
        /(\d+)\/(\d+)\/(\d+)/,
        '$3-$1-$2',
      ),
      submissionTime: pacific({ timeStyle: 'medium' }).replaceAll('\u202f', ' '),
      source: 'Plumbing Xperience',
      formVersion: '1.0',
    }),
  )
  expect(await page.evaluate(() => sessionStorage.getItem('demoStartTime'))).toBe(
    `${day.replaceAll('-', '')}T133000`,
  )
  expect(await page.evaluate(() => sessionStorage.getItem('bookingDraft'))).toBeNull()
  expect(await page.context().cookies()).toEqual([])
})

test('the Next button is enabled once every required field of a step is filled in', async ({
  page,
}) => {
  const expectRequired = async (label: string) => {
    const field = page.getByLabel(label)
    const value = await field.inputValue()
    for (const empty of ['', '   ']) {
      await field.fill(empty)
      await expect(next(page)).toBeDisabled()
    }
    await field.fill(value)
    await expect(next(page)).toBeEnabled()
  }
  await page.goto('/book-demo')
  await expect(previous(page)).toBeDisabled()
  await expect(next(page)).toBeDisabled()
  await expect(page.getByText('Still needed: Full Name, Email Address, Phone Number')).toBeVisible()
  await fillContact(page, { phoneNumber: '   ' })
  await expect(next(page)).toBeDisabled()
  await expect(next(page)).toHaveAccessibleDescription('Still needed: Phone Number')
  await page.getByLabel('Phone Number').fill('5095550147')
  await expect(page.getByText('Still needed')).toHaveCount(0)
  for (const label of ['Full Name', 'Email Address', 'Phone Number']) await expectRequired(label)
  await next(page).click()

  await expect(previous(page)).toBeEnabled()
  await expect(next(page)).toBeDisabled()
  await fillBusiness(page)
  for (const label of ['Business Name', 'Business Description']) await expectRequired(label)
  await next(page).click()

  await expect(next(page)).toBeDisabled()
  await page.getByLabel('Preferred Time').selectOption('3:00 PM')
  await expect(next(page)).toBeDisabled()
  await pickDay(page, 'first')
  await expect(next(page)).toBeEnabled()
  await page.getByLabel('Preferred Time').selectOption('')
  await expect(next(page)).toBeDisabled()
  await page.getByLabel('Preferred Time').selectOption('3:00 PM')
  await next(page).click()

  await expectStep(page, 'Review')
  await expect(page.getByText('Interested Services')).toHaveCount(0)
  await expect(next(page)).toBeHidden()
  await expect(book(page)).toBeEnabled()
  for (const label of ['Schedule', 'Business', 'Contact']) {
    await previous(page).click()
    await expectStep(page, label)
    await expect(next(page)).toBeEnabled()
  }
  await expect(page.getByLabel('Full Name')).toHaveValue(visitor.fullName)
})

test('the progress shows the current step and moves the focus to its heading', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/book-demo')
  await untilHydrated(page)
  await expect(page.getByRole('main').getByRole('list').first().getByRole('listitem')).toHaveText([
    'Contact',
    'Business',
    'Schedule',
    'Review',
  ])
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', '1')
  await fillContact(page)
  await page.getByLabel('Phone Number').press('Enter')
  await expectStep(page, 'Business')
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', '2')
  const heading = page.getByRole('heading', { name: 'Tell us about your business' })
  await expect(heading).toBeFocused()
  // After the first step, a phone shows the form instead of the page's introduction.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  expect((await heading.boundingBox())?.y).toBeLessThan(640 / 3)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Book your free demo')
})

test('a visitor picks one day in the calendar, from tomorrow on', async ({ page }) => {
  await openAtStep(page, 3)
  await page.getByRole('button', { name: 'Preferred Date' }).click()
  const calendar = page.locator('#calendar')
  await expect(calendar.getByRole('grid')).toHaveCount(1)
  const first = firstBookableDay(new Date())
  await expect(calendar.locator('[data-day]:not([data-disabled])').first()).toHaveAttribute(
    'data-day',
    first,
  )
  for (const cell of await calendar.locator('[data-day][data-disabled]').all())
    await expect(cell.getByRole('button')).toBeDisabled()
  await calendar.getByRole('button', { name: /next month/i }).click()
  const days = calendar.locator('[data-day]:not([data-disabled])')
  await days.nth(4).getByRole('button').click()
  await expect(calendar).toBeHidden()
  await page.getByRole('button', { name: 'Preferred Date' }).click()
  await calendar.locator('[data-day]:not([data-disabled])').nth(6).getByRole('button').click()
  await page.getByRole('button', { name: 'Preferred Date' }).click()
  await expect(calendar.locator('[data-selected]')).toHaveCount(1)
})

test('a visitor picks a day with the keyboard, and the focus returns to the field', async ({
  page,
}) => {
  await openAtStep(page, 3)
  await page.getByRole('button', { name: 'Preferred Date' }).focus()
  await page.keyboard.press('Enter')
  const calendar = page.locator('#calendar')
  await expect(calendar.locator('[data-day] button:focus')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  const chosen = await calendar.locator('[data-day]:has(button:focus)').getAttribute('data-day')
  await page.keyboard.press('Enter')
  await expect(calendar).toBeHidden()
  await expect(page.getByLabel('Preferred Date')).toBeFocused()
  await expect(page.locator('input[name=preferredDate]')).toHaveValue(chosen ?? 'none')
  await page.keyboard.press('Enter')
  await expect(calendar).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(calendar).toBeHidden()
})

test('the calendar does not replace the date input while the visitor uses it', async ({ page }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/*.js', async (route) => {
    const response = await route.fetch()
    if ((await response.text()).includes('Your demo')) await released
    await route.fulfill({ response })
  })
  await page.goto('/book-demo')
  await fillContact(page)
  await next(page).click()
  await fillBusiness(page)
  await next(page).click()
  const input = page.locator('input[type=date]')
  await input.focus()
  await expect(input).toHaveAttribute('min', firstBookableDay(new Date()))
  const loaded = page.waitForResponse(async (response) =>
    (await response.text()).includes('Your demo'),
  )
  release()
  await loaded
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  await expect(input).toBeFocused()
  await page.getByLabel('Preferred Time').focus()
  await expect(page.getByRole('button', { name: 'Preferred Date' })).toBeVisible()
})

test('format errors appear below their field, block no step, and are marked in the review', async ({
  page,
  receiver,
}) => {
  await page.goto('/book-demo')
  await untilHydrated(page)
  await fillContact(page, { fullName: 'R2D2' })
  await page.getByLabel('Full Name').focus()
  await page.getByLabel('Full Name').blur()
  await expect(page.locator('#fullName-error')).toHaveText('Invalid name format')
  await expect(page.getByLabel('Full Name')).toHaveAttribute('aria-invalid', 'true')
  await next(page).click()
  await fillBusiness(page)
  await page.getByLabel('Website').fill('none')
  await next(page).click()
  await pickDay(page, 'first')
  await page.getByLabel('Preferred Time').selectOption('12:00 PM')
  await next(page).click()

  const summary = page.getByRole('region', { name: 'Your demo' })
  await expect(summary.getByText('Invalid name format')).toBeVisible()
  await expect(summary.getByText('Invalid website address')).toBeVisible()
  await book(page).click()
  await expect(toast(page)).toContainText('Invalid input')
  await expect(toast(page)).toContainText(
    'Invalid name format, Invalid website address: start it with https://',
  )
  expect(receiver.received).toHaveLength(0)

  await summary.getByRole('button', { name: 'Change Full Name' }).click()
  await expectStep(page, 'Contact')
  await expect(page.getByLabel('Full Name')).toBeFocused()
  await page.getByLabel('Full Name').fill('Ana Ruiz')
  await expect(page.locator('#fullName-error')).toHaveCount(0)
})

// The server then waits an hour before it sends the lead again.
const retryInAnHour = { 'retry-after': '3600' }
const failures: { response: WebhookResponse; what: string }[] = [
  { response: { status: 500, headers: retryInAnHour }, what: 'answers 500' },
  {
    response: { status: 302, headers: { ...retryInAnHour, location: '/elsewhere' } },
    what: 'redirects',
  },
  { response: 'reset', what: 'closes the connection' },
]

test('when the webhook fails, the visitor stays on step 4, keeps every entry, and retries', async ({
  page,
  receiver,
}) => {
  await page.clock.install()
  await openReview(page)
  await page.getByLabel('Additional Notes').fill('Keep me')
  for (const [index, { response, what }] of failures.entries())
    await test.step(what, async () => {
      receiver.respondWith(response)
      // The browser and the server reject a second submission within two seconds.
      await page.clock.fastForward(2000)
      await page.setExtraHTTPHeaders({ 'x-forwarded-for': newClientAddress() })
      await book(page).click()
      await expect.poll(() => receiver.received.length).toBe(index + 1)
      await expect(toast(page)).toHaveAttribute('role', 'alert')
      await expect(toast(page)).toContainText('Something went wrong')
      await expect(toast(page)).toContainText(errorText)
      await expectStep(page, 'Review')
      await expect(page.getByLabel('Additional Notes')).toHaveValue('Keep me')
      await expect(page.getByText(visitor.fullName, { exact: true })).toBeVisible()
      expect(await page.evaluate(() => sessionStorage.getItem('demoStartTime'))).toBeNull()
    })
  await clickUntilBooked(page)
  expect(receiver.received).toHaveLength(failures.length + 1)
})

test('during submission the button is disabled and a double click submits once', async ({
  page,
  receiver,
}) => {
  receiver.respondWith('slow')
  await openReview(page)
  // The browser stays on the page, as it does until the next one arrives.
  await page.route('**/thank-you', (route) => route.fulfill({ status: 204 }))
  const leaves = page.waitForRequest('**/thank-you')
  await book(page).dblclick()
  const sending = page.getByRole('button', { name: 'Booking Demo...' })
  await expect(sending).toBeDisabled()
  await leaves
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  await expect(sending).toBeDisabled()
  // A browser that kept the page shows it again when the visitor goes back.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(book(page)).toBeEnabled()
  await page.unroute('**/thank-you')
  await clickUntilBooked(page)
  expect(receiver.received).toHaveLength(1)
})

test('the browser rejects a second booking within two seconds and sends nothing', async ({
  page,
  receiver,
}) => {
  receiver.respondWith({ status: 500, headers: retryInAnHour })
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  await page.clock.install()
  await openReview(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  await book(page).click()
  await expect(toast(page)).toContainText('Something went wrong')
  await page.clock.runFor(1999)
  await book(page).click()
  await expect(toast(page)).toContainText('Please wait a moment before submitting again.')
  expect(posts).toHaveLength(1)
  expect(receiver.received).toHaveLength(1)
})

test('a reload keeps the step and every entry, and shows no other step before', async ({
  page,
}) => {
  await page.addInitScript(recordFrames)
  await fillUntilReview(page, 'first', '2:30 PM')
  const notes = page.getByLabel('Additional Notes')
  const emptyHeight = (await notes.boundingBox())?.height ?? 0
  await notes.fill('Remember me')
  await page.reload()
  await expectStep(page, 'Review')
  await expect(page.getByRole('region', { name: 'Your demo' })).toBeVisible()
  expect(await page.evaluate(() => window.recorded)).toEqual({ headings: ['step-4'], shift: 0 })
  await expect(book(page)).toBeInViewport({ ratio: 1 })
  await notes.scrollIntoViewIfNeeded()
  await expect(book(page)).toBeInViewport({ ratio: 1 })
  await notes.fill('One line\n'.repeat(9))
  expect((await notes.boundingBox())?.height).toBeGreaterThan(emptyHeight * 2)
  await notes.fill('Remember me')
  await expect(page.getByLabel('Additional Notes')).toHaveValue('Remember me')
  for (const text of [
    visitor.fullName,
    visitor.email,
    visitor.phoneNumber,
    visitor.businessName,
    '2:30 PM',
  ])
    await expect(page.getByRole('definition').filter({ hasText: text })).toBeVisible()
})

test('a reload keeps the selected choices and services', async ({ page }) => {
  await page.goto('/book-demo?services=lead-reactivation')
  await fillContact(page)
  await next(page).click()
  await page.getByRole('checkbox', { name: 'Manage referrals' }).check()
  await page.goto('/book-demo')
  await expectStep(page, 'Business')
  await expect(page.getByRole('checkbox', { name: 'Manage referrals' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Automating routine tasks' })).not.toBeChecked()
  await expect(page.locator('input[name=interestedServices]')).toHaveValue('lead-reactivation')
})

test('a visitor removes interested services in the review, and a reload does not bring them back', async ({
  page,
}) => {
  await openAtStep(page, 4)
  await page.goto('/book-demo?utm_source=flyer&services=chat-agent,ai-call-handling')
  const remove = (name: string) => page.getByRole('button', { name: `Remove ${name}` })
  await remove('AI Call Handling').click()
  await expect(remove('Chat Agent')).toBeFocused()
  await expect(remove('AI Call Handling')).toHaveCount(0)
  await expect(page.locator('input[name=interestedServices]')).toHaveValue('chat-agent')
  await page.reload()
  await expect(page).toHaveURL(/\/book-demo\?utm_source=flyer$/)
  await expect(page.locator('input[name=interestedServices]')).toHaveValue('chat-agent')
  await remove('Chat Agent').click()
  await expect(page.getByRole('heading', { name: 'Review & Submit' })).toBeFocused()
  await expect(page.locator('input[name=interestedServices]')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Your demo' })).toBeVisible()
  await expect(page.getByText('Chat Agent')).toHaveCount(0)
})

test('entries typed before scripts arrive are kept', async ({ page }) => {
  let release = () => {}
  const scriptsReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/*.js', async (route) => {
    await scriptsReleased
    await route.continue()
  })
  await page.goto('/book-demo', { waitUntil: 'commit' })
  await fillContact(page)
  release()
  await expect(next(page)).toBeEnabled()
  await expect(page.getByLabel('Full Name')).toHaveValue(visitor.fullName)
})

test('text fields stop at their maximum length', async ({ page }) => {
  await page.goto('/book-demo')
  const expectMaxLength = async (label: string, maxLength: number) => {
    await page.getByLabel(label).fill('x'.repeat(maxLength + 10))
    await expect(page.getByLabel(label)).toHaveValue('x'.repeat(maxLength))
  }
  await expectMaxLength('Full Name', 100)
  await expectMaxLength('Email Address', 254)
  await expectMaxLength('Phone Number', 20)
  await next(page).click()
  await expectMaxLength('Business Name', 100)
  await expectMaxLength('Business Description', 1000)
  await expectMaxLength('Website', 500)
  await expectMaxLength('Other challenges', 500)
  await expectMaxLength('Current Tools & Software', 500)
  await next(page).click()
  await pickDay(page, 'first')
  await page.getByLabel('Preferred Time').selectOption('12:00 PM')
  await next(page).click()
  await expectMaxLength('Additional Notes', 2000)
})
