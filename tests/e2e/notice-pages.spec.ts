import type { Browser } from '@playwright/test'
import { useAnotherActionKey } from '../support/browser/scripts'
import { expectNoViolations } from '../support/browser/states'
import { expect, test } from '../support/browser/test'
import {
  bookableDay,
  bookingBody,
  fillBusiness,
  fillContact,
  visitor,
} from '../support/visitor/booking'

test.describe('a deploy while a form is open, without scripts', { tag: '@deep' }, () => {
  test.use({ javaScriptEnabled: false, expectedErrors: [/\.js csp$|\b409\b/] })

  test('with another action key, the visitor sees every entry and sends the form with one click', async ({
    browser,
    page,
    receiver,
  }) => {
    await useAnotherActionKey(page)
    await page.goto('/book-demo')
    await fillContact(page)
    await fillBusiness(page)
    const day = bookableDay()
    await page.getByLabel('Preferred Date').fill(day)
    await page.getByLabel('Preferred Time').selectOption('12:30 PM')
    await page.getByLabel('Missed calls after hours').check()
    await page.getByLabel('Manage referrals').check()
    const notes = '\n<b>Gate code</b>\n "12" & \'34\''
    await page.getByLabel('Additional Notes').fill(notes)
    await page.getByRole('button', { name: 'Book My Free Demo' }).click()

    await expect(page).toHaveTitle('Please send your form again')
    const main = page.getByRole('main')
    for (const text of [...Object.values(visitor), day, '12:30 PM', '<b>Gate code</b>'])
      await expect(main.getByText(text)).toBeVisible()
    await expect(main.getByText('Missed calls after hours, Manage referrals')).toBeVisible()
    await expect(main.getByRole('link', { name: 'Open the form again' })).toHaveAttribute(
      'href',
      '/book-demo',
    )
    // Only its policy allows the page's own style.
    await expect(main.getByRole('button')).not.toHaveCSS('background-color', 'rgb(239, 239, 239)')
    await expectAccessible(await page.content(), browser)
    expect(receiver.received).toHaveLength(0)

    await main.getByRole('button', { name: 'Send again' }).click()
    await expect(page).toHaveURL(/\/thank-you\?demo=\d{8}T123000$/)
    expect(receiver.onlyBody).toEqual(
      bookingBody({
        preferredDate: day,
        preferredTime: '12:30 PM',
        challenges: 'Missed calls after hours, Manage referrals',
        additionalNotes: 'bGate code/b "12" & \'34\'',
      }),
    )
  })
})

/** A page without scripts, in a browser with them, which axe needs. */
async function expectAccessible(html: string, browser: Browser) {
  const viewport = { width: 320, height: 640 }
  const page = await browser.newPage({ viewport, javaScriptEnabled: true })
  await page.setContent(html)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectNoViolations(page)
  }
  await page.close()
}
