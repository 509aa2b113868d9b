import type { Locator, Page } from '@playwright/test'
import { callsElsewhere } from '../support/calls-elsewhere'
import { newClientAddress } from '../support/client-address'
import { hydrate } from '../support/hydration'
import { expect, test } from '../support/test'
import { expectToast, toastOf } from '../support/toast'

const maxLengths = {
  'Full Name': 100,
  'Phone Number': 20,
  'Email Address': 254,
  'Business Name': 100,
}
type Entries = Partial<Record<keyof typeof maxLengths, string>>
const visitor: Entries = {
  'Full Name': 'Ana O’Brien',
  'Phone Number': '(509) 555-0147',
  'Email Address': 'ana@ruiz.com',
  'Business Name': 'Ruiz & Sons',
}
const { 'Email Address': _, ...visitorOfBar } = visitor

type Title = 'See AI in Action' | 'Call Our AI'
const openerOf = (page: Page, title: Title) =>
  page.getByRole('button', {
    name: title === 'Call Our AI' ? title : 'See Live AI in Action',
    exact: true,
  })
const submitOf = (dialog: Locator) => dialog.getByRole('button', { name: 'Get a Call' })

async function open(page: Page, title: Title): Promise<Locator> {
  const top = title === 'Call Our AI' ? 800 : 0
  await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), top)
  await openerOf(page, title).click()
  return page.getByRole('dialog', { name: title, exact: true })
}

async function fill(dialog: Locator, entries: Entries) {
  for (const [label, value] of Object.entries(entries)) await dialog.getByLabel(label).fill(value)
}

async function expectEntries(dialog: Locator, entries: Entries) {
  for (const [label, value] of Object.entries(entries))
    await expect(dialog.getByLabel(label)).toHaveValue(value)
}

/** Typing, pasting and filling in by the browser stop at the maximum length. */
async function expectMaxLength(field: Locator, maxLength: number) {
  await field.fill('1'.repeat(maxLength + 20))
  await expect(field).toHaveValue('1'.repeat(maxLength))
  await field.fill('1'.repeat(maxLength - 1))
  await field.pressSequentially('23')
  await expect(field).toHaveValue(`${'1'.repeat(maxLength - 1)}2`)
  await field.evaluate(
    (input: HTMLInputElement, value) => {
      input.value = value
      input.dispatchEvent(new InputEvent('input', { bubbles: true }))
    },
    '4'.repeat(maxLength + 5),
  )
  await expect(field).toHaveValue('4'.repeat(maxLength))
}

/** Fails if two elements overlap, or if the first does not end above the second. */
async function expectAbove(first: Locator, second: Locator) {
  const [a, b] = await Promise.all([first.boundingBox(), second.boundingBox()])
  if (!a || !b) throw new Error('One of them is not shown')
  expect(a.y + a.height).toBeLessThanOrEqual(b.y)
}

const success = "We'll call you shortly to demonstrate our AI in action."

for (const { title, other, entries, body } of [
  {
    title: 'See AI in Action',
    other: 'Call Our AI',
    entries: visitor,
    body: '{"Name":"Ana O\'Brien","Phone":"(509) 555-0147","Email":"ana@ruiz.com","Company":"Ruiz & Sons","source":"Plumbing Xperience: See AI in Action"}',
  },
  {
    title: 'Call Our AI',
    other: 'See AI in Action',
    entries: visitorOfBar,
    body: '{"Name":"Ana O\'Brien","Phone":"(509) 555-0147","Company":"Ruiz & Sons","source":"Plumbing Xperience: Call Our AI"}',
  },
] as const)
  test(`a visitor requests a callback in the dialog "${title}", and the webhook gets it`, async ({
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
    const otherDialog = await open(page, other)
    await otherDialog.getByLabel('Business Name').fill('Other Pipes')
    await page.keyboard.press('Escape')

    const dialog = await open(page, title)
    await expect(dialog.getByRole('textbox')).toHaveCount(Object.keys(entries).length)
    await submitOf(dialog).click()
    await expect(dialog.getByLabel('Full Name')).toBeFocused()
    expect(posts).toEqual([])
    for (const label of Object.keys(entries) as (keyof typeof maxLengths)[]) {
      await expect(dialog.getByLabel(label)).toHaveAttribute('required')
      await expectMaxLength(dialog.getByLabel(label), maxLengths[label])
    }
    const phone = dialog.getByLabel('Phone Number')
    await expect(phone).toHaveAttribute('type', 'tel')
    if (title === 'See AI in Action')
      await expect(dialog.getByLabel('Email Address')).toHaveAttribute('type', 'email')
    await phone.fill('509.555/0147')
    await phone.blur()
    await expect(phone).toHaveValue('509-555-0147')

    await fill(dialog, entries)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(openerOf(page, title)).toBeFocused()
    await page.keyboard.press('Enter')
    await expectEntries(dialog, entries)
    await page.reload()
    await open(page, title)
    await expectEntries(dialog, entries)

    await page.clock.pauseAt(Date.now() + 60_000)
    receiver.respondWith('wait')
    await submitOf(dialog).dblclick()
    await expect(dialog.getByRole('button', { name: 'Sending...', exact: true })).toBeDisabled()
    await dialog.getByLabel('Full Name').press('Enter')
    await expect.poll(() => receiver.received.length).toBe(1)
    receiver.acceptWaiting()
    await expect(dialog).toBeHidden()
    await expectToast(page, 'success', 'Success!', success)
    expect(posts).toHaveLength(1)
    expect(receiver.received).toMatchObject([
      {
        method: 'POST',
        path: '/hooks/plumbing_xperience',
        headers: { 'content-type': 'application/json' },
        body,
      },
    ])

    await open(page, title)
    for (const field of await dialog.getByRole('textbox').all()) await expect(field).toHaveValue('')
    await fill(dialog, { ...entries, 'Full Name': 'R2D2' })
    await page.clock.runFor(1999)
    await submitOf(dialog).click()
    await expectToast(page, 'error', 'Please wait', 'Please wait a moment before submitting again.')
    await expectEntries(dialog, { ...entries, 'Full Name': 'R2D2' })
    await page.clock.runFor(1)
    await submitOf(dialog).click()
    await expectToast(page, 'error', 'Invalid input', 'Invalid name format')
    expect(posts).toHaveLength(1)

    // The server's own rate limit counts by address.
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': newClientAddress() })
    await fill(dialog, entries)
    await submitOf(dialog).click()
    await expectToast(page, 'success', 'Success!', success)
    for (const width of [1280, 390, 320]) {
      await page.setViewportSize({ width, height: 700 })
      await expectAbove(page.getByRole('banner'), toastOf(page))
      if (title === 'Call Our AI') await expectAbove(toastOf(page), page.getByRole('complementary'))
    }
    await page.setViewportSize({ width: 1280, height: 700 })
    await toastOf(page).hover()
    await page.clock.runFor(60_000)
    await expect(toastOf(page)).toBeVisible()
    await page.mouse.move(0, 699)
    await page.clock.runFor(10_000)
    await expect(toastOf(page)).toHaveCount(0)
    await expectEntries(await open(page, other), { 'Business Name': 'Other Pipes' })
    expect(receiver.received).toHaveLength(2)
    expect(elsewhere).toEqual([])
  })

test('the server rejects a second callback from another tab', async ({
  page,
  receiver,
  context,
}) => {
  const tabs = [page, await context.newPage()]
  const dialogs = await Promise.all(
    tabs.map(async (tab) => {
      await tab.goto('/')
      await hydrate(tab)
      const dialog = await open(tab, 'See AI in Action')
      await fill(dialog, visitor)
      return dialog
    }),
  )
  await Promise.all(dialogs.map((dialog) => submitOf(dialog).click()))
  const titles = await Promise.all(
    tabs.map((tab) => toastOf(tab).locator('p').first().textContent()),
  )
  expect(titles.sort()).toEqual(['Please wait', 'Success!'])
  expect(receiver.received).toHaveLength(1)
})

test.describe('a visitor whose request fails', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

  for (const width of [320, 1280])
    test(`sees every error where to act on it, keeps every entry, and succeeds in the end, ${width} pixels wide`, async ({
      page,
      context,
      receiver,
      site,
    }) => {
      await page.setViewportSize({ width, height: 700 })
      await page.clock.install()
      await page.goto('/')
      await hydrate(page)
      const dialog = await open(page, 'See AI in Action')
      const invalid = {
        'Full Name': 'R2D2',
        'Phone Number': '12345',
        'Email Address': 'ana@ruiz',
        'Business Name': 'Ruiz!',
      }
      await fill(dialog, invalid)
      await submitOf(dialog).click()
      await expectToast(
        page,
        'error',
        'Invalid input',
        'Invalid name format, Invalid phone number format, Invalid business name format, Invalid email format',
      )
      const problem = dialog.getByRole('alert', { name: 'There is a problem' })
      await expect(problem).toBeFocused()
      await expect(problem.getByRole('link')).toHaveCount(4)
      await expectEntries(dialog, invalid)

      const name = dialog.getByLabel('Full Name')
      const consent = dialog.getByText('By submitting this form you agree')
      await expect(consent).toHaveText(
        'By submitting this form you agree that Plumbing Xperience may call or text you at this number about its services, including with an AI voice. Consent is not a condition of purchase.',
      )
      for (const [entry, message] of [
        ['   ', 'Full Name is required'],
        ['R2D2', 'Invalid name format'],
      ] as const) {
        await fill(dialog, { ...visitor, 'Full Name': entry })
        await submitOf(dialog).click()
        await expectToast(page, 'error', 'Invalid input', message)
        await expect(name).toBeFocused()
        await expect(name).toHaveAccessibleDescription(message)
        await expect(name).toBeInViewport({ ratio: 1 })
        await expect(dialog.getByRole('alert')).toHaveCount(1)
        await expect(page).toHaveTitle(/^Plumbing Xperience/)
        await expectAbove(consent, toastOf(page))
        await expectAbove(toastOf(page), submitOf(dialog))
      }
      expect(receiver.received).toHaveLength(0)

      const expectFailure = async () => {
        await submitOf(dialog).click()
        await expectToast(
          page,
          'error',
          'Error',
          'Unable to submit form. Please try again or contact support.',
        )
        await expectEntries(dialog, visitor)
        await expect(submitOf(dialog)).toBeEnabled()
      }
      // The server then waits an hour before it sends the lead again.
      receiver.respondWith({ status: 500, headers: { 'retry-after': '3600' } })
      await name.fill(visitor['Full Name'] ?? '')
      await expectFailure()
      await expect(toastOf(page)).toBeInViewport({ ratio: 1 })
      await expect(submitOf(dialog)).toBeInViewport({ ratio: 1 })
      await expectAbove(dialog.getByRole('button', { name: 'Close' }), toastOf(page))
      expect(site.events).toContainEqual(
        expect.objectContaining({ event: 'failed', kind: 'see-ai-in-action', outcome: 'failed' }),
      )
      for (const secret of ['Ana', 'Ruiz', '555-0147', 'ana@ruiz.com', receiver.url('')])
        expect(site.log).not.toContain(secret)
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await expect(toastOf(page)).toHaveCount(0)
      await expect(dialog).toBeVisible()

      // The browser and the server reject a second submission within two seconds.
      await page.clock.fastForward(2000)
      await context.setOffline(true)
      await expectFailure()
      await page.clock.fastForward(2000)
      await page.setExtraHTTPHeaders({ 'x-forwarded-for': newClientAddress() })
      await context.setOffline(false)
      await submitOf(dialog).click()
      await expect(dialog).toBeHidden()
      await expectToast(page, 'success', 'Success!', success)
      expect(receiver.received).toHaveLength(2)
    })
})
