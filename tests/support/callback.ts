import { expect, type Locator, type Page } from '@playwright/test'
import { visitor } from './booking'

export const callbackEntries = {
  name: 'Ana Ruiz',
  phone: visitor.phoneNumber,
  email: visitor.email,
  businessName: visitor.businessName,
}

/** Fills in the dialog "See AI in Action". */
export async function fillCallback(dialog: Locator, change: Partial<typeof callbackEntries> = {}) {
  const entries = { ...callbackEntries, ...change }
  await dialog.getByLabel('Full Name').fill(entries.name)
  await dialog.getByLabel('Phone Number').fill(entries.phone)
  await dialog.getByLabel('Email Address').fill(entries.email)
  await dialog.getByLabel('Business Name').fill(entries.businessName)
}

/* Both dialogs */

export const maxLengths = {
  'Full Name': 100,
  'Phone Number': 20,
  'Email Address': 254,
  'Business Name': 100,
}
export type Entries = Partial<Record<keyof typeof maxLengths, string>>
export const callbackVisitor: Entries = {
  'Full Name': 'Ana O’Brien',
  'Phone Number': '(509) 555-0147',
  'Email Address': 'ana@ruiz.com',
  'Business Name': 'Ruiz & Sons',
}

export type DialogTitle = 'See AI in Action' | 'Call Our AI'
export const openerOf = (page: Page, title: DialogTitle) =>
  page.getByRole('button', {
    name: title === 'Call Our AI' ? title : 'See Live AI in Action',
    exact: true,
  })
export const submitOf = (dialog: Locator) => dialog.getByRole('button', { name: 'Get a Call' })

export async function openDialog(page: Page, title: DialogTitle): Promise<Locator> {
  const top = title === 'Call Our AI' ? 800 : 0
  await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), top)
  await openerOf(page, title).click()
  return page.getByRole('dialog', { name: title, exact: true })
}

export async function fillDialog(dialog: Locator, entries: Entries) {
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

export const callbackSuccess = "We'll call you shortly to demonstrate our AI in action."
