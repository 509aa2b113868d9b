import { expect, test } from '../support/browser/test'
import { next, openAtStep } from '../support/visitor/booking'

/** What a visitor sees of the booking besides its steps. */

test('on a phone, the optional fields of step 2 are closed until one has a value, and Next Step is in the second screen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 664 })
  await openAtStep(page, 'website')
  const website = page.getByLabel('Website')
  const summary = page.getByText('Optional: helps us prepare your demo', { exact: true })
  await expect(summary).toBeVisible()
  await expect(website).toBeHidden()
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  const { y = 0, height = 0 } = (await next(page).boundingBox()) ?? {}
  expect(y + height).toBeLessThan(2 * 664)
  await summary.click()
  await website.fill('none')
  await page.reload()
  await expect(website).toBeVisible()
  await expect(website).toHaveValue('none')
  // On wide screens they are always open.
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
})
