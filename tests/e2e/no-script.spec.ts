import { consent } from '../../lib/content/consent'
import { zone } from '../../lib/dates/zone'
import { site as product } from '../../lib/site'
import { expect, test } from '../support/browser/test'
import { startSite } from '../support/site/site'
import { book, bookableDay, bookingBody, fillBusiness, visitor } from '../support/visitor/booking'
import {
  expectAbove,
  expectEntries,
  expectSent,
  fillDialog,
  openDialog,
  submitOf,
} from '../support/visitor/callback'

test.use({ javaScriptEnabled: false, expectedErrors: [/\.js csp$/] })

const callback = {
  'Full Name': 'Ana Ruiz',
  'Phone Number': '509-555-0147',
  'Business Name': 'Ruiz & Sons',
}

const sent = {
  Name: 'Ana Ruiz',
  Phone: '509-555-0147',
  Email: 'ana@ruiz.com',
  Company: 'Ruiz & Sons',
}

test.describe('a callback', () => {
  test('comes back open with the errors and every entry, then with the error of the webhook, and is then submitted and confirmed', async ({
    page,
    receiver,
    site,
  }) => {
    const title = 'See AI in Action'
    const entries = { ...callback, 'Email Address': 'ana@ruiz.com' }
    await page.goto('/')
    const dialog = await openDialog(page, title)
    const invalid = { ...entries, 'Full Name': 'R2D2', 'Phone Number': '12345' }
    await fillDialog(dialog, invalid)
    const submit = submitOf(dialog)
    await submit.click()
    await expect(page).toHaveTitle(`Error: ${title}`)
    const problem = dialog.getByRole('group', { name: 'Invalid input' })
    await expect(problem).toBeFocused()
    await expect(problem.getByRole('link')).toHaveText([
      'Invalid name format',
      'Invalid phone number format',
    ])
    await expect(dialog.getByLabel('Full Name')).toHaveAccessibleDescription(
      "Letters, spaces, and ' . - only.",
    )
    await problem.getByRole('link', { name: 'Invalid phone number format' }).click()
    await expect(dialog.getByLabel('Phone Number')).toBeFocused()
    await expectEntries(dialog, invalid)
    await expect(page.getByRole('dialog')).toHaveCount(1)
    expect(receiver.received).toHaveLength(0)
    // For readers of the HTML, which load no style sheet.
    for (const hidden of await page.locator('noscript [role=status]').all())
      await expect(hidden).toHaveAttribute('hidden')

    await fillDialog(dialog, entries)
    receiver.respondWith(500)
    await submit.click()
    await expect(dialog.getByRole('group', { name: 'Error' })).toContainText(
      'Unable to submit form. Please try again or contact support.',
    )
    await expectEntries(dialog, entries)
    expect(receiver.received).toHaveLength(1)
    const [failed] = receiver.received
    receiver.reset()
    await submit.click()
    const status = page.getByRole('status')
    await expectSent(status, ['We’ll call: The number that you gave'])
    await page.emulateMedia({ media: 'print' })
    await expectAbove(status, page.getByRole('heading', { level: 1 }))
    await page.emulateMedia({ media: 'screen' })
    await expect(dialog).toBeHidden()
    expect(receiver.onlyBody).toMatchObject({
      ...sent,
      source: `${product.name}: ${title}`,
    })
    expect(receiver.received[0]?.headers['webhook-id']).toBe(failed?.headers['webhook-id'])
    expect(site.consentVersions[0]).toBe(consent.name)
    await status.getByRole('link', { name: 'Close' }).click()
    await expect(status).toBeHidden()
  })
})

test('a booking is one page with a plain date field, comes back with the errors and every entry, and is then booked', async ({
  page,
  receiver,
}) => {
  // A new server, because its first error response loads code that later ones have.
  const site = await startSite(receiver)
  await page.goto(`${site.url}/book-demo?services=voice-ai-agent,chat-agent,none`)
  await expect(page.getByRole('button', { name: 'Next Step' })).toBeHidden()
  // The browser checks what is required.
  await expect(page.locator('form')).not.toHaveAttribute('novalidate')
  const day = bookableDay()
  const date = page.getByLabel('Preferred Date')
  await expect(date).toHaveAttribute('type', 'date')
  // The page can be older than the day, so without scripts nothing knows the first day.
  await expect(date).not.toHaveAttribute('min')
  const entries = {
    'Full Name': 'R2D2',
    'Email Address': visitor.email,
    'Phone Number': visitor.phoneNumber,
    'Business Name': visitor.businessName,
    'Business Description': visitor.businessDescription,
    'Preferred Date': '2020-01-01',
    'Additional Notes': 'No scripts here',
  }
  await fillBusiness(page)
  await fillDialog(page.locator('main'), entries)
  await page.getByRole('checkbox', { name: 'Manage referrals' }).check()
  await page.getByLabel('Preferred Time').selectOption('2:00 PM')
  const submit = book(page)
  await expectAbove(page.getByLabel('Additional Notes'), submit)
  await submit.click()
  await expect(page).toHaveTitle(`Error: Book a free demo | ${product.name}`)
  const problem = page.getByRole('group', { name: 'Invalid input' })
  await expect(problem).toBeFocused()
  await expect(problem.getByRole('link')).toHaveText([
    'Invalid name format',
    new RegExp(`^Preferred Date must be .+ or later, ${zone.words}$`),
  ])
  const name = page.getByLabel('Full Name')
  await expect(name).toHaveAccessibleDescription("Letters, spaces, and ' . - only.")
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expectEntries(page.locator('main'), entries)
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1)
  await expect(page.getByRole('checkbox', { name: 'Manage referrals' })).toBeChecked()
  await expect(page.getByLabel('Preferred Time')).toHaveValue('2:00 PM')
  expect(receiver.received).toHaveLength(0)

  await name.fill(visitor.fullName)
  await date.fill(day)
  await page.getByLabel('Business Name').fill('Ruiz & Sons – Drains')
  await submit.click()
  await expect(page).toHaveURL(new RegExp(`/thank-you\\?demo=${day.replaceAll('-', '')}T140000$`))
  await expect(page.getByRole('heading', { name: 'Demo Booked Successfully!' })).toBeFocused()
  await expect(page.getByRole('main')).toContainText('To change it, tell us when we call.', {
    useInnerText: true,
  })
  expect(site.consentVersions).toEqual([consent.name])
  expect(receiver.onlyBody).toEqual(
    bookingBody({
      businessName: 'Ruiz & Sons - Drains',
      challenges: 'Manage referrals',
      interestedServices: 'Chat Agent, Voice AI Agent',
      preferredDate: day,
      preferredTime: '2:00 PM',
      additionalNotes: 'No scripts here',
    }),
  )
  await page.close()
  await site.stop()
})
