import type { Page } from '@playwright/test'
import { expect, test } from '../support/test'

test('the confirmation shows calendar links, the next steps and a link home', async ({ page }) => {
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

test('the calendar link has empty dates if the browser has no booked time', async ({ page }) => {
  await page.goto('/thank-you')
  const google = page.getByRole('link', { name: 'Add to Google Calendar' })
  await expect(google).toHaveAttribute('href', /[?&]dates=&/)
  await expect(page.getByRole('link', { name: /\.ics/ })).toHaveCount(0)
  await expect(ticketRow(page, 'Day')).toContainText('The day you picked')
  await expect(
    page.getByText('We can’t show your time here. We’ll call to confirm it.'),
  ).toBeVisible()
})

test('search engines do not index the page', async ({ page }) => {
  await page.goto('/thank-you')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
})

const ticketRow = (page: Page, label: string) =>
  page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) })

for (const { timezoneId, localTime } of [
  { timezoneId: 'America/Los_Angeles', localTime: null },
  { timezoneId: 'America/New_York', localTime: 'Saturday, December 5 at 3:30 PM' },
])
  test.describe(`for a visitor in ${timezoneId}`, () => {
    test.use({ timezoneId })

    test('the ticket shows the stamp and the booked date and time', async ({ page }) => {
      await page.addInitScript(() => {
        sessionStorage.setItem('demoStartTime', '20261205T123000')
        sessionStorage.setItem('demoName', 'Ana O’Brien')
        sessionStorage.setItem('demoBusiness', 'Ruiz & Sons')
      })
      await page.goto('/thank-you')
      await expect(page.getByText('Booked', { exact: true })).toBeVisible()
      await expect(ticketRow(page, 'For')).toContainText('Ana O’Brien')
      await expect(ticketRow(page, 'Business')).toContainText('Ruiz & Sons')
      await expect(ticketRow(page, 'Day')).toContainText('Saturday, December 5, 2026')
      await expect(ticketRow(page, 'Time')).toContainText('12:30 PM Pacific Time')
      if (localTime) await expect(ticketRow(page, 'Your time')).toContainText(localTime)
      else await expect(ticketRow(page, 'Your time')).toHaveCount(0)
    })
  })

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the ticket shows the stamp and that the time is confirmed by phone', async ({ page }) => {
    await page.goto('/thank-you')
    await expect(page.getByText('Booked', { exact: true })).toBeVisible()
    await expect(ticketRow(page, 'Time')).toContainText('We’ll confirm it')
  })
})

test('a draft of a booking hides no other page until it is restored', async ({ page }) => {
  await page.addInitScript(() => sessionStorage.setItem('bookingDraft', '{"step":3,"entries":{}}'))
  await page.goto('/thank-you')
  await expect(page.getByRole('main')).toHaveCSS('animation-name', 'none')
})
