import { formatLongDate } from '../../lib/dates'
import { firstBookableDay, nextDay } from '../../lib/pacific'
import { visitor } from '../support/booking'
import { startSite } from '../support/site'
import { expect, test } from '../support/test'

test.use({ javaScriptEnabled: false, expectedErrors: [/\.js csp$/] })

const unable = 'Unable to submit form. Please try again or contact support.'

test.describe('a callback', () => {
  test('is submitted and confirmed on the page', async ({ page, receiver }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'See Live AI in Action' }).click()
    const dialog = page.getByRole('dialog', { name: 'See AI in Action' })
    await dialog.getByLabel('Full Name').fill('Ana Ruiz')
    await dialog.getByLabel('Phone Number').fill('509-555-0147')
    await dialog.getByLabel('Email Address').fill('ana@ruiz.com')
    await dialog.getByLabel('Business Name').fill('Ruiz & Sons')
    await dialog.getByRole('button', { name: 'Get a Call' }).click()
    await expect(page.getByRole('status')).toContainText(
      "We'll call you shortly to demonstrate our AI in action.",
    )
    await expect(dialog).toBeHidden()
    expect(receiver.received.map(({ body }) => body)).toEqual([
      '{"Name":"Ana Ruiz","Phone":"509-555-0147","Email":"ana@ruiz.com","Company":"Ruiz & Sons","source":"Plumbing Xperience: See AI in Action"}',
    ])
    await page.getByRole('status').getByRole('link', { name: 'Close' }).click()
    await expect(page.getByRole('status')).toBeHidden()
  })

  test('is submitted from the sticky bar', async ({ page, receiver }) => {
    await page.goto('/')
    await page.getByRole('complementary').getByRole('button', { name: 'Call Our AI' }).click()
    const dialog = page.getByRole('dialog', { name: 'Call Our AI' })
    await dialog.getByLabel('Full Name').fill('Ana Ruiz')
    await dialog.getByLabel('Phone Number').fill('509-555-0147')
    await dialog.getByLabel('Business Name').fill('Ruiz & Sons')
    await dialog.getByRole('button', { name: 'Get a Call' }).click()
    await expect(page.getByRole('status')).toBeVisible()
    expect(receiver.onlyBody.source).toBe('Plumbing Xperience: Call Our AI')
  })

  test('with invalid entries comes back open, with the errors and every entry', async ({
    page,
    receiver,
  }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'See Live AI in Action' }).click()
    const dialog = page.getByRole('dialog', { name: 'See AI in Action' })
    await dialog.getByLabel('Full Name').fill('R2D2')
    await dialog.getByLabel('Phone Number').fill('12345')
    await dialog.getByLabel('Email Address').fill('ana@ruiz.com')
    await dialog.getByLabel('Business Name').fill('Ruiz & Sons')
    await dialog.getByRole('button', { name: 'Get a Call' }).click()
    await expect(page).toHaveTitle('Error: See AI in Action')
    const problem = dialog.getByRole('alert', { name: 'There is a problem' })
    await expect(problem).toBeFocused()
    await expect(problem.getByRole('link')).toHaveText([
      'Invalid name format',
      'Invalid phone number format',
    ])
    await expect(dialog.getByLabel('Full Name')).toHaveAccessibleDescription('Invalid name format')
    await problem.getByRole('link', { name: 'Invalid phone number format' }).click()
    await expect(dialog.getByLabel('Phone Number')).toBeFocused()
    await expect(dialog.getByLabel('Full Name')).toHaveValue('R2D2')
    await expect(dialog.getByLabel('Email Address')).toHaveValue('ana@ruiz.com')
    await expect(page.getByRole('dialog')).toHaveCount(1)
    expect(receiver.received).toHaveLength(0)
    await dialog.getByLabel('Full Name').fill('Ana Ruiz')
    await dialog.getByLabel('Phone Number').fill('509-555-0147')
    await dialog.getByRole('button', { name: 'Get a Call' }).click()
    await expect(page.getByRole('status')).toBeVisible()
    expect(receiver.onlyBody.Name).toBe('Ana Ruiz')
  })

  test('that is not delivered shows an error and keeps every entry', async ({ page, receiver }) => {
    receiver.respondWith(500)
    await page.goto('/')
    await page.getByRole('button', { name: 'See Live AI in Action' }).click()
    const dialog = page.getByRole('dialog', { name: 'See AI in Action' })
    await dialog.getByLabel('Full Name').fill('Ana Ruiz')
    await dialog.getByLabel('Phone Number').fill('509-555-0147')
    await dialog.getByLabel('Email Address').fill('ana@ruiz.com')
    await dialog.getByLabel('Business Name').fill('Ruiz & Sons')
    await dialog.getByRole('button', { name: 'Get a Call' }).click()
    await expect(dialog.getByRole('alert')).toContainText(unable)
    await expect(dialog.getByLabel('Business Name')).toHaveValue('Ruiz & Sons')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
  })
})

test.describe('a booking', () => {
  const day = () => nextDay(firstBookableDay(new Date()))

  test('is submitted on one page with a plain date field', async ({ page, receiver }) => {
    await page.goto('/book-demo')
    await expect(page.getByRole('button', { name: 'Next Step' })).toBeHidden()
    await page.getByLabel('Full Name').fill(visitor.fullName)
    await page.getByLabel('Email Address').fill(visitor.email)
    await page.getByLabel('Phone Number').fill(visitor.phoneNumber)
    await page.getByLabel('Business Name').fill(visitor.businessName)
    await page.getByLabel('Business Description').fill(visitor.businessDescription)
    await page.getByRole('checkbox', { name: 'Missed calls after hours' }).check()
    await expect(page.getByLabel('Preferred Date')).toHaveAttribute('type', 'date')
    // The page can be older than the day, so without scripts nothing knows the first day.
    await expect(page.getByLabel('Preferred Date')).not.toHaveAttribute('min')
    await page.getByLabel('Preferred Date').fill(day())
    await page.getByLabel('Preferred Time').selectOption('2:00 PM')
    await page.getByLabel('Additional Notes').fill('No scripts here')
    await page.getByRole('button', { name: 'Book My Free Demo' }).click()
    await expect(page).toHaveURL(/\/thank-you$/)
    await expect(page.getByRole('heading', { name: 'Demo Booked Successfully!' })).toBeVisible()
    expect(receiver.onlyBody).toMatchObject({
      fullName: "Ana O'Brien",
      challenges: 'Missed calls after hours',
      preferredDate: day(),
      preferredTime: '2:00 PM',
      additionalNotes: 'No scripts here',
    })
  })

  test('with invalid entries comes back with the errors and every entry', async ({
    page,
    receiver,
  }) => {
    // A new server, because its first error response loads code that later ones have.
    const site = await startSite(receiver)
    await page.goto(`${site.url}/book-demo`)
    await page.getByLabel('Full Name').fill('R2D2')
    await page.getByLabel('Email Address').fill(visitor.email)
    await page.getByLabel('Phone Number').fill(visitor.phoneNumber)
    await page.getByLabel('Business Name').fill(visitor.businessName)
    await page.getByLabel('Business Description').fill(visitor.businessDescription)
    await page.getByRole('checkbox', { name: 'Manage referrals' }).check()
    await page.getByLabel('Preferred Date').fill('2020-01-01')
    await page.getByLabel('Preferred Time').selectOption('2:00 PM')
    await page.getByRole('button', { name: 'Book My Free Demo' }).click()
    await expect(page).toHaveTitle('Error: Book a free demo | Plumbing Xperience')
    const problem = page.getByRole('alert', { name: 'There is a problem' })
    await expect(problem).toBeFocused()
    await expect(problem.getByRole('link')).toHaveText([
      'Invalid name format',
      `Preferred Date must be ${formatLongDate(firstBookableDay(new Date()))} or later, Pacific Time`,
    ])
    await expect(page.getByLabel('Full Name')).toHaveAccessibleDescription('Invalid name format')
    await expect(page.getByLabel('Full Name')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Full Name')).toHaveValue('R2D2')
    await expect(page.getByLabel('Business Description')).toHaveValue(visitor.businessDescription)
    await expect(page.getByRole('checkbox', { name: 'Manage referrals' })).toBeChecked()
    await expect(page.getByLabel('Preferred Time')).toHaveValue('2:00 PM')
    expect(receiver.received).toHaveLength(0)
    await page.getByLabel('Full Name').fill(visitor.fullName)
    await page.getByLabel('Preferred Date').fill(day())
    await page.getByRole('button', { name: 'Book My Free Demo' }).click()
    await expect(page).toHaveURL(/\/thank-you$/)
    await page.close()
    await site.stop()
  })
})

test('a visitor opens the menu on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.locator('#menu').getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL(/\/book-demo$/)
})
