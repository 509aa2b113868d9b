import type { Page } from '@playwright/test'
import { acceptSuggestion } from '@/lib/content/validation'
import { hydrate } from '../support/browser/scripts'
import { expect, test } from '../support/browser/test'
import { expectStep, fillContact, next, visitor } from '../support/visitor/booking'
import { fillDialog, openDialog, submitOf } from '../support/visitor/callback'

/** An address that cannot get the mail, such as jose@gmial.con, and a number that will not be called. */

const question = 'Did you mean Jose@gmail.com?'
const suggestionOf = (page: Page) =>
  page.getByRole('button', { name: `${acceptSuggestion} to Jose@gmail.com`, exact: true })

test('a visitor who has misspelled the email address hears another one and takes it with a tap, in the booking', async ({
  page,
}) => {
  await page.goto('/book-demo')
  await fillContact(page)
  const email = page.getByLabel('Email Address')
  const phone = page.getByLabel('Phone Number')
  await email.fill('Jose@gmial.con')
  await expect(suggestionOf(page)).toHaveCount(0)
  // Orca says what appears in it, unless it is new itself, its box changes then, or it gets a second element.
  const status = page.locator('[data-slot=field]:has(#email) [role=status]')
  await status.evaluate((region) => region.setAttribute('data-stays', ''))
  await page.keyboard.press('Tab')
  await expect(suggestionOf(page)).toBeVisible()
  await expect(status).toHaveText(question)
  await expect(status).toHaveAttribute('data-stays', '')
  await expect(status).toHaveCSS('display', 'contents')
  expect(await status.evaluate((region) => region.children.length)).toBe(1)
  await expect(email).toHaveValue('Jose@gmial.con')
  await suggestionOf(page).click()
  await expect(email).toHaveValue('Jose@gmail.com')
  await expect(suggestionOf(page)).toHaveCount(0)
  await expect(phone).toBeFocused()

  // Correcting it by hand.
  await email.fill('Jose@gmail.con')
  await phone.click()
  await expect(suggestionOf(page)).toBeVisible()
  await email.click()
  await expect(suggestionOf(page)).toHaveCount(0)
  await email.fill(visitor.email)
  await phone.click()
  await expect(page.getByRole('button', { name: acceptSuggestion })).toHaveCount(0)

  // With the keyboard. An address that is invalid, too.
  await email.fill('Jose@gmailcom')
  await page.keyboard.press('Tab')
  await expect(page.locator('#email-error')).toHaveText(
    'Such as ana@ruiz.com, no quotes or brackets.',
  )
  await expect(suggestionOf(page)).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  await expect(suggestionOf(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(email).toBeFocused()
  await expect(email).toHaveValue('Jose@gmail.com')
  await expect(page.locator('#email-error')).toHaveCount(0)

  await email.fill('Jose@gmial.con')
  await next(page).click()
  await expectStep(page, 'businessName')
})

test('a visitor sends an address that looks misspelled with one press of the button', {
  tag: '@deep',
}, async ({ page, receiver }) => {
  await page.goto('/')
  await hydrate(page)
  const dialog = await openDialog(page, 'See AI in Action')
  await fillDialog(dialog)
  await dialog.getByLabel('Email Address').fill('Jose@gmial.con')
  // The focus leaves the field when the button goes down. The button must not move before it comes up.
  await submitOf(dialog).hover()
  await page.mouse.down()
  await expect(submitOf(dialog)).toBeFocused()
  await expect(suggestionOf(page)).toHaveCount(0)
  await page.mouse.up()
  await expect(dialog).toBeHidden()
  expect(receiver.onlyBody).toMatchObject({ Email: 'Jose@gmial.con' })
})

test('what asks about a value takes no room while it asks nothing, and each error is as far below its field', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/book-demo')
  await hydrate(page)
  const fields = ['fullName', 'email', 'phoneNumber'].map((id) => page.locator(`#${id}`))
  const tops = () =>
    Promise.all(fields.map((field) => field.evaluate((input) => input.getBoundingClientRect().top)))
  const before = await tops()
  await fillContact(page)
  const questions = page.locator('[data-slot=field-question]')
  await expect(questions).toHaveCount(2)
  expect(await tops()).toEqual(before)
  await fillContact(page, { fullName: 'R2D2', email: 'ana', phoneNumber: '509-555' })
  await page.keyboard.press('Tab')
  const errors = page.locator('[data-slot=field-error]')
  await expect(errors).toHaveCount(3)
  const gaps = await errors.evaluateAll((elements) =>
    elements.map((error) => {
      const input = error.parentElement?.querySelector('input')?.getBoundingClientRect()
      return error.getBoundingClientRect().top - (input?.bottom ?? 0)
    }),
  )
  expect(gaps).toEqual([6, 6, 6])
})
