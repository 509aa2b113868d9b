import { expect, type Locator, type Page } from '@playwright/test'
import { wizard } from '../../../lib/content/booking'
import { firstBookableDay, isClosed } from '../../../lib/dates/bookable-days'
import { slotStart } from '../../../lib/dates/dates'
import { addDays, dayInZone } from '../../../lib/dates/days'
import { bookingForm } from '../../../lib/forms/booking-form'
import type { Draft } from '../../../lib/forms/client/drafts'
import { fieldOf, fieldsOf, optionLabel } from '../../../lib/forms/fields'
import type { FieldName } from '../../../lib/forms/forms'
import { site as product } from '../../../lib/site'
import { publicValues } from '../site/other-build'
import { newClientAddress, requiredValues } from './visitor'

export const visitor = {
  fullName: 'Ana O’Brien',
  email: 'ana@ruiz.com',
  phoneNumber: '509-555-0147',
  businessName: 'Ruiz & Sons',
  businessDescription: 'Two trucks, drains and heaters.',
}

/** Not the first day, which can end while a test runs. It is open in every build. */
export const bookableDay = () => anyOpenDay

/** Found once, because a test can pass midnight. */
let anyOpenDay = addDays(firstBookableDay(new Date()), 1)
while (isClosed(anyOpenDay, publicValues.CLOSED_DAYS.split(',')))
  anyOpenDay = addDays(anyOpenDay, 1)

/** A clock for a page that must not pass midnight. */
export function noonInZone(): Date {
  return slotStart(dayInZone(Date.now()), '12:00 PM')
}

/**
 * What the webhook gets of a booking with the required entries above and no others, but for this change. The test of all
 * four steps compares the keys with the specification.
 */
export function bookingBody(change: Record<string, unknown>): Record<string, unknown> {
  const entered: Record<string, string> = { ...requiredValues('booking'), ...visitor }
  const sent = fieldsOf(bookingForm).flatMap(({ name, payloadKey, value, options }) =>
    payloadKey === null
      ? []
      : [[payloadKey, value ?? optionLabel({ options }, entered[name] ?? '')]],
  )
  return {
    ...Object.fromEntries(sent),
    fullName: "Ana O'Brien",
    submittedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    submissionDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    submissionTime: expect.stringMatching(/^\d{1,2}:\d\d:\d\d [AP]M$/),
    source: product.name,
    formVersion: '1.0',
    ...change,
  }
}

export const next = (page: Page) => page.getByRole('button', { name: 'Next Step' })
export const book = (page: Page) =>
  page.getByRole('button', { name: /^(Book My Free|Change My) Demo$/ })
export const summaryOf = (page: Page) => page.getByRole('region', { name: 'Your demo' })
export const previous = (page: Page) => page.getByRole('button', { name: 'Previous' })

const stepOf = (field: FieldName<'booking'>) => fieldOf(bookingForm, field).step ?? 1

/** The step of this field is shown. */
export async function expectStep(page: Page, field: FieldName<'booking'>) {
  const step = wizard.steps[stepOf(field) - 1]
  await expect(page.locator('[aria-current=step]')).toHaveText(step?.label ?? '')
}

export const fillContact = (page: Page, change?: Partial<typeof visitor>) =>
  fillRequired(page, 1, change)
export const fillBusiness = (page: Page, change?: Partial<typeof visitor>) =>
  fillRequired(page, 2, change)

async function fillRequired(page: Page, step: number, change: Partial<typeof visitor> = {}) {
  for (const { label, type, value } of requiredFields(step, change)) {
    const control = page.getByLabel(label)
    await (type === 'select' ? control.selectOption(value) : control.fill(value))
  }
}

/** With what the visitor enters. */
export function requiredFields(step: number, change: Partial<typeof visitor> = {}) {
  const values: Record<string, string> = { ...requiredValues('booking'), ...visitor, ...change }
  return fieldsOf(bookingForm)
    .filter((field) => field.step === step && field.required)
    .map(({ name, label, type }) => ({ name, label, type, value: values[name] ?? '' }))
}

/** Where the optional fields are not always open. */
export async function openOptionalFields(page: Page) {
  const summary = page.locator('summary', { hasText: 'Optional: helps us prepare your demo' })
  if (await summary.isVisible()) await summary.click()
}

/** Picks a day in the calendar, given and returned as `yyyy-MM-dd`, or the first that can be picked. */
export async function pickDay(page: Page, day: string | 'first' = bookableDay()): Promise<string> {
  await page.getByRole('button', { name: 'Preferred Date' }).click()
  const calendar = page.locator('#calendar')
  await expect(calendar.getByRole('grid')).toBeVisible()
  await goToFirstMonth(calendar)
  const selector =
    day === 'first' ? '[data-day]:not([data-disabled])' : `[data-day="${day}"]:not([data-outside])`
  const cell = calendar.locator(selector).first()
  for (let months = 0; months < 14 && (await cell.count()) === 0; months++)
    await calendar.getByRole('button', { name: /next month/i }).click()
  const picked = await cell.getAttribute('data-day')
  await cell.getByRole('button').click()
  return picked ?? ''
}

/** The calendar opens at the first month with five open days. */
export async function goToFirstMonth(calendar: Locator) {
  const previousMonth = calendar.getByRole('button', { name: /previous month/i })
  while (await previousMonth.isEnabled()) await previousMonth.click()
}

/** Fills in the first two steps. */
export async function fillUntilSchedule(page: Page) {
  await fillContact(page)
  await next(page).click()
  await fillBusiness(page)
  await next(page).click()
}

/** Opens the booking page, fills in the first three steps, and returns the day. */
export async function fillUntilReview(page: Page, path = '/book-demo'): Promise<string> {
  await page.goto(path)
  await fillUntilSchedule(page)
  await fillSchedule(page)
  return bookableDay()
}

/** Fills in the third step. */
export async function fillSchedule(page: Page) {
  await pickDay(page)
  await page.getByLabel('Preferred Time').selectOption('12:30 PM')
  await next(page).click()
  await expectStep(page, 'additionalNotes')
}

/** Presses once, from an address that has sent nothing. */
export async function submitBooking(page: Page) {
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': newClientAddress() })
  await book(page).click()
  await expect(page).toHaveURL(/\/thank-you$/)
}

/** Opens the booking page at the step of a field, by restoring a draft. */
export async function openAtStep(
  page: Page,
  field: FieldName<'booking'>,
  { site = '', entries = { fullName: visitor.fullName } as Record<string, string | string[]> } = {},
): Promise<void> {
  await page.goto(`${site}/robots.txt`)
  await keepDraft(page, { step: stepOf(field), entries })
  await page.goto(`${site}/book-demo`)
}

/** As the booking page stores it. */
export async function keepDraft(page: Page, draft: Draft) {
  await page.evaluate(
    (draft) => sessionStorage.setItem('bookingDraft', draft),
    JSON.stringify(draft),
  )
}
