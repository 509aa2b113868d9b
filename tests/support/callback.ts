import type { Locator } from '@playwright/test'
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
