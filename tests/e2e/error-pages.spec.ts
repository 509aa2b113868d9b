import { expect, test } from '../support/browser/test'

test.describe('a page that does not exist', () => {
  test.use({ expectedErrors: [/404/] })

  test('answers 404, logs the path to the console, and links to the home page', async ({
    page,
  }) => {
    const warnings: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text())
    })
    // A query can have personal data.
    const response = await page.goto('/no/such/page?email=ana@ruiz.com#top')
    expect(response?.status()).toBe(404)
    await expect(
      page.getByRole('heading', { name: 'Oops! Page not found', exact: true }),
    ).toBeVisible()
    await expect(page.getByText('/no/such/page', { exact: true })).toBeVisible()
    await expect.poll(() => warnings).toEqual(['404: no page at /no/such/page'])
    await page.getByRole('link', { name: 'Back to the home page' }).click()
    await expect(page).toHaveURL(/\/$/)
  })

  test('keeps a long path on its ticket', async ({ page }) => {
    const path = `/${'a-very-long-address-'.repeat(8)}`
    await page.goto(path)
    const shown = page.getByText(path)
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await shown.scrollIntoViewIfNeeded()
      const isBesideTicket = await shown.evaluate((text) => {
        const { right = 0 } = text.closest('.ticket')?.getBoundingClientRect() ?? {}
        const { top, bottom } = text.getBoundingClientRect()
        return document.elementFromPoint(right + 2, (top + bottom) / 2) === text
      })
      expect(isBesideTicket, `${width}`).toBe(false)
    }
  })
})

for (const { when, translation } of [
  { when: 'when a page throws an error', translation: null },
  {
    when: 'when a translated page throws an error',
    translation: { translator: 'wraps texts', moment: 'before the scripts run' },
  },
] as const)
  test.describe(when, () => {
    test.use({ expectedErrors: [/broken for the test/], translation })

    test('the visitor sees the error page and can retry or go home', async ({ page }) => {
      await page.addInitScript(() => {
        sessionStorage.setItem('demoStartTime', '20261205T123000')
        const { toISOString } = Date.prototype
        Date.prototype.toISOString = function () {
          if (sessionStorage.getItem('mended')) return toISOString.call(this)
          throw new Error('broken for the test')
        }
      })
      await page.goto('/thank-you')
      await expect(
        page.getByRole('heading', { name: 'Unexpected Application Error!', exact: true }),
      ).toBeVisible()
      await expect(page.getByText('One of our pipes burst')).toBeVisible()
      const retry = page.getByRole('button', { name: 'Try again' })
      await page.evaluate(() => sessionStorage.setItem('mended', 'yes'))
      await retry.click()
      await expect(
        page.getByRole('heading', { name: 'Demo Booked Successfully!', exact: true }),
      ).toBeVisible()
      await page.evaluate(() => sessionStorage.removeItem('mended'))
      await page.reload()
      await page.getByRole('link', { name: 'Back to the home page' }).click()
      await expect(page).toHaveURL(/\/$/)
    })
  })
