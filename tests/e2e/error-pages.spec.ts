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
})

test.describe('when a page throws an error', () => {
  test.use({ expectedErrors: [/broken for the test/] })

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
  })
})
