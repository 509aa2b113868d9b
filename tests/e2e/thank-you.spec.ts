import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { demoLength } from '../../lib/content/demo'
import { formatInVisitorZone, formatLongDate, slotStart } from '../../lib/dates/dates'
import { zone } from '../../lib/dates/zone'
import { keepDemo } from '../support/browser/states'
import { expect, test } from '../support/browser/test'
import { book, bookableDay, fillUntilReview } from '../support/visitor/booking'

/** Labels and texts of the ticket, as they are shown. */
const ticket = (page: Page) => page.locator('dl > div').filter({ visible: true })

const calendarLink = (dates: string) =>
  `https://calendar.google.com/calendar/render?action=TEMPLATE&text=AI%20Demo%20Call%20-%20Plumbing%20Business%20Automation&details=Personalized%20demo%20call%20to%20discuss%20AI%20automation%20for%20your%20plumbing%20business&dates=${dates}&ctz=${encodeURIComponent(zone.id)}`

/** Opens the page in a tab that has booked a demo. */
async function open(page: Page) {
  await page.addInitScript(keepDemo)
  await page.addInitScript(() => sessionStorage.setItem('bookingDraft', '{"step":3,"entries":{}}'))
  await page.goto('/thank-you')
}

test.describe('for a visitor in another time zone', () => {
  const elsewhere = 'Europe/Berlin'
  test.use({ timezoneId: elsewhere })

  test('the confirmation shows the booked date and time, calendar links and a link home', async ({
    page,
  }) => {
    await open(page)
    await expect(ticket(page)).toHaveText([
      'For: Ana O’Brien',
      'Business: Ruiz & Sons',
      'Email: ana@ruiz.com',
      'We’ll call: (509) 555-0147',
      'Day: Saturday, December 5, 2099',
      `Time: 12:30 PM ${zone.words}`,
      `Your time: ${formatInVisitorZone(slotStart('2099-12-05', '12:30 PM'), elsewhere)}`,
      `Length: ${demoLength}`,
      'Cost: Free',
    ])
    await expect(page.getByText('Booked', { exact: true })).toBeVisible()
    // A draft of a booking hides no other page until it is restored.
    await expect(page.getByRole('main')).toHaveCSS('animation-name', 'none')
    const google = page.getByRole('link', { name: 'Add to Google Calendar' })
    await expect(google).toHaveAttribute('target', '_blank')
    await expect(google).toHaveAttribute('href', calendarLink('20991205T123000%2F20991205T123000'))
    const started = page.waitForEvent('download')
    await page.getByRole('link', { name: /\.ics/ }).click()
    const download = await started
    expect(download.suggestedFilename()).toBe('demo.ics')
    const file = readFileSync(await download.path(), 'utf8').replaceAll('\r\n ', '')
    expect(file).toContain('\r\nUID:3f0e5f1c-8d5f-demo@plumbing-xperience\r\n')
    expect(file).toContain('\\nWe will call the number that ends in 0147.')
    await page.getByRole('link', { name: 'Back to Home' }).click()
    await expect(page).toHaveURL(/\/$/)
  })
})

test('without details, the page says where they are, and its outlined calendar link has empty dates', async ({
  page,
}) => {
  // Such as the link that skips the header.
  await page.goto('/thank-you#content')
  const google = page.getByRole('link', { name: 'Add to Google Calendar' })
  await expect(google).toHaveAttribute('href', calendarLink(''))
  await expect(google).toHaveClass(/button-outline/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Demo Booked Successfully!')
  await expect(page.getByRole('main').getByRole('link', { name: 'Book a demo' })).toHaveAttribute(
    'href',
    '/book-demo',
  )
  await expect(page.getByRole('link', { name: /\.ics/ })).toHaveCount(0)
  await expect(ticket(page)).toHaveText([
    'Day: In your confirmation mail',
    'Time: In your confirmation mail',
    `Length: ${demoLength}`,
    'Cost: Free',
  ])
  await expect(page.getByText('Booked', { exact: true })).toHaveCount(0)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Haven’t booked yet?')).toBeHidden()
})

test('a visitor whose browser stores nothing books, and sees the day and the calendar links', {
  tag: '@deep',
}, async ({ page }) => {
  await page.addInitScript(() => {
    for (const storage of ['sessionStorage', 'localStorage'])
      Object.defineProperty(window, storage, {
        get: () => {
          throw new DOMException('Denied', 'SecurityError')
        },
      })
  })
  await fillUntilReview(page)
  await book(page).click()
  const start = `${bookableDay().replaceAll('-', '')}T123000`
  await expect(page).toHaveURL(new RegExp(`/thank-you\\?demo=${start}$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Demo Booked Successfully!')
  await expect(ticket(page).first()).toHaveText(`Day: ${formatLongDate(bookableDay())}`)
  await expect(page.getByRole('link', { name: 'Add to Google Calendar' })).toHaveAttribute(
    'href',
    calendarLink(`${start}%2F${start}`),
  )
  await expect(page.getByRole('link', { name: /\.ics/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Change it' })).toHaveCount(0)
  await expect(page.getByText('To change it, tell us when we call.')).toBeVisible()
})
