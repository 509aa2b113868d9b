import type { Page } from '@playwright/test'
import { expect, test } from '../support/test'

const ticketRow = (page: Page, label: string) =>
  page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) })

/** Opens the page in a tab that has booked a demo. */
async function open(page: Page) {
  await page.addInitScript(() => {
    sessionStorage.setItem('demoStartTime', '20261205T123000')
    sessionStorage.setItem('demoName', 'Ana O’Brien')
    sessionStorage.setItem('demoBusiness', 'Ruiz & Sons')
    sessionStorage.setItem('bookingDraft', '{"step":3,"entries":{}}')
  })
  await page.goto('/thank-you')
}

for (const { timezoneId, localTime } of [
  { timezoneId: 'America/Los_Angeles', localTime: [] },
  { timezoneId: 'America/New_York', localTime: ['Saturday, December 5 at 3:30 PM'] },
])
  test.describe(`for a visitor in ${timezoneId}`, () => {
    test.use({ timezoneId })

    test('the confirmation shows the booked date and time, calendar links and a link home', async ({
      page,
    }) => {
      await open(page)
      await expect(ticketRow(page, 'For')).toContainText('Ana O’Brien')
      await expect(ticketRow(page, 'Business')).toContainText('Ruiz & Sons')
      await expect(ticketRow(page, 'Day')).toContainText('Saturday, December 5, 2026')
      await expect(ticketRow(page, 'Time')).toContainText('12:30 PM Pacific Time')
      await expect(ticketRow(page, 'Your time').locator('dd')).toHaveText(localTime)
      await expect(page.getByText('Booked', { exact: true })).toBeVisible()
      // A draft of a booking hides no other page until it is restored.
      await expect(page.getByRole('main')).toHaveCSS('animation-name', 'none')
      const google = page.getByRole('link', { name: 'Add to Google Calendar' })
      await expect(google).toHaveAttribute('target', '_blank')
      await expect(google).toHaveAttribute(
        'href',
        /dates=20261205T123000%2F20261205T123000&ctz=America%2FLos_Angeles$/,
      )
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name: /\.ics/ }).click()
      expect((await download).suggestedFilename()).toBe('demo.ics')
      await page.getByRole('link', { name: 'Back to Home' }).click()
      await expect(page).toHaveURL(/\/$/)
    })
  })

test('the calendar link has empty dates if the browser has no booked time', async ({ page }) => {
  await page.goto('/thank-you')
  await page.waitForFunction(() => document.querySelector('dl[class=ticket-rows]'))
  await expect(page.getByRole('link', { name: 'Add to Google Calendar' })).toHaveAttribute(
    'href',
    /[?&]dates=&/,
  )
  await expect(page.getByRole('link', { name: /\.ics/ })).toHaveCount(0)
  await expect(ticketRow(page, 'Day')).toContainText('The day you picked')
  await expect(page.getByText('Booked', { exact: true })).toHaveCount(0)
})
