import { expect, test } from '../support/test'

test.describe('an address that does not exist', () => {
  test.use({ expectedErrors: [/404/] })

  test('answers 404, says so, tells the console the path, and leads home', async ({ page }) => {
    const logged = page.waitForEvent('console', (message) =>
      message.text().includes('/no/such/page'),
    )
    const response = await page.goto('/no/such/page')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
    await logged
    await expect(page.getByText('/no/such/page', { exact: true })).toBeVisible()
    await expect(page.getByText('No such address')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to the home page' }).click()
    await expect(page).toHaveURL(/\/$/)
  })
})

test.describe('when a page breaks', () => {
  test.use({ expectedErrors: [/broken for the test/] })

  test('the visitor reads so and has two ways out', async ({ page }) => {
    await page.addInitScript(() => {
      sessionStorage.setItem('demoStartTime', '20261205T123000')
      Date.prototype.toISOString = () => {
        throw new Error('broken for the test')
      }
    })
    await page.goto('/thank-you')
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to the home page' }).click()
    await expect(page).toHaveURL(/\/$/)
  })
})
