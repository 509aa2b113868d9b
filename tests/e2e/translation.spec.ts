import { expect, test } from '../support/browser/test'
import { untranslatedTexts } from '../support/browser/translation'
import { otherBuild } from '../support/site/other-build'
import {
  book,
  bookableDay,
  expectStep,
  fillBusiness,
  fillContact,
  goToFirstMonth,
  next,
  openOptionalFields,
  previous,
  submitBooking,
  summaryOf,
  visitor,
} from '../support/visitor/booking'
import {
  callbackVisitor,
  expectEntries,
  fillDialog,
  openDialog,
  submitOf,
} from '../support/visitor/callback'

/** Pages that the browser translates. React must neither fail nor render them again, and what appears is translated too. */

test.use({ expectedErrors: [/404/] })

test.describe('before the scripts run', () => {
  test.use({ translation: 'before the scripts run' })

  test('a visitor opens a dialog, corrects the entries, tries again, and gets a callback', {
    tag: '@deep',
  }, async ({ page, receiver }) => {
    await page.goto('/')
    const dialog = await openDialog(page, 'See AI in Action')
    const invalid = { ...callbackVisitor, 'Full Name': 'R2D2', 'Phone Number': '123' }
    await fillDialog(dialog, invalid)
    await submitOf(dialog).click()
    const problem = dialog.getByRole('group', { name: 'Invalid input' })
    await expect(problem).toBeFocused()
    await expectEntries(dialog, invalid)
    await problem.getByRole('link').first().click()
    await expect(dialog.getByLabel('Full Name')).toBeFocused()
    await fillDialog(dialog, { 'Phone Number': '509-555-01477', 'Email Address': 'jo@gmial.com' })
    await dialog.getByLabel('Full Name').focus()
    for (const question of ['US numbers have 10 digits.', 'Did you mean'])
      await expect(dialog.getByText(question)).toBeVisible()
    await expect.poll(() => untranslatedTexts(page)).toEqual([])
    await fillDialog(dialog)
    receiver.respondWith(500)
    await submitOf(dialog).click()
    await expect(dialog.getByRole('group', { name: 'Error' })).toBeVisible()
    await expectEntries(dialog, callbackVisitor)
    await expect.poll(() => untranslatedTexts(page)).toEqual([])
    await submitOf(dialog).click()
    await expect(dialog).toBeHidden()
    expect(JSON.parse(receiver.received.at(-1)?.body ?? '')).toMatchObject({
      Name: "Ana O'Brien",
      Company: 'Ruiz & Sons',
    })
    await expect.poll(() => untranslatedTexts(page)).toEqual([])
  })
})

test.describe('while the scripts load', () => {
  // The pages of this build show the most texts.
  test.use({ translation: 'while they load', build: otherBuild })

  test('a visitor books a demo, goes back, reloads, and tries again', {
    tag: ['@deep', '@other-build'],
  }, async ({ page, receiver }) => {
    await page.goto('/book-demo?services=ai-call-handling,review-management')
    await fillContact(page, { fullName: 'R2D2' })
    await expect(next(page)).toBeEnabled()
    await next(page).click()
    await expectStep(page, 'businessName')
    await fillBusiness(page)
    await openOptionalFields(page)
    await page.getByRole('checkbox', { name: 'Manage referrals' }).check()
    await previous(page).click()
    await expectStep(page, 'fullName')
    await next(page).click()
    await next(page).click()
    await expectStep(page, 'preferredDate')
    await page.getByLabel('Preferred Time').selectOption({ label: '12:30 PM' })
    await page.reload()
    await expectStep(page, 'preferredDate')
    await page.getByRole('button', { name: 'Preferred Date' }).click()
    const calendar = page.locator('#calendar')
    await calendar.getByRole('button', { name: /next month/i }).click()
    await expect.poll(() => untranslatedTexts(page)).toEqual([])
    await goToFirstMonth(calendar)
    const day = bookableDay()
    while ((await calendar.locator(`[data-day="${day}"]:not([data-outside])`).count()) === 0)
      await calendar.getByRole('button', { name: /next month/i }).click()
    await calendar.locator(`[data-day="${day}"]:not([data-outside]) button`).click()
    await next(page).click()
    await expectStep(page, 'additionalNotes')

    const summary = summaryOf(page)
    await expect(summary.getByText("Letters, spaces, and ' . - only.")).toBeVisible()
    await expect.poll(() => untranslatedTexts(page)).toEqual([])
    await summary.getByRole('button', { name: 'Change Full Name' }).click()
    await page.getByLabel('Full Name').fill(visitor.fullName)
    await next(page).click()
    await expectStep(page, 'additionalNotes')
    await summary.getByRole('button', { name: /^Remove.*Review/ }).click()
    await summary.getByRole('button', { name: 'Change Business Name' }).click()
    await page.getByLabel('Business Name').fill('Ruiz Plumbing')
    await next(page).click()
    await expect(summary.getByText('Ruiz Plumbing', { exact: true })).toBeVisible()
    await expect(summary.getByText(visitor.fullName, { exact: true })).toBeVisible()
    await expect.poll(() => untranslatedTexts(page)).toEqual([])

    receiver.respondWith(500)
    await book(page).click()
    await expect(page.getByRole('group', { name: 'Something went wrong' })).toBeVisible()
    await expect.poll(() => untranslatedTexts(page)).toEqual([])
    await submitBooking(page)
    expect(JSON.parse(receiver.received.at(-1)?.body ?? '')).toMatchObject({
      fullName: "Ana O'Brien",
      businessName: 'Ruiz Plumbing',
      preferredDate: day,
      preferredTime: '12:30 PM',
      challenges: 'Manage referrals',
      interestedServices: 'AI Call Handling',
    })
    await expect(page.getByRole('link', { name: /\.ics/ })).toBeVisible()
    await expect.poll(() => untranslatedTexts(page)).toEqual([])
    for (const [link, text] of [
      ['Change it', 'This changes your demo on'],
      ['Keep it as it is', 'A demo is booked'],
    ] as const) {
      await page.getByRole('link', { name: link }).click()
      await expect(page.getByText(text)).toBeVisible()
      await expect.poll(() => untranslatedTexts(page)).toEqual([])
    }
  })
})
