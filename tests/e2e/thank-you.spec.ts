import { expect, test } from '../support/test'

test('the confirmation offers calendars, next steps and the way home', async ({ page }) => {
  await page.addInitScript(() => sessionStorage.setItem('demoStartTime', '20261205T123000'))
  await page.goto('/thank-you')
  await expect(
    page.getByRole('heading', { name: 'Demo Booked Successfully!', level: 1 }),
  ).toBeVisible()
  await expect(page.getByText('within 2 hours to confirm')).toBeVisible()
  const google = page.getByRole('link', { name: 'Add to Google Calendar' })
  await expect(google).toHaveAttribute('target', '_blank')
  await expect(google).toHaveAttribute(
    'href',
    /dates=20261205T123000%2F20261205T123000&ctz=America%2FLos_Angeles$/,
  )
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: /\.ics/ }).click()
  expect((await download).suggestedFilename()).toBe('demo.ics')
  for (const step of ['Confirmation call', 'Personalized demo', 'Custom solution'])
    await expect(page.getByRole('heading', { name: step })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('without a known start the calendar link has empty dates', async ({ page }) => {
  await page.goto('/thank-you')
  const google = page.getByRole('link', { name: 'Add to Google Calendar' })
  await expect(google).toHaveAttribute('href', /[?&]dates=&/)
  await expect(page.getByRole('link', { name: /\.ics/ })).toHaveCount(0)
})

test('is kept out of search engines', async ({ page }) => {
  await page.goto('/thank-you')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
})
