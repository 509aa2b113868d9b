import type { Page } from '@playwright/test'
import { expectStep, fillBusiness, fillContact, next, pickDay } from '../support/booking'
import { expect, test } from '../support/test'

/** Everything works in a browser without invoker commands, popovers and modal dialogs. */

test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    const remove = (prototype: object, ...names: string[]) => {
      for (const name of names) Reflect.deleteProperty(prototype, name)
    }
    remove(HTMLButtonElement.prototype, 'command', 'commandForElement', 'popoverTargetElement')
    remove(HTMLElement.prototype, 'popover', 'showPopover', 'hidePopover', 'togglePopover')
    remove(HTMLDialogElement.prototype, 'showModal', 'close', 'requestClose')
    const invokers = '[commandfor], [popovertarget]'
    const ignore = (event: Event) =>
      (event.target as Element).closest(invokers) && event.preventDefault()
    window.addEventListener('click', ignore, true)
  }),
)

/** Waits until the page has loaded its polyfill. */
const untilPolyfilled = (page: Page) =>
  expect.poll(() => page.evaluate(() => 'showPopover' in HTMLElement.prototype)).toBe(true)

test('a visitor opens and closes the menu and follows a link', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await untilPolyfilled(page)
  const menu = page.getByRole('button', { name: 'Menu' })
  const panel = page.locator('#menu')
  await menu.click()
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(menu).toBeFocused()
  await menu.click()
  await panel.getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL(/\/book-demo$/)
})

test('a visitor closes the sticky bar', async ({ page }) => {
  await page.goto('/')
  await untilPolyfilled(page)
  const bar = page.getByRole('complementary')
  await bar.getByRole('button', { name: 'Close this bar' }).click()
  await expect(bar).toBeHidden()
})

test('a visitor requests a callback and sees the confirmation', async ({ page, receiver }) => {
  await page.goto('/')
  await untilPolyfilled(page)
  const opener = page.getByRole('button', { name: 'See Live AI in Action' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'See AI in Action' })
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await opener.click()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  await opener.click()
  await dialog.getByLabel('Full Name').fill('Ana Ruiz')
  await dialog.getByLabel('Phone Number').fill('5095550147')
  await dialog.getByLabel('Email Address').fill('ana@ruiz.com')
  await dialog.getByLabel('Business Name').fill('Ruiz')
  await dialog.getByRole('button', { name: 'Get a Call' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.locator('[data-slot=toast]')).toBeVisible()
  expect(receiver.onlyBody.Name).toBe('Ana Ruiz')
})

test('a visitor picks a day in the calendar and books a demo', async ({ page, receiver }) => {
  await page.goto('/book-demo')
  await untilPolyfilled(page)
  await fillContact(page)
  await next(page).click()
  await fillBusiness(page)
  await next(page).click()
  const day = await pickDay(page, 'first')
  await expect(page.locator('#calendar')).toBeHidden()
  await page.getByLabel('Preferred Time').selectOption('1:00 PM')
  await next(page).click()
  await expectStep(page, 'Review')
  await page.getByRole('button', { name: 'Book My Free Demo' }).click()
  await expect(page).toHaveURL(/\/thank-you$/)
  expect(receiver.onlyBody.preferredDate).toBe(day)
})
