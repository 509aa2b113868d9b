import { consent as shownConsent } from '../../lib/content/consent'
import { pageWords } from '../../lib/content/pages'
import { hydrate } from '../support/browser/scripts'
import { expect, test } from '../support/browser/test'
import {
  callbackVisitor,
  expectAbove,
  expectEntries,
  expectSent,
  expectToast,
  fillDialog,
  openDialog,
  submitOf,
  toastOf,
} from '../support/visitor/callback'

test.describe('a visitor whose request fails', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

  test('sees every error where to act on it, keeps every entry, and succeeds in the end', async ({
    page,
    context,
    receiver,
  }) => {
    await page.setViewportSize({ width: 320, height: 700 })
    await page.clock.install()
    await page.goto('/')
    await hydrate(page)
    const dialog = await openDialog(page, 'See AI in Action')
    const name = dialog.getByLabel('Full Name')
    const consent = dialog.getByText('By submitting this form you agree')
    await expect(consent).toHaveText(shownConsent.text)
    for (const [entry, message, below] of [
      ['   ', 'Full Name is required', 'Please fill this in.'],
      ['R2D2', 'Invalid name format', "Letters, spaces, and ' . - only."],
    ] as const) {
      await fillDialog(dialog, { ...callbackVisitor, 'Full Name': entry })
      await submitOf(dialog).click()
      await expectToast(page, 'Invalid input', message)
      await expect(name).toBeFocused()
      await expect(name).toHaveAccessibleDescription(below)
      await expect(name).toBeInViewport({ ratio: 1 })
      await expect(page.getByText(message)).toHaveCount(1)
      await expect(page).toHaveTitle(pageWords['/'].title)
      await expectAbove(toastOf(page), submitOf(dialog))
    }
    expect(receiver.received).toHaveLength(0)

    // A screen reader speaks what is put into a region that was there before.
    await dialog.locator('[aria-live=assertive]').evaluate((it) => it.classList.add('before'))
    const expectFailure = async () => {
      await submitOf(dialog).click()
      await expect(toastOf(dialog.locator('.before'))).toHaveCount(1)
      await expectToast(
        page,
        'Error',
        'Unable to submit form. Please try again or contact support.',
      )
      await expectEntries(dialog, callbackVisitor)
      await expect(submitOf(dialog)).toBeFocused()
    }
    // The server then waits an hour before it sends the lead again.
    receiver.respondWith({ status: 500, headers: { 'retry-after': '3600' } })
    await name.fill(callbackVisitor['Full Name'] ?? '')
    await expectFailure()
    await expect(toastOf(page)).toBeInViewport({ ratio: 1 })
    await expect(submitOf(dialog)).toBeInViewport({ ratio: 1 })
    await expectAbove(toastOf(page), submitOf(dialog))
    await expectAbove(dialog.getByRole('button', { name: 'Close' }), toastOf(page))
    await page.keyboard.press('Shift+Tab')
    await expect(page.getByRole('button', { name: 'Dismiss' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(toastOf(page)).toHaveCount(0)
    await expect(dialog).toBeVisible()
    await expect(submitOf(dialog)).toBeFocused()

    await context.setOffline(true)
    await expectFailure()
    await context.setOffline(false)
    await submitOf(dialog).click()
    await expect(dialog).toBeHidden()
    await expectSent(toastOf(page))
    expect(receiver.received).toHaveLength(2)
  })
})
