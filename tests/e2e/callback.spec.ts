import type { Page } from '@playwright/test'
import { hydrate } from '../support/hydration'
import { expect, test } from '../support/test'
import type { WebhookResponse } from '../support/webhook-receiver'

const caller = {
  name: 'Ana O’Brien',
  phone: '(509) 555-0147',
  email: 'ana@ruiz.com',
  business: 'Ruiz & Sons',
}
const unable = 'Unable to submit form. Please try again or contact support.'

async function openMain(page: Page) {
  await page.goto('/')
  await hydrate(page)
  await page.getByRole('button', { name: 'See Live AI in Action' }).click()
  return page.getByRole('dialog', { name: 'See AI in Action' })
}

async function openSticky(page: Page) {
  await page.goto('/')
  await hydrate(page)
  await page.evaluate(() => window.scrollTo({ top: 800, behavior: 'instant' }))
  await page.getByRole('complementary').getByRole('button', { name: 'Call Our AI' }).click()
  return page.getByRole('dialog', { name: 'Call Our AI' })
}

type Dialog = Awaited<ReturnType<typeof openMain>>

async function fill(dialog: Dialog, change: Partial<typeof caller> = {}) {
  const values = { ...caller, ...change }
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

test('asking for a call from the main dialog reaches the webhook and is confirmed', async ({
  page,
  receiver,
}) => {
  const dialog = await openMain(page)
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

test('asking for a call from the sticky bar sends no email', async ({ page, receiver }) => {
  const dialog = await openSticky(page)
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
})

test('while sending, the button says so and a second tap does nothing', async ({
  page,
  receiver,
}) => {
  receiver.respondWith('slow')
  const dialog = await openMain(page)
  await fill(dialog)
  await dialog.getByRole('button', { name: 'Get a Call' }).dblclick()
  const sending = dialog.getByRole('button', { name: 'Sending...' })
  await expect(sending).toBeDisabled()
  await dialog.getByLabel('Full Name').press('Enter')
  await expect(dialog).toBeHidden()
  expect(receiver.received).toHaveLength(1)
})

test('a second call within two seconds is asked to wait, and nothing is sent', async ({
  page,
  receiver,
}) => {
  await page.clock.install()
  const dialog = await openMain(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  await fill(dialog)
  await submit(dialog)
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'See Live AI in Action' }).click()
  await fill(dialog)
  await page.clock.runFor(1999)
  await submit(dialog)
  await expectToast(page, 'alert', 'Please wait', 'Please wait a moment before submitting again.')
  await expect(dialog.getByLabel('Full Name')).toHaveValue(caller.name)
  expect(receiver.received).toHaveLength(1)
})

test('a visitor with two open pages is still asked to wait by the server', async ({
  page,
  receiver,
  context,
}) => {
  const first = await openMain(page)
  const other = await context.newPage()
  const second = await openMain(other)
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

test('what is invalid is named in one toast, nothing is sent, and the mended form goes at once', async ({
  page,
  receiver,
}) => {
  const dialog = await openMain(page)
  await fill(dialog, { name: 'R2D2', phone: '12345', email: 'ana@ruiz', business: 'Ruiz!' })
  await submit(dialog)
  await expectToast(
    page,
    'alert',
    'Invalid input',
    'Invalid name format, Invalid phone number format, Invalid business name format, Invalid email format',
  )
  await expect(dialog.getByLabel('Full Name')).toHaveValue('R2D2')
  expect(receiver.received).toHaveLength(0)
  await fill(dialog)
  await submit(dialog)
  await expect(dialog).toBeHidden()
  expect(receiver.received).toHaveLength(1)
})

test('required fields and field types are the browser’s business first', async ({
  page,
  receiver,
}) => {
  const dialog = await openMain(page)
  await submit(dialog)
  await expect(dialog.getByLabel('Full Name')).toBeFocused()
  for (const label of ['Full Name', 'Phone Number', 'Email Address', 'Business Name'])
    await expect(dialog.getByLabel(label)).toHaveAttribute('required')
  await expect(dialog.getByLabel('Email Address')).toHaveAttribute('type', 'email')
  await expect(dialog.getByLabel('Phone Number')).toHaveAttribute('type', 'tel')
  expect(receiver.received).toHaveLength(0)
})

const failures: { cue: WebhookResponse; what: string }[] = [
  { cue: 500, what: 'answers 500' },
  { cue: 404, what: 'answers 404' },
  { cue: 302, what: 'redirects' },
  { cue: 'reset', what: 'hangs up' },
  { cue: 'garbage', what: 'talks garbage' },
  { cue: 'hang', what: 'does not answer in 8 seconds' },
]

for (const { cue, what } of failures) {
  test(`when the webhook ${what}, the visitor is told and keeps every entry`, async ({
    page,
    receiver,
  }) => {
    receiver.respondWith(cue)
    const dialog = await openMain(page)
    await fill(dialog)
    await submit(dialog)
    await expect(page.locator('[data-slot=toast]')).toBeVisible()
    await expectToast(page, 'alert', 'Error', unable)
    await expect(dialog.getByLabel('Full Name')).toHaveValue(caller.name)
    await expect(dialog.getByLabel('Phone Number')).toHaveValue(caller.phone)
    await expect(dialog.getByLabel('Email Address')).toHaveValue(caller.email)
    await expect(dialog.getByLabel('Business Name')).toHaveValue(caller.business)
    await expect(dialog.getByRole('button', { name: 'Get a Call' })).toBeEnabled()
    expect(receiver.received).toHaveLength(1)
  })
}

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

  test('the visitor is told, keeps every entry, and the next try arrives once', async ({
    page,
    context,
    receiver,
  }) => {
    const dialog = await openMain(page)
    await fill(dialog)
    await context.setOffline(true)
    await submit(dialog)
    await expectToast(page, 'alert', 'Error', unable)
    await expect(dialog.getByLabel('Full Name')).toHaveValue(caller.name)
    await context.setOffline(false)
    await expect(async () => {
      if (await dialog.isVisible())
        await dialog.getByRole('button', { name: 'Get a Call' }).click({ timeout: 1000 })
      await expect(dialog).toBeHidden({ timeout: 2500 })
    }).toPass()
    expect(receiver.received).toHaveLength(1)
  })
})

test('typing and pasting stop at the caps, and a dotted number is tidied', async ({ page }) => {
  const dialog = await openMain(page)
  const caps = { 'Full Name': 100, 'Phone Number': 20, 'Email Address': 254, 'Business Name': 100 }
  for (const [label, cap] of Object.entries(caps)) {
    const field = dialog.getByLabel(label)
    await field.fill('1'.repeat(cap + 20))
    await expect(field).toHaveValue('1'.repeat(cap))
    await field.fill('1'.repeat(cap - 1))
    await field.pressSequentially('23')
    await expect(field).toHaveValue(`${'1'.repeat(cap - 1)}2`)
    await field.evaluate(
      (input: HTMLInputElement, value) => {
        input.value = value
        input.dispatchEvent(new InputEvent('input', { bubbles: true }))
      },
      '4'.repeat(cap + 5),
    )
    await expect(field).toHaveValue('4'.repeat(cap))
  }
  await dialog.getByLabel('Phone Number').fill('509.555/0147')
  await dialog.getByLabel('Phone Number').blur()
  await expect(dialog.getByLabel('Phone Number')).toHaveValue('509-555-0147')
})

test('Esc closes a dialog, its button has the focus again, entries wait', async ({ page }) => {
  const dialog = await openMain(page)
  await dialog.getByLabel('Full Name').fill('Ana')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'See Live AI in Action' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Full Name')).toHaveValue('Ana')
})

test('a toast can be dismissed', async ({ page, receiver }) => {
  receiver.respondWith(500)
  const dialog = await openMain(page)
  await fill(dialog)
  await submit(dialog)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.locator('[data-slot=toast]')).toHaveCount(0)
  await expect(dialog).toBeVisible()
})

test('the log tells ops what happened and never who', async ({ page, site, receiver }) => {
  receiver.respondWith(500)
  const dialog = await openMain(page)
  await fill(dialog, { name: 'Secretive Person', business: 'Hidden Pipes' })
  await submit(dialog)
  await expect(page.locator('[data-slot=toast]')).toBeVisible()
  expect(site.events.at(-1)).toMatchObject({
    event: 'failed',
    kind: 'see-ai-in-action',
    outcome: 'failed',
  })
  for (const secret of ['Secretive', 'Hidden Pipes', '555-0147', 'ana@ruiz.com', receiver.url('')])
    expect(site.log).not.toContain(secret)
})
