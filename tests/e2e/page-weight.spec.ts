import {
  budgets,
  collectRequests,
  isScript,
  measurePageWeight,
  transferSize,
} from '../support/browser/requests'
import { hydrate } from '../support/browser/scripts'
import { expect, test } from '../support/browser/test'
import { openAtStep } from '../support/visitor/booking'
import {
  callbackVisitor,
  fillDialog,
  openDialog,
  submitOf,
  toastOf,
} from '../support/visitor/callback'

test.describe('every page', () => {
  test.use({ expectedErrors: [/404/] })

  test('stays within its byte budget, with one font and no requests to other sites', async ({
    page,
    site,
  }) => {
    for (const [path, budget] of Object.entries(budgets)) {
      const { requests, ...weight } = await measurePageWeight(page, `${site.url}${path}`)
      for (const [part, limit] of Object.entries(budget))
        expect
          .soft(weight[part as keyof typeof weight], `${part} of ${path}`)
          .toBeLessThanOrEqual(limit)
      expect.soft(requests.filter((url) => !url.startsWith(site.url))).toEqual([])
      expect
        .soft(requests.filter((url) => url.endsWith('.woff2')).length, `fonts of ${path}`)
        .toBeLessThanOrEqual(1)
    }
  })
})

test('the first dialog, with its validation and toast, stays within its byte budget, and asks no other site', {
  tag: '@deep',
}, async ({ page, site }) => {
  await page.goto('/')
  await hydrate(page)
  const requests = await collectRequests(page, async () => {
    const dialog = await openDialog(page, 'See AI in Action')
    await fillDialog(dialog, { ...callbackVisitor, 'Full Name': 'R2D2' })
    await submitOf(dialog).click()
    await expect(toastOf(page)).toBeVisible()
  })
  expect(requests.filter((request) => !request.url().startsWith(site.url))).toEqual([])
  const scripts = requests.filter(isScript)
  expect(scripts.length).toBeGreaterThan(0)
  const sizes = await Promise.all(scripts.map((request) => transferSize(request.url())))
  expect(sizes.reduce((total, { body }) => total + body, 0)).toBeLessThanOrEqual(60_000)
})

test('the calendar has loaded before its button is clicked', { tag: '@deep' }, async ({ page }) => {
  const button = page.getByRole('button', { name: 'Preferred Date' })
  await collectRequests(page, async () => {
    await openAtStep(page, 'preferredDate')
    await button.waitFor()
    // The first focus loads the validation.
    await page.getByLabel('Preferred Time').focus()
  })
  const requests = await collectRequests(page, () => button.click())
  expect(requests.map((request) => request.url())).toEqual([])
  await expect(page.locator('#calendar').getByRole('grid')).toBeVisible()
})
