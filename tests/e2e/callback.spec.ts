import { consent } from '@/lib/content/consent'
import { site as product } from '../../lib/site'
import { callsElsewhere } from '../support/browser/requests'
import { holdScripts, hydrate, untilHydrated, untilSubmissionId } from '../support/browser/scripts'
import { expect, test } from '../support/browser/test'
import {
  callbackVisitor,
  expectAbove,
  expectEntries,
  expectSent,
  fillDialog,
  openDialog,
  openerOf,
  submitOf,
  toastOf,
} from '../support/visitor/callback'

test('a visitor requests a callback in the dialog "See AI in Action", and the webhook gets it', async ({
  page,
  receiver,
  site,
}) => {
  const elsewhere = callsElsewhere(page, site.url)
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  await page.clock.install()
  await page.goto('/')
  await hydrate(page)
  const otherDialog = await openDialog(page, 'Call Our AI')
  await otherDialog.getByLabel('Business Name').fill('Other Pipes')
  await page.keyboard.press('Escape')

  const dialog = await openDialog(page, 'See AI in Action')
  // Otherwise screen readers call an empty required field invalid, and its form.
  await expect(dialog.locator(':is(form, [required]):not([aria-invalid=false])')).toHaveCount(0)
  await submitOf(dialog).click()
  const problem = dialog.getByRole('group', { name: 'Invalid input' })
  await expect(problem).toBeFocused()
  await expect(problem.getByRole('link')).toHaveText(
    ['Full Name', 'Phone Number', 'Business Name', 'Email Address'].map(
      (label) => `${label} is required`,
    ),
  )
  expect(posts).toEqual([])
  for (const label of Object.keys(callbackVisitor)) {
    await expect(dialog.getByLabel(label)).toHaveAttribute('required')
    await expect(dialog.getByLabel(label)).toHaveAttribute('aria-invalid', 'true')
  }
  const phone = dialog.getByLabel('Phone Number')
  await expect(phone).toHaveAttribute('type', 'tel')
  await expect(dialog.getByLabel('Email Address')).toHaveAttribute('type', 'email')
  await expect(dialog.getByRole('textbox').last()).toHaveAttribute('enterkeyhint', 'send')
  await phone.fill('509.555/0147')
  await expect(phone).toHaveAccessibleDescription(/^Such as 509-555-0147: 10 to 15 digits, /)
  await phone.blur()
  await expect(phone).toHaveValue('509-555-0147')
  await expect(phone).toHaveAccessibleDescription('')

  await fillDialog(dialog)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(openerOf(page, 'See AI in Action')).toBeFocused()
  await page.keyboard.press('Enter')
  await expectEntries(dialog, callbackVisitor)
  // Beside the dialog.
  await page.mouse.click(5, 400)
  await expect(dialog).toBeHidden()
  await page.reload()
  await openDialog(page, 'See AI in Action')
  await expectEntries(dialog, callbackVisitor)

  await page.clock.pauseAt(Date.now() + 60_000)
  receiver.respondWith('wait')
  await submitOf(dialog).dblclick()
  const sending = dialog.getByRole('button', { name: 'Sending...', exact: true })
  await expect(sending).toBeDisabled()
  await expect(sending).toBeFocused()
  await expect.poll(() => receiver.received.length).toBe(1)
  expect(site.consentVersions).toEqual([consent.name])
  receiver.acceptWaiting()
  await expect(dialog).toBeHidden()
  await expect(toastOf(page)).toHaveCount(0)
  await page.clock.runFor(250)
  await expectSent(toastOf(page))
  // One stamp at a time.
  const example = page.getByRole('group', { name: /^Example: / })
  await expect(example.locator('.stamp')).toBeHidden()
  expect(posts).toHaveLength(1)
  expect(receiver.received.map(({ method, path, body }) => [method, path, body])).toEqual([
    [
      'POST',
      '/hooks/plumbing_xperience',
      `{"Name":"Ana O'Brien","Phone":"(509) 555-0147","Email":"ana@ruiz.com","Company":"Ruiz & Sons","source":"${product.name}: See AI in Action"}`,
    ],
  ])

  await page.clock.runFor(600_000)
  await expect(toastOf(page)).toBeVisible()
  await toastOf(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(toastOf(page)).toHaveCount(0)
  await expectEntries(await openDialog(page, 'Call Our AI'), { 'Business Name': 'Other Pipes' })
  expect(elsewhere).toEqual([])
})

test('a visitor requests a callback in the dialog "Call Our AI", and the webhook gets it', async ({
  page,
  receiver,
}) => {
  const { 'Email Address': _, ...entries } = callbackVisitor
  await page.goto('/')
  const dialog = await openDialog(page, 'Call Our AI')
  await expect(dialog.getByLabel('Email Address')).toHaveCount(0)
  await fillDialog(dialog, entries)
  await untilSubmissionId(dialog)
  // A screen reader speaks what is put into a region that was there before.
  await page
    .locator('dialog[open] + [role=status]')
    .evaluate((region) => region.classList.add('before'))
  await submitOf(dialog).click()
  await expect(dialog).toBeHidden()
  await expectSent(toastOf(page.locator('.before')))
  expect(receiver.received.map(({ path, body }) => [path, body])).toEqual([
    [
      '/hooks/plumbing_xperience',
      `{"Name":"Ana O'Brien","Phone":"(509) 555-0147","Company":"Ruiz & Sons","source":"${product.name}: Call Our AI"}`,
    ],
  ])
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 700 })
    await expectAbove(page.getByRole('banner'), toastOf(page))
    await expectAbove(toastOf(page), page.getByRole('complementary'))
  }
})

test('on a phone, the confirmation is its first line after a screen of scrolling, and no longer hides what has the focus', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const dialog = await openDialog(page, 'See AI in Action')
  await fillDialog(dialog)
  await untilSubmissionId(dialog)
  await submitOf(dialog).click()
  await expectSent(toastOf(page))
  const start = await page.evaluate(() => scrollY)
  const scrollBy = (y: number) =>
    page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), start + y)
  await scrollBy(843)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  await expectSent(toastOf(page))
  const height = async () => (await toastOf(page).boundingBox())?.height
  expect(await height()).toBeGreaterThan(250)
  await scrollBy(844)
  await expect.poll(height).toBeLessThan(70)
  await expect(toastOf(page)).toHaveText('Success!', { useInnerText: true })
  await expect(page.locator('html')).toHaveCSS('scroll-padding-bottom', '112px')
  await toastOf(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(toastOf(page)).toHaveCount(0)
})

test('what the server returned to a form that the browser sent itself stays once the scripts run', async ({
  page,
  receiver,
}) => {
  const release = await holdScripts(page)
  await page.goto('/')
  const dialog = await openDialog(page, 'See AI in Action')
  await fillDialog(dialog, { ...callbackVisitor, 'Full Name': 'R2D2', 'Phone Number': '123' })
  await submitOf(dialog).click()
  const problem = dialog.getByRole('group', { name: 'Invalid input' })
  await expect(problem).toBeFocused()
  release()
  await untilHydrated(page)
  await expect(page.locator('dialog:modal')).toBeVisible()
  await problem.getByRole('link', { name: 'Invalid phone number format' }).click()
  await expect(dialog.getByLabel('Phone Number')).toBeFocused()
  await fillDialog(dialog)
  await submitOf(dialog).click()
  await expect(dialog).toBeHidden()
  await expectSent(toastOf(page))
  expect(receiver.received).toHaveLength(1)
})
