import type { Page } from '@playwright/test'
import { bookingPage } from '@/lib/content/booking'
import { consent } from '@/lib/content/consent'
import { zone } from '@/lib/dates/zone'
import type { FieldName } from '../../lib/forms/forms'
import { site as product } from '../../lib/site'
import { callsElsewhere } from '../support/browser/requests'
import { hydrate } from '../support/browser/scripts'
import { expect, test } from '../support/browser/test'
import {
  book,
  bookableDay,
  expectStep,
  next,
  openAtStep,
  openOptionalFields,
  pickDay,
  previous,
  summaryOf,
  visitor,
} from '../support/visitor/booking'
import { requiredValues } from '../support/visitor/visitor'

const stored = (page: Page, key: string) => page.evaluate((key) => sessionStorage.getItem(key), key)

type StepField = { label: string; value: string; optional?: boolean }

const contact: StepField[] = [
  { label: 'Full Name', value: visitor.fullName },
  { label: 'Email Address', value: visitor.email },
  { label: 'Phone Number', value: visitor.phoneNumber },
]
const business: StepField[] = [
  { label: 'Business Name', value: visitor.businessName },
  { label: 'Business Description', value: visitor.businessDescription },
  { label: 'Website', value: 'ruizplumbing.com', optional: true },
  { label: 'Other challenges', value: 'Dogs', optional: true },
  { label: 'Current Tools & Software', value: 'Paper', optional: true },
]

async function fill(page: Page, fields: StepField[]) {
  for (const { label, value } of fields) await page.getByLabel(label).fill(value)
}

/** On a phone. */
async function openForm(page: Page, query = '') {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto(`/book-demo${query}`)
  await hydrate(page)
}

test('a visitor books a demo in four steps, and the webhook gets the specified body', async ({
  page,
  receiver,
  site,
}) => {
  const elsewhere = callsElsewhere(page, site.url)
  await openForm(page, '?services=chat-agent,unknown,ai-call-handling')
  await fill(page, contact)
  await next(page).click()
  await openOptionalFields(page)
  await fill(page, business)
  await page.getByRole('checkbox', { name: 'Missed calls after hours' }).check()
  await page.getByRole('checkbox', { name: 'Manage referrals' }).check()
  await next(page).click()
  await page.getByLabel('Preferred Time').selectOption('1:30 PM')
  await expect(next(page)).toBeDisabled()
  const day = await pickDay(page)
  // The date is a button, so the time is the only other control: the time zone cannot be edited.
  const controls = ':is(input, select, textarea, [contenteditable]):visible'
  await expect(page.locator(`section section:has(#step-3) ${controls}`)).toHaveAccessibleName(
    'Preferred Time',
  )
  await next(page).click()
  await page.getByLabel('Additional Notes').fill('Ring the bell')
  const before = Date.now()
  await book(page).click()

  await expect(page).toHaveURL(/\/thank-you$/)
  await expect(page.getByRole('heading', { name: 'Demo Booked Successfully!' })).toBeVisible()
  const [{ method = '', path = '' } = {}] = receiver.received
  expect([method, path]).toEqual(['POST', '/hooks/landing_page_book_demo'])
  expect(site.consentVersions).toEqual([consent.name])
  const body = receiver.onlyBody
  const submitted = new Date(body.submittedAt ?? '')
  expect(submitted.getTime()).toBeGreaterThanOrEqual(before)
  expect(submitted.getTime()).toBeLessThanOrEqual(Date.now())
  const inZone = (locale: string, options: Intl.DateTimeFormatOptions) =>
    submitted.toLocaleString(locale, { timeZone: zone.id, ...options })
  expect(Object.entries(body)).toEqual(
    Object.entries({
      fullName: "Ana O'Brien",
      businessName: 'Ruiz & Sons',
      email: 'ana@ruiz.com',
      phoneNumber: '509-555-0147',
      businessDescription: 'Two trucks, drains and heaters.',
      website: 'https://ruizplumbing.com',
      challenges: 'Missed calls after hours, Manage referrals, Dogs',
      interestedServices: 'AI Call Handling, Chat Agent',
      preferredDate: day,
      preferredTime: '1:30 PM',
      timezone: zone.id,
      additionalNotes: 'Ring the bell',
      submittedAt: body.submittedAt,
      submissionDate: inZone('sv-SE', { dateStyle: 'short' }),
      submissionTime: inZone('en-US', { timeStyle: 'medium' }).replaceAll('\u202f', ' '),
      source: product.name,
      formVersion: '1.0',
    }),
  )
  expect(await stored(page, 'demoStartTime')).toBe(`${day.replaceAll('-', '')}T133000`)
  expect(await stored(page, 'bookingDraft')).toBeNull()
  expect(await page.context().cookies()).toEqual([])
  expect(elsewhere).toEqual([])
})

/** Neither the button nor Enter leaves a step before each required field is filled: spaces are not enough. */
async function expectStays(page: Page, step: FieldName<'booking'>, fields: StepField[]) {
  const [first] = fields
  await expect(next(page)).toBeEnabled()
  for (const field of fields.filter(({ optional }) => !optional)) {
    await page.getByLabel(field.label).fill(field === first ? '   ' : '')
    await expect(next(page)).toBeDisabled()
    await expect(next(page)).toHaveAccessibleDescription(`Still needed: ${field.label}.`)
    await page.getByLabel(first?.label ?? '').press('Enter')
    await expectStep(page, step)
    await page.getByLabel(field.label).fill(field.value)
  }
  await expect(next(page)).toBeEnabled()
}

test('a long press on Next from a wrong entry leads to the next step', async ({ page }) => {
  await openForm(page)
  await fill(page, contact)
  await page.getByLabel('Phone Number').fill('12')
  await next(page).click({ delay: 800 })
  await expectStep(page, 'businessName')
})

test('the step Contact says what is needed, and Enter leads to the next one', async ({ page }) => {
  await openForm(page)
  await expect(page.getByRole('main').getByRole('list').first().getByRole('listitem')).toHaveText([
    'Contact',
    'Business',
    'Schedule',
    'Review',
  ])
  await expectStep(page, 'fullName')
  await expect(page.getByText('Your information is secure')).toBeVisible()
  await expect(previous(page)).toBeDisabled()
  await expect(next(page)).toBeDisabled()
  await expect(next(page)).toHaveAccessibleDescription(
    'Still needed: Full Name, Email Address, Phone Number.',
  )
  await fill(page, contact)
  await expectStays(page, 'fullName', contact)
  await page.getByLabel('Phone Number').press('Enter')
  await expectStep(page, 'businessName')
  const heading = page.getByRole('heading', { name: 'Tell us about your business' })
  await expect(heading).toBeFocused()
  // After the first step, a phone shows the form instead of the page's introduction.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  expect((await heading.boundingBox())?.y).toBeLessThan(640 / 3)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Book your free demo')
})

test('the step Business says what is needed, and how many characters are left', async ({
  page,
}) => {
  await openAtStep(page, 'businessName', { entries: requiredValues('booking') })
  await openOptionalFields(page)
  await expect(page.getByLabel('Business Description')).toHaveJSProperty('tagName', 'TEXTAREA')
  await expect(page.getByLabel('Website')).toHaveAttribute('type', 'url')
  await expect(page.getByPlaceholder('Other challenges...', { exact: true })).toBeVisible()
  await page.getByLabel('Business Description').fill('x'.repeat(999))
  await expect(page.getByText(/characters? left/)).toHaveText('1 character left')
  await fill(page, business)
  await expectStays(page, 'businessName', business)
})

test('the step Review shows the entries, the services, and what happens next', async ({ page }) => {
  const day = bookableDay()
  const entries = { ...requiredValues('booking'), ...visitor, preferredDate: day }
  await openAtStep(page, 'additionalNotes', {
    entries: { ...entries, preferredTime: '1:30 PM', interestedServices: ['chat-agent'] },
  })
  const longDay = new Date(day).toLocaleDateString('en-US', { dateStyle: 'full', timeZone: 'UTC' })
  const rows = summaryOf(page).locator('dl > div').filter({ visible: true })
  await expect(rows).toHaveText([
    `Full Name: ${visitor.fullName}Change Full Name`,
    `Email Address: ${visitor.email}Change Email Address`,
    `Phone Number: ${visitor.phoneNumber}Change Phone Number`,
    `Business Name: ${visitor.businessName}Change Business Name`,
    `Preferred Date: ${longDay}Change Preferred Date`,
    // Elsewhere a visitor also sees the local time.
    new RegExp(
      `^Preferred Time: 1:30\\sPM ${zone.short}(That’s .+ where you are\\.)?Change Preferred Time$`,
    ),
    'Cost: Free',
  ])
  await expect(summaryOf(page).getByRole('heading', { name: 'Interested Services' })).toBeVisible()
  await expect(summaryOf(page).getByRole('listitem')).toHaveText(['Chat Agent'])
  await expect(
    page.getByRole('region', { name: 'What Happens Next?' }).getByRole('listitem'),
  ).toHaveText([...bookingPage.whatHappensNext.items])
  await expect(next(page)).toBeHidden()
  for (const step of [4, 3]) {
    await expect(page.getByRole('progressbar')).toHaveAttribute('value', String(step))
    await (step === 4 ? previous : next)(page).click()
  }
  await expectStep(page, 'additionalNotes')
})
