import type { Locator } from '@playwright/test'
import { holdScripts } from '../support/browser/scripts'
import { expect, test } from '../support/browser/test'
import {
  book,
  bookableDay,
  next,
  openAtStep,
  openReview,
  summaryOf,
  visitor,
} from '../support/visitor/booking'

/** What a visitor sees of the booking besides its steps. */

test('the pages of the booking have one solid button, and the form has a footer of contact and legal line only', async ({
  page,
}) => {
  const background = () =>
    page
      .getByRole('banner')
      .getByRole('link', { name: 'Book Demo' })
      .last()
      .evaluate((button) => getComputedStyle(button).backgroundColor)
  const parts = () => page.getByRole('contentinfo').getByRole('heading').count()
  const seen: Record<string, [string, number]> = {}
  for (const path of ['/', '/book-demo', '/thank-you']) {
    await page.goto(path)
    seen[path] = [await background(), await parts()]
  }
  expect(seen).toEqual({
    '/': ['rgb(176, 78, 25)', 2],
    '/book-demo': ['rgba(0, 0, 0, 0)', 0],
    '/thank-you': ['rgba(0, 0, 0, 0)', 2],
  })
})

test('a button that cannot be pressed is pale, and one that is sending keeps its color and moves', async ({
  page,
  receiver,
}) => {
  const look = (button: Locator) =>
    button.evaluate((element) => {
      const { backgroundColor, borderColor, animationName } = getComputedStyle(element)
      return { backgroundColor, borderColor, animationName }
    })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/book-demo')
  const [pale, rule] = ['rgb(236, 229, 214)', 'rgb(217, 208, 189)']
  await expect(next(page)).toHaveCSS('background-color', pale)
  expect(await look(next(page))).toEqual({
    backgroundColor: pale,
    borderColor: rule,
    animationName: 'none',
  })
  await openReview(page)
  receiver.respondWith('wait')
  await book(page).press('Enter')
  const sending = page.getByRole('button', { name: 'Booking Demo...' })
  await expect(sending).toBeDisabled()
  expect(await look(sending)).toEqual({
    backgroundColor: 'rgb(176, 78, 25)',
    borderColor: 'rgb(176, 78, 25)',
    animationName: 'flows',
  })
  await expect.poll(() => receiver.received.length).toBe(1)
  receiver.acceptWaiting()
  await expect(page).toHaveURL(/\/thank-you$/)
})

test('on a phone, the optional fields of step 2 are closed until one has a value, and Next Step is in the second screen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 664 })
  await openAtStep(page, 2)
  const website = page.getByLabel('Website')
  const summary = page.getByText('Optional: helps us prepare your demo', { exact: true })
  await expect(summary).toBeVisible()
  await expect(website).toBeHidden()
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  const { y = 0, height = 0 } = (await next(page).boundingBox()) ?? {}
  expect(y + height).toBeLessThan(2 * 664)
  // A press on its first line, which is above an on-screen keyboard.
  const description = page.getByLabel('Business Description')
  await page.setViewportSize({ width: 390, height: 340 })
  await description.evaluate((element) =>
    scrollBy(0, element.getBoundingClientRect().top - innerHeight + 40),
  )
  await page.mouse.click(100, 340 - 20)
  await expect(description).toBeFocused()
  await expect(description).toBeInViewport({ ratio: 0.99 })
  await summary.click()
  await website.fill('none')
  await page.reload()
  await expect(website).toBeVisible()
  await expect(website).toHaveValue('none')
  // On wide screens they are always open.
  await website.fill('')
  await page.reload()
  await expect(website).toBeHidden()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(website).toBeVisible()
  await expect(summary).toBeHidden()
})

test('a visitor who picked a service sees it above the form on a phone, and on the ticket elsewhere', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Review Management' }).click()
  const ticket = page.locator('[data-slot=ticket]').filter({ hasText: 'Fills in as you type' })
  await expect(ticket).toContainText('AboutReview Management')
  const line = page.getByText('About: Review Management', { exact: true })
  await expect(line).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(line).toBeInViewport({ ratio: 1 })
  await page.goto('/book-demo?services=ai-call-handling,review-management')
  await expect(page.getByText('About: 2 services', { exact: true })).toBeInViewport({ ratio: 1 })
})

test('the ticket fills in for a visitor who types before the scripts arrive', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/book-demo', { waitUntil: 'commit' })
  await page.getByLabel('Full Name').fill(visitor.fullName)
  release()
  const ticket = page.locator('[data-slot=ticket]').filter({ hasText: 'Fills in as you type' })
  await expect(ticket).toContainText(visitor.fullName)
})

test('the calendar is as wide as its field, opens at the month of the first open day, and marks the days', async ({
  page,
}) => {
  // Four days of November are left.
  await page.clock.setFixedTime('2026-11-26T20:00:00Z')
  await openAtStep(page, 3)
  const field = page.getByRole('button', { name: 'Preferred Date' })
  await page.setViewportSize({ width: 390, height: 560 })
  await field.click()
  const calendar = page.getByRole('dialog', { name: 'Pick a date' })
  const month = calendar.getByRole('status')
  await expect(month).toHaveText('November 2026')
  await calendar.getByRole('button', { name: /next month/i }).click()
  // A month of six weeks is in view, too.
  await calendar.getByRole('button', { name: /next month/i }).click()
  await expect(month).toHaveText('January 2027')
  await expect(calendar.getByRole('grid')).toBeInViewport({ ratio: 1 })
  await calendar.getByRole('button', { name: /previous month/i }).click()
  for (const width of [320, 390, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    const [box, fieldBox] = await Promise.all([calendar.boundingBox(), field.boundingBox()])
    expect(box?.width, `${width}`).toBeCloseTo(fieldBox?.width ?? 0, 0)
  }
  // With text twice as large, the weekdays are apart.
  await page.setViewportSize({ width: 320, height: 800 })
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await expect(calendar.locator('th')).toHaveCount(7)
  for (const weekday of await calendar.locator('th').all()) {
    const gap = await weekday.evaluate((cell) => {
      const text = document.createRange()
      text.selectNodeContents(cell)
      return cell.getBoundingClientRect().width - text.getBoundingClientRect().width
    })
    expect(gap).toBeGreaterThan(6)
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  const months = calendar.getByRole('navigation', { name: 'Months' })
  await months.getByRole('button', { name: /previous month/i }).click()
  await expect(month).toHaveText('November 2026')
  const look = (day: string) =>
    calendar.locator(`[data-day="${day}"] button`).evaluate((button) => {
      const { backgroundColor, color, opacity } = getComputedStyle(button)
      return { backgroundColor, color, opacity }
    })
  const today = calendar.getByRole('button', { name: /^Today, Thursday, November\s26, 2026$/ })
  await expect(today).toHaveCSS('text-decoration-line', 'underline')
  expect(await look('2026-11-25')).toEqual({
    backgroundColor: 'rgba(0, 0, 0, 0)',
    color: 'rgb(69, 86, 92)',
    opacity: '1',
  })
  expect(await look('2026-11-28')).toEqual({
    backgroundColor: 'rgb(217, 208, 189)',
    color: 'rgb(17, 36, 44)',
    opacity: '1',
  })
})

test('a long email address breaks after its @', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  const [local, domain] = ['service.department', 'ruiz-and-sons.com']
  const entries = {
    ...visitor,
    email: `${local}@${domain}`,
    preferredDate: bookableDay(),
    preferredTime: '1:00 PM',
  }
  await openAtStep(page, 4, { entries })
  const lines = await summaryOf(page)
    .getByText(entries.email)
    .evaluate((element) => {
      const texts = [...element.childNodes].filter((node) => node instanceof Text)
      const letters = texts.flatMap((text) =>
        [...text.data].map((letter, index) => {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + 1)
          return { letter, top: range.getBoundingClientRect().top }
        }),
      )
      const tops = [...new Set(letters.map(({ top }) => top))]
      return tops.map((line) =>
        letters.map(({ letter, top }) => (top === line ? letter : '')).join(''),
      )
    })
  expect(lines).toEqual([`${local}@`, domain])
})
