import type { Locator } from '@playwright/test'
import { firstBookableDay } from '../../lib/dates/bookable-days'
import { lastBookableDay, tomorrow } from '../../lib/dates/days'
import { delayLoader, holdScripts } from '../support/browser/scripts'
import { expect, test } from '../support/browser/test'
import {
  book,
  bookableDay,
  expectStep,
  fillBusiness,
  fillContact,
  fillUntilReview,
  fillUntilSchedule,
  next,
  noonInZone,
  openAtStep,
  pickDay,
  previous,
  submitBooking,
  summaryOf,
  visitor,
} from '../support/visitor/booking'
import { expectAbove, expectToast, toastOf } from '../support/visitor/callback'
import { requiredValues } from '../support/visitor/visitor'

/** What happens on the way to a booking: choices, errors, failures and reloads. */

test('a visitor picks one day in the calendar, from tomorrow on', async ({ page }) => {
  // Four days of November are left.
  const now = new Date('2026-11-26T20:00:00Z')
  await page.clock.setFixedTime(now)
  await openAtStep(page, 'preferredDate')
  const opener = page.getByRole('button', { name: 'Preferred Date' })
  const calendar = page.locator('#calendar')
  const date = page.locator('input[name=preferredDate]')
  const days = calendar.locator('[data-day]:not([data-disabled], [data-outside])')
  await page.setViewportSize({ width: 390, height: 560 })
  await opener.click()
  await expect(calendar.getByRole('grid')).toBeInViewport({ ratio: 1 })
  await expect(opener).toHaveAttribute('aria-expanded', 'true')
  await expect(calendar.getByRole('status')).toHaveText('November 2026')
  const today = calendar.getByRole('button', { name: /^Today, Thursday, November\s26, 2026$/ })
  await expect(today).toHaveCSS('text-decoration-line', 'underline')
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const [box, field] = await Promise.all([calendar.boundingBox(), opener.boundingBox()])
    expect(box?.width, `${width}`).toBeCloseTo(field?.width ?? 0, 0)
    // It has two lines where both do not fit one.
    expect(await isWithin(calendar.locator('[data-day="2026-12-01"] button')), `${width}`).toBe(
      true,
    )
  }
  await expect(days.first()).toHaveAttribute('data-day', firstBookableDay(now))
  // Agents fill it in.
  await expect(date).toHaveAttribute('min', firstBookableDay(now))
  await expect(date).toHaveAttribute('max', lastBookableDay(now))
  for (const cell of await calendar
    .locator('[data-disabled]:not([data-outside],[data-hidden])')
    .all())
    await expect(cell.getByRole('button')).toBeDisabled()
  await calendar.locator('[data-disabled] button').first().click({ force: true })
  await expect(calendar).toBeVisible()
  // The grid has days of December, too.
  await calendar.locator('[data-day="2026-12-05"][data-outside] button').click()
  await expect(date).toHaveValue('2026-12-05')
  await opener.click()
  const month = (await calendar.getByRole('grid').getAttribute('aria-label')) ?? ''
  expect(month).not.toBe('')
  await calendar.getByRole('button', { name: /next month/i }).click()
  await expect(calendar.getByRole('grid')).not.toHaveAttribute('aria-label', month)
  for (const index of [4, 6]) {
    const day = await days.nth(index).getAttribute('data-day')
    await days.nth(index).getByRole('button').click()
    await expect(calendar).toBeHidden()
    await expect(date).toHaveValue(day ?? 'none')
    await opener.press('Enter')
    await expect(calendar.locator('[data-selected]')).toHaveCount(1)
  }
  await page.keyboard.press('Escape')
  await opener.evaluate(openAndPressEscape)
  await expect(calendar).toBeHidden()
  await expect(opener).toBeFocused()
})

/** Whether an element is as large as its text, but for the room above and below letters. */
function isWithin(element: Locator): Promise<boolean> {
  return element.evaluate((box) => {
    const text = document.createRange()
    text.selectNodeContents(box)
    const [inner, outer] = [text.getBoundingClientRect(), box.getBoundingClientRect()]
    const isAsHigh = inner.top >= outer.top - 2 && inner.bottom <= outer.bottom + 2
    return isAsHigh && inner.width <= outer.width
  })
}

/** In the page: presses Escape once the calendar has rendered, before it takes the focus. */
async function openAndPressEscape(opener: HTMLElement) {
  await new Promise<void>((rendered) => {
    new MutationObserver(() => {
      if (document.querySelector('#calendar [data-day]')) rendered()
    }).observe(document.body, { childList: true, subtree: true })
    opener.click()
  })
  opener.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
}

test('the plain date input offers days from tomorrow to a year ahead, and the calendar does not replace it while the visitor uses it', {
  tag: '@deep',
}, async ({ page }) => {
  const now = noonInZone()
  await page.clock.setFixedTime(now)
  const release = await holdScripts(page, 'Your demo')
  await page.goto('/book-demo')
  await fillUntilSchedule(page)
  const input = page.locator('input[type=date]')
  await input.focus()
  await expect(input).toHaveAttribute('min', tomorrow(now))
  await expect(input).toHaveAttribute('max', lastBookableDay(now))
  await input.press('Enter')
  await expectStep(page, 'preferredDate')
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

test('a step with an invalid entry is marked, also after a reload, and a sentence leads to its field', async ({
  page,
}) => {
  await page.goto('/book-demo')
  await fillContact(page, { phoneNumber: '123' })
  await next(page).click()
  await expectStep(page, 'businessName')
  const sentence = page.locator('div:has(> progress) + [role=status]')
  const mark = page.getByRole('listitem').filter({ hasText: 'Contact' }).locator('svg')
  const isMarked = async () =>
    (await mark.evaluate((svg) => getComputedStyle(svg).color)) ===
    (await sentence.evaluate((p) => getComputedStyle(p).color))
  for (const load of [async () => {}, () => page.reload()]) {
    await load()
    await expect(sentence).toHaveText('1 entry to change: Phone Number.')
    expect(await isMarked()).toBe(true)
  }
  await sentence.getByRole('link', { name: 'Phone Number' }).click()
  await expectStep(page, 'fullName')
  const phone = page.getByLabel('Phone Number')
  await expect(phone).toBeFocused()
  await sentence.getByRole('link').click()
  await expect(phone).toBeFocused()
  await phone.fill(visitor.phoneNumber)
  await expect(sentence).toHaveText('')
  await next(page).click()
  await expectStep(page, 'businessName')
  expect(await isMarked()).toBe(false)
  await page.goBack()
  await expectStep(page, 'fullName')
})

test('the message that refuses a booking says what is wrong in the order of the page, and covers nothing of the review', async ({
  page,
}) => {
  const entries = { ...requiredValues('booking'), ...visitor, preferredDate: bookableDay() }
  await openAtStep(page, 'additionalNotes', {
    entries: { ...entries, email: 'ana@ruiz', phoneNumber: '123' },
  })
  await expect(page.locator('#step-4')).toHaveAccessibleName(/^2 entries to change: /)
  await book(page).click()
  const problem = page.getByRole('group', { name: 'Invalid input' })
  await expect(problem).toBeFocused()
  await expect(problem).toBeInViewport({ ratio: 1 })
  await expect(problem.getByRole('link')).toHaveText([
    'Invalid email format',
    'Invalid phone number format',
  ])
  // The sentence of the other steps would say it again.
  await expect(page.getByText('entries to change').filter({ visible: true })).toHaveText([
    /Step 4 of 4: $/,
  ])
  for (const part of [summaryOf(page), page.getByRole('region', { name: 'What Happens Next?' })])
    await expectAbove(problem, part)
})

test('what was typed before the scripts ran gets its format, its question, and its errors, and is in the draft', async ({
  page,
}) => {
  const release = await holdScripts(page)
  await page.goto('/book-demo', { waitUntil: 'commit' })
  await page.getByLabel('Full Name').fill('R2D2')
  await page.getByLabel('Email Address').fill('ana@gmial.com')
  await page.getByLabel('Phone Number').fill('509.555.0147')
  await page.getByLabel('Phone Number').blur()
  release()
  await expect(page.getByLabel('Phone Number')).toHaveValue('509-555-0147')
  await expect(page.getByText('Did you mean ana@gmail.com?')).toBeVisible()
  await expect(page.locator('div:has(> progress) + [role=status]')).toHaveText(
    '1 entry to change: Full Name.',
  )
  const draft = () =>
    page.evaluate(() => JSON.parse(sessionStorage.getItem('bookingDraft') ?? '{}'))
  expect((await draft()).entries).toMatchObject({
    fullName: 'R2D2',
    email: 'ana@gmial.com',
    phoneNumber: '509-555-0147',
  })
})

test('Back is a step back, and forward a step forward, with every entry', async ({ page }) => {
  await page.goto('/robots.txt')
  await fillUntilReview(page)
  const back = async (
    step: Parameters<typeof expectStep>[1],
    go: () => Promise<unknown> = () => page.goBack(),
  ) => {
    await go()
    await expectStep(page, step)
    await expect(page.getByRole('heading', { level: 2 }).filter({ visible: true })).toBeFocused()
  }
  await back('preferredDate')
  await back('preferredDate', () =>
    next(page).evaluate((button: HTMLElement) => {
      button.click()
      // Before the next frame.
      setTimeout(() => history.back())
    }),
  )
  await back('businessName')
  await back('fullName')
  await expect(page.getByLabel('Full Name')).toHaveValue(visitor.fullName)
  for (const step of ['businessName', 'preferredDate', 'additionalNotes'] as const)
    await back(step, () => page.goForward())

  // Previous goes back in the history, too.
  await previous(page).click()
  await previous(page).click()
  await expectStep(page, 'businessName')
  await page.reload()
  await expectStep(page, 'businessName')
  await back('fullName')
  // Forward does not lead past a step with an empty field.
  await page.getByLabel('Full Name').fill('')
  await page.goForward()
  await expectStep(page, 'fullName')
  await page.getByLabel('Full Name').fill(visitor.fullName)
  for (const step of ['businessName', 'preferredDate', 'additionalNotes'] as const)
    await back(step, () => next(page).click())

  // A change of an entry is one step away from the review, which stays where it is in the history.
  await summaryOf(page).getByRole('button', { name: 'Change Preferred Time' }).click()
  await page.waitForFunction(() => history.state.steps.at(-1) === 3)
  await expect(page.getByLabel('Preferred Time')).toBeFocused()
  await back('additionalNotes', () => page.goForward())

  // The steps of the form that was sent are no entries any more.
  await submitBooking(page)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'A demo is booked' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/robots\.txt$/)
})

test('Back leads to the step that a draft has opened', async ({ page }) => {
  const { fullName, email, phoneNumber } = visitor
  await openAtStep(page, 'businessName', { entries: { fullName, email, phoneNumber } })
  await fillBusiness(page)
  await next(page).click()
  await expectStep(page, 'preferredDate')
  await page.goBack()
  await expectStep(page, 'businessName')
})

test('when the webhook fails, the visitor stays on step 4, keeps every entry, and retries', async ({
  page,
  receiver,
}) => {
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  await page.clock.install()
  await fillUntilReview(page)
  await page.getByLabel('Additional Notes').fill('Keep me')
  await page.clock.pauseAt(Date.now() + 60_000)
  // The server then waits an hour before it sends the lead again.
  receiver.respondWith({ status: 500, headers: { 'retry-after': '3600' } })
  const region = page.getByRole('main').locator('[aria-live=assertive]')
  await region.evaluate((it) => it.classList.add('before'))
  await book(page).click()
  await expect(toastOf(page.locator('.before'))).toHaveCount(1)
  await expectToast(
    page,
    'Something went wrong',
    'Unable to submit form. Please try again or contact support.',
  )
  await expectStep(page, 'additionalNotes')
  await expect(page.getByLabel('Additional Notes')).toHaveValue('Keep me')
  await expect(page.getByText(visitor.fullName, { exact: true })).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('demoStartTime'))).toBeNull()

  // At once: the delay of two seconds begins with an accepted form.
  expect(posts).toHaveLength(1)
  await page.clock.resume()
  receiver.respondWith('wait')
  // The browser stays on the page, as it does until the next one arrives.
  await page.route('**/thank-you', (route) => route.fulfill({ status: 204 }))
  const leaves = page.waitForRequest('**/thank-you')
  await book(page).dblclick()
  const sending = page.getByRole('button', { name: 'Booking Demo...', exact: true })
  await expect(sending).toBeDisabled()
  await expect(toastOf(page)).toHaveCount(0)
  await expect.poll(() => receiver.received.length).toBe(2)
  receiver.acceptWaiting()
  await leaves
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  await expect(sending).toBeDisabled()
  await expect(sending).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toastOf(page)).toHaveCount(0)
  expect(receiver.received).toHaveLength(2)
})

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
    for (const heading of document.querySelectorAll('[id^=step-]'))
      if (heading.checkVisibility({ visibilityProperty: true }) && !headings.includes(heading.id))
        headings.push(heading.id)
    // On a slow machine, the style sheet would show the page before its draft is restored.
    for (const animation of document.getAnimations()) animation.pause()
    requestAnimationFrame(record)
  }
  record()
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      window.recorded.shift += (entry as unknown as { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
}

test('entries typed before scripts arrive are kept, and a reload keeps the step and every entry', async ({
  page,
}) => {
  await page.addInitScript(recordFrames)
  const release = await holdScripts(page)
  await page.goto('/book-demo?services=chat-agent,ai-call-handling&utm_source=flyer', {
    waitUntil: 'commit',
  })
  await fillContact(page)
  release()
  await next(page).click()
  await page.unrouteAll({ behavior: 'wait' })
  await fillBusiness(page)
  await page.getByRole('checkbox', { name: 'Manage referrals' }).check()
  await next(page).click()
  await pickDay(page)
  await page.getByLabel('Preferred Time').selectOption('2:30 PM')
  await next(page).click()
  const notes = page.getByLabel('Additional Notes')

  await notes.fill('Remember me')

  await delayLoader(page, () => performance.now() > 1000)
  await page.reload()
  await expectStep(page, 'additionalNotes')
  await expect(summaryOf(page)).toBeVisible()
  expect(await page.evaluate(() => window.recorded)).toEqual({ headings: ['step-4'], shift: 0 })
  await expect(book(page)).toBeInViewport({ ratio: 1 })
  await expect(notes).toHaveValue('Remember me')

  // What the visitor removes, a reload of the same address does not bring back.
  const services = () =>
    page
      .locator('input[name=interestedServices]')
      .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
  const remove = (name: string) => page.getByRole('button', { name: `Remove ${name}` })
  await remove('AI Call Handling').click()
  await expect(remove('Chat Agent')).toBeFocused()
  await expect.poll(services).toEqual(['chat-agent'])
  await page.reload()
  await expect(page).toHaveURL(/\/book-demo\?utm_source=flyer$/)
  await expect.poll(services).toEqual(['chat-agent'])
  await previous(page).click()
  await previous(page).click()
  await expect(page.locator('input[name=challenges]:checked')).toHaveValue('Manage referrals')
})
