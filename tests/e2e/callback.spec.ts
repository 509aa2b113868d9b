import type { Locator, Page } from '@playwright/test'
import { hydrate } from '../support/hydration'
import { expect, test } from '../support/test'
import type { WebhookResponse } from '../support/webhook-receiver'

const visitor = {
  name: 'Ana O’Brien',
  phone: '(509) 555-0147',
  email: 'ana@ruiz.com',
  business: 'Ruiz & Sons',
}
const errorText = 'Unable to submit form. Please try again or contact support.'

async function openMainDialog(page: Page) {
  await page.goto('/')
  await hydrate(page)
  await page.getByRole('button', { name: 'See Live AI in Action' }).click()
  return page.getByRole('dialog', { name: 'See AI in Action' })
}

async function openStickyDialog(page: Page) {
  await page.goto('/')
  await hydrate(page)
  return scrollToStickyDialog(page)
}

async function scrollToStickyDialog(page: Page) {
  await page.evaluate(() => window.scrollTo({ top: 800, behavior: 'instant' }))
  await page.getByRole('complementary').getByRole('button', { name: 'Call Our AI' }).click()
  return page.getByRole('dialog', { name: 'Call Our AI' })
}

type Dialog = Awaited<ReturnType<typeof openMainDialog>>

async function fill(dialog: Dialog, change: Partial<typeof visitor> = {}) {
  const values = { ...visitor, ...change }
  await dialog.getByLabel('Full Name').fill(values.name)
  await dialog.getByLabel('Phone Number').fill(values.phone)
  if (await dialog.getByLabel('Email Address').count())
    await dialog.getByLabel('Email Address').fill(values.email)
  await dialog.getByLabel('Business Name').fill(values.business)
}

const submit = (dialog: Dialog) => dialog.getByRole('button', { name: 'Get a Call' }).click()

async function expectToast(page: Page, role: 'alert' | 'status', title: string, text: string) {
  const toast = page.locator('[data-slot=toast]')
  await expect(toast).toHaveAttribute('role', role)
  await expect(toast.getByText(title, { exact: true })).toBeVisible()
  await expect(toast.getByText(text, { exact: true })).toBeVisible()
}

/** Fails if two elements overlap, or if the first does not end above the second where that is asked. */
async function expectApart(first: Locator, second: Locator, order?: 'above') {
  const [a, b] = await Promise.all([first.boundingBox(), second.boundingBox()])
  if (!a || !b) throw new Error('One of them is not shown')
  const above = a.y + a.height <= b.y
  const beside = a.x + a.width <= b.x || b.x + b.width <= a.x
  expect(order ? above : above || b.y + b.height <= a.y || beside).toBe(true)
}

const toastOf = (page: Page) => page.locator('[data-slot=toast]')

test('a visitor requests a callback in the main dialog, and the webhook gets it', async ({
  page,
  receiver,
}) => {
  const dialog = await openMainDialog(page)
  await fill(dialog)
  await submit(dialog)
  await expectToast(
    page,
    'status',
    'Success!',
    "We'll call you shortly to demonstrate our AI in action.",
  )
  await expect(dialog).toBeHidden()
  expect(receiver.received).toHaveLength(1)
  expect(receiver.received[0]).toMatchObject({
    method: 'POST',
    path: '/hooks/plumbing_xperience',
    headers: { 'content-type': 'application/json' },
    body: '{"Name":"Ana O\'Brien","Phone":"(509) 555-0147","Email":"ana@ruiz.com","Company":"Ruiz & Sons","source":"Plumbing Xperience: See AI in Action"}',
  })
  await page.getByRole('button', { name: 'See Live AI in Action' }).click()
  for (const label of ['Full Name', 'Phone Number', 'Email Address', 'Business Name'])
    await expect(dialog.getByLabel(label)).toHaveValue('')
})

test('a callback from the sticky bar has no email', async ({ page, receiver }) => {
  const dialog = await openStickyDialog(page)
  await expect(dialog.getByRole('textbox')).toHaveCount(3)
  await fill(dialog)
  await submit(dialog)
  await expectToast(
    page,
    'status',
    'Success!',
    "We'll call you shortly to demonstrate our AI in action.",
  )
  expect(receiver.received.map(({ body }) => body)).toEqual([
    '{"Name":"Ana O\'Brien","Phone":"(509) 555-0147","Company":"Ruiz & Sons","source":"Plumbing Xperience: Call Our AI"}',
  ])
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 700 })
    await expectApart(toastOf(page), page.getByRole('complementary'), 'above')
    await expectApart(page.getByRole('banner'), toastOf(page), 'above')
  }
})

test('during submission the button is disabled and a double click submits once', async ({
  page,
  receiver,
}) => {
  receiver.respondWith('slow')
  const dialog = await openMainDialog(page)
  await fill(dialog)
  await dialog.getByRole('button', { name: 'Get a Call' }).dblclick()
  const sending = dialog.getByRole('button', { name: 'Sending...' })
  await expect(sending).toBeDisabled()
  await dialog.getByLabel('Full Name').press('Enter')
  await expect(dialog).toBeHidden()
  expect(receiver.received).toHaveLength(1)
})

test('the browser rejects a second callback within two seconds before it validates or sends it', async ({
  page,
  receiver,
}) => {
  await page.clock.install()
  const dialog = await openMainDialog(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  await fill(dialog)
  await submit(dialog)
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'See Live AI in Action' }).click()
  await fill(dialog, { name: 'R2D2' })
  await page.clock.runFor(1999)
  await submit(dialog)
  await expectToast(page, 'alert', 'Please wait', 'Please wait a moment before submitting again.')
  await expect(dialog.getByLabel('Full Name')).toHaveValue('R2D2')
  expect(posts).toHaveLength(1)
  expect(receiver.received).toHaveLength(1)
})

test('the server rejects a second callback from another tab', async ({
  page,
  receiver,
  context,
}) => {
  const first = await openMainDialog(page)
  const other = await context.newPage()
  const second = await openMainDialog(other)
  await fill(second)
  await fill(first)
  await Promise.all([submit(first), submit(second)])
  const titles = () =>
    Promise.all(
      [page, other].map((each) => each.locator('[data-slot=toast] p').first().textContent()),
    )
  expect((await titles()).sort()).toEqual(['Please wait', 'Success!'])
  expect(receiver.received).toHaveLength(1)
})

test('one toast shows all errors, nothing is sent, and the corrected form is submitted', async ({
  page,
  receiver,
}) => {
  const dialog = await openMainDialog(page)
  await fill(dialog, { name: 'R2D2', phone: '12345', email: 'ana@ruiz', business: 'Ruiz!' })
  await submit(dialog)
  await expectToast(
    page,
    'alert',
    'Invalid input',
    'Invalid name format, Invalid phone number format, Invalid business name format, Invalid email format',
  )
  const problem = dialog.getByRole('alert', { name: 'There is a problem' })
  await expect(problem).toBeFocused()
  await expect(problem.getByRole('link')).toHaveCount(4)
  await expect(dialog.getByLabel('Full Name')).toHaveValue('R2D2')
  expect(receiver.received).toHaveLength(0)
  await fill(dialog)
  await submit(dialog)
  await expect(dialog).toBeHidden()
  expect(receiver.received).toHaveLength(1)
})

for (const { width, name, message } of [
  { width: 320, name: '   ', message: 'Full Name is required' },
  { width: 1280, name: 'R2D2', message: 'Invalid name format' },
])
  test(`a single error, ${message}, is at its field and above the button, ${width} pixels wide`, async ({
    page,
    receiver,
  }) => {
    await page.setViewportSize({ width, height: 700 })
    const dialog = await openMainDialog(page)
    await fill(dialog, { name })
    await submit(dialog)
    await expectToast(page, 'alert', 'Invalid input', message)
    const field = dialog.getByLabel('Full Name')
    await expect(field).toBeFocused()
    await expect(field).toHaveAccessibleDescription(message)
    await expect(field).toBeInViewport({ ratio: 1 })
    await expect(dialog.getByRole('alert')).toHaveCount(1)
    await expect(page).toHaveTitle(/^Plumbing Xperience/)
    const consent = dialog.getByText('By submitting this form you agree that Plumbing Xperience')
    await expect(consent).toHaveText(
      'By submitting this form you agree that Plumbing Xperience may call or text you at this number about its services, including with an AI voice. Consent is not a condition of purchase.',
    )
    await expectApart(consent, toastOf(page), 'above')
    await expectApart(toastOf(page), dialog.getByRole('button', { name: 'Get a Call' }), 'above')
    expect(receiver.received).toHaveLength(0)

    receiver.respondWith(500)
    await fill(dialog)
    await submit(dialog)
    await expectToast(page, 'alert', 'Error', errorText)
    await expect(toastOf(page)).toBeInViewport({ ratio: 1 })
    await expect(dialog.getByRole('button', { name: 'Get a Call' })).toBeInViewport({ ratio: 1 })
    await expectApart(dialog.getByRole('button', { name: 'Close' }), toastOf(page), 'above')
  })

test('the browser checks required fields and field types first', async ({ page, receiver }) => {
  const dialog = await openMainDialog(page)
  await expect(dialog.getByRole('textbox')).toHaveCount(4)
  await submit(dialog)
  await expect(dialog.getByLabel('Full Name')).toBeFocused()
  for (const label of ['Full Name', 'Phone Number', 'Email Address', 'Business Name'])
    await expect(dialog.getByLabel(label)).toHaveAttribute('required')
  await expect(dialog.getByLabel('Email Address')).toHaveAttribute('type', 'email')
  await expect(dialog.getByLabel('Phone Number')).toHaveAttribute('type', 'tel')
  expect(receiver.received).toHaveLength(0)
})

const failures: { response: WebhookResponse; what: string; outcome: string }[] = [
  { response: 500, what: 'answers 500', outcome: 'failed' },
  { response: 404, what: 'answers 404', outcome: 'rejected' },
  { response: 302, what: 'redirects', outcome: 'redirected' },
  { response: 'reset', what: 'closes the connection', outcome: 'reset' },
  { response: 'garbage', what: 'sends invalid HTTP', outcome: 'garbled' },
  { response: 'hang', what: 'does not answer in 8 seconds', outcome: 'timeout' },
]

for (const { response, what, outcome } of failures) {
  test(`when the webhook ${what}, the visitor sees an error and keeps every entry, and the log has no personal data`, async ({
    page,
    receiver,
    site,
  }) => {
    receiver.respondWith(response)
    const dialog = await openMainDialog(page)
    await fill(dialog)
    await submit(dialog)
    await expect(page.locator('[data-slot=toast]')).toBeVisible()
    // Checked before the rest, because the server sends the lead again after five seconds.
    expect(receiver.received).toHaveLength(1)
    await expectToast(page, 'alert', 'Error', errorText)
    await expect(dialog.getByLabel('Full Name')).toHaveValue(visitor.name)
    await expect(dialog.getByLabel('Phone Number')).toHaveValue(visitor.phone)
    await expect(dialog.getByLabel('Email Address')).toHaveValue(visitor.email)
    await expect(dialog.getByLabel('Business Name')).toHaveValue(visitor.business)
    await expect(dialog.getByRole('button', { name: 'Get a Call' })).toBeEnabled()
    expect(site.events).toContainEqual(
      expect.objectContaining({ event: 'failed', kind: 'see-ai-in-action', outcome }),
    )
    for (const secret of ['Ana', 'Ruiz', '555-0147', visitor.email, receiver.url('')])
      expect(site.log).not.toContain(secret)

    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(page.locator('[data-slot=toast]')).toHaveCount(0)
    await expect(dialog).toBeVisible()
  })
}

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

  test('the visitor sees an error and keeps every entry, and the next attempt is delivered once', async ({
    page,
    context,
    receiver,
  }) => {
    const dialog = await openMainDialog(page)
    await fill(dialog)
    await context.setOffline(true)
    await submit(dialog)
    await expectToast(page, 'alert', 'Error', errorText)
    await expect(dialog.getByLabel('Full Name')).toHaveValue(visitor.name)
    await context.setOffline(false)
    await expect(async () => {
      if (await dialog.isVisible())
        await dialog.getByRole('button', { name: 'Get a Call' }).click({ timeout: 1000 })
      await expect(dialog).toBeHidden({ timeout: 2500 })
    }).toPass()
    expect(receiver.received).toHaveLength(1)
  })
})

test('typing and pasting stop at the maximum length in both dialogs, and a phone number with dots is formatted', async ({
  page,
}) => {
  const dialog = await openMainDialog(page)
  const maxLengths = { 'Full Name': 100, 'Phone Number': 20, 'Business Name': 100 }
  await expectMaxLengths(dialog, { ...maxLengths, 'Email Address': 254 })
  await dialog.getByLabel('Phone Number').fill('509.555/0147')
  await dialog.getByLabel('Phone Number').blur()
  await expect(dialog.getByLabel('Phone Number')).toHaveValue('509-555-0147')
  await page.keyboard.press('Escape')
  await expectMaxLengths(await scrollToStickyDialog(page), maxLengths)
})

async function expectMaxLengths(dialog: Dialog, maxLengths: Record<string, number>) {
  for (const [label, maxLength] of Object.entries(maxLengths)) {
    const field = dialog.getByLabel(label)
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
}

test('Esc closes a dialog, returns the focus to its button, and keeps the entries', async ({
  page,
}) => {
  const dialog = await openMainDialog(page)
  await dialog.getByLabel('Full Name').fill('Ana')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'See Live AI in Action' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Full Name')).toHaveValue('Ana')
})

test('a reload keeps the entries of both dialogs until they are sent', async ({
  page,
  receiver,
}) => {
  let dialog = await openStickyDialog(page)
  await dialog.getByLabel('Business Name').fill('Other Pipes')
  dialog = await openMainDialog(page)
  await fill(dialog)
  await page.reload()
  // Without a field in focus, opening the dialog is what loads the scripts.
  await page.getByRole('button', { name: 'See Live AI in Action' }).click()
  await expect(dialog.getByLabel('Full Name')).toHaveValue(visitor.name)
  await expect(dialog.getByLabel('Phone Number')).toHaveValue(visitor.phone)
  await expect(dialog.getByLabel('Email Address')).toHaveValue(visitor.email)
  await expect(dialog.getByLabel('Business Name')).toHaveValue(visitor.business)
  await submit(dialog)
  await expect(dialog).toBeHidden()
  expect(receiver.received).toHaveLength(1)

  dialog = await openStickyDialog(page)
  await expect(dialog.getByLabel('Business Name')).toHaveValue('Other Pipes')
  await page.keyboard.press('Escape')
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await page.getByRole('button', { name: 'See Live AI in Action' }).click()
  for (const field of await page.getByRole('dialog').getByRole('textbox').all())
    await expect(field).toHaveValue('')
})
