import { expect, type Locator, type Page } from '@playwright/test'

/** The dialogs of the landing page, and the message or the ticket that each form shows. */

type Entries = Record<string, string>
export const callbackVisitor = {
  'Full Name': 'Ana O’Brien',
  'Phone Number': '(509) 555-0147',
  'Email Address': 'ana@ruiz.com',
  'Business Name': 'Ruiz & Sons',
}

type DialogTitle = 'See AI in Action' | 'Call Our AI'
/** The first one. The answer to a question has another. */
export const openerOf = (page: Page, title: DialogTitle) =>
  page
    .getByRole('button', {
      name: title === 'Call Our AI' ? title : 'See Live AI in Action',
      exact: true,
    })
    .first()
export const submitOf = (dialog: Locator) => dialog.getByRole('button', { name: 'Get a Call' })

export async function openDialog(page: Page, title: DialogTitle): Promise<Locator> {
  const top = title === 'Call Our AI' ? 800 : 0
  await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), top)
  await openerOf(page, title).click()
  return page.getByRole('dialog', { name: title, exact: true })
}

export async function fillDialog(dialog: Locator, entries: Entries = callbackVisitor) {
  for (const [label, value] of Object.entries(entries)) await dialog.getByLabel(label).fill(value)
}

export async function expectEntries(dialog: Locator, entries: Entries) {
  for (const [label, value] of Object.entries(entries))
    await expect(dialog.getByLabel(label)).toHaveValue(value)
}

/** Fails if two elements overlap, or if the first does not end above the second. */
export async function expectAbove(first: Locator, second: Locator) {
  const [a, b] = await Promise.all([first.boundingBox(), second.boundingBox()])
  if (!a || !b) throw new Error('One of them is not shown')
  expect(a.y + a.height).toBeLessThanOrEqual(b.y)
}

const callbackSuccess = "We'll call you shortly to demonstrate our AI in action."

/** The rows of the ticket of this visitor, as a screen reader says them. */
const sentRows = ['For: Ana O’Brien.', 'We’ll call: (509) 555-0147.', 'Business: Ruiz & Sons.']

/** The confirmation says in exactly these words what was sent, and what to do if it is wrong. */
export async function expectSent(confirmation: Locator, rows = sentRows) {
  await expect(confirmation.locator('xpath=ancestor-or-self::*[@role="status"]')).toHaveCount(1)
  await expect(confirmation.getByRole('paragraph')).toHaveText([
    'Success!',
    callbackSuccess,
    'If the number is wrong, send the form again.',
    'Received',
  ])
  await expect(confirmation.locator('dl > div')).toHaveText(rows)
}

export const toastOf = (place: Page | Locator): Locator =>
  place.locator(':is([data-slot=message], [data-slot=callback-ticket]):visible')

/** The page shows one message with exactly these words, painted red, whole in view. It is announced. */
export async function expectToast(page: Page, title: string, text: string): Promise<void> {
  const toast = toastOf(page)
  await expect(toast.locator('p')).toHaveText([title, text])
  await expect(toast).toBeInViewport({ ratio: 1 })
  await expect(toast.locator('xpath=..')).toHaveAttribute('aria-live', 'assertive')
  const painted = await toast.evaluate((element) => {
    const title = element.querySelector('p') ?? element
    const colors = [getComputedStyle(element).borderLeftColor, getComputedStyle(title).color]
    return colors.map((color) => {
      const [red = 0, green = 0] = (color.match(/\d+/g) ?? []).map(Number)
      return red > green ? 'red' : 'green'
    })
  })
  expect(painted).toEqual(['red', 'red'])
}
