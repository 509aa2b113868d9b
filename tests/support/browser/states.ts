import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { bookedNotice } from '@/lib/content/booked-notice'
import { bookedTicket } from '@/lib/content/tickets'
import { acceptSuggestion } from '@/lib/content/validation'
import { lastStep } from '@/lib/forms/booking-form'
import {
  expectStep,
  fillBusiness,
  fillContact,
  keepDraft,
  next,
  openOptionalFields,
  pickDay,
  summaryOf,
  visitor,
} from '../visitor/booking'
import { toastOf } from '../visitor/callback'
import { requiredValues } from '../visitor/visitor'
import { hydrate, untilHydrated } from './scripts'

/** Every state of every page, and what axe finds in one. */

type Check = (state: string) => Promise<void>

const suggestionOf = (page: Page) => page.getByRole('button', { name: acceptSuggestion })

/** Walks through every state of the landing page, the thank-you page and the 404 page, and checks each. */
export async function walkPages(page: Page, check: Check): Promise<void> {
  await page.goto('/')
  for (const question of (await page.locator('summary').all()).slice(1)) await question.click()
  await page.getByRole('slider', { name: 'Calls a week' }).focus()
  await check('landing page')
  const menu = page.getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) {
    await menu.click()
    await expect(page.locator('#menu')).toBeVisible()
    await check('menu')
    await page.keyboard.press('Escape')
  }
  await hydrate(page)
  await page.getByRole('button', { name: 'See Live AI in Action' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'See AI in Action' })
  await check('dialog')
  await dialog.getByLabel('Email Address').fill('jose@gmial.con')
  await dialog.getByLabel('Phone Number').fill('555-123-4567')
  await dialog.getByLabel('Full Name').focus()
  await expect(suggestionOf(page)).toBeVisible()
  await expect(page.getByText('This does not look like a US number.')).toBeVisible()
  await check('dialog with questions')
  await page.keyboard.press('Escape')
  await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }))
  const bar = page.getByRole('complementary')
  await expect(bar).toBeVisible()
  await check('bar')
  await bar.getByRole('button', { name: /^(Chat|Call Our AI)$/ }).click()
  const other = page.getByRole('dialog', { name: 'Call Our AI' })
  await other.getByLabel('Full Name').fill('R2D2')
  await other.getByLabel('Phone Number').fill('123')
  await other.getByLabel('Business Name').fill('Ruiz')
  await other.getByRole('button', { name: 'Get a Call' }).click()
  await expect(other.getByRole('group', { name: 'Invalid input' })).toBeFocused()
  await check('dialog with errors')
  await other.getByLabel('Full Name').fill('Ana Ruiz')
  await other.getByLabel('Phone Number').fill('5095550147')
  await other.getByRole('button', { name: 'Get a Call' }).click()
  await expect(toastOf(page)).toBeVisible()
  await check('toast')

  await page.goto('/thank-you')
  await expect(page.getByText(bookedTicket.unknown.note)).toBeVisible()
  await check('thank-you page without a booking')
  await page.addInitScript(keepDemo)
  await page.goto('/thank-you')
  await expect(page.getByRole('link', { name: /\.ics/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Change it' })).toBeVisible()
  await check('thank-you page')
  const missing = '/a/very/long/address-that-does-not-exist-anywhere'
  await page.goto(missing)
  await expect(page.getByText(missing)).toBeVisible()
  await check('404 page')
}

/** Walks through every step of the booking, with long texts, errors and the calendar, and checks each. */
export async function walkBooking(page: Page, check: Check): Promise<void> {
  await page.goto('/book-demo?services=ai-call-handling,review-management')
  await untilHydrated(page)
  await expect(page.locator('input[name=interestedServices]').first()).toBeAttached()
  await check('step 1')
  const fullName = `R2D2 ${'A'.repeat(95)}`
  await fillContact(page, { fullName, email: `${'a'.repeat(60)}@ruiz`, phoneNumber: '123' })
  await page.getByLabel('Full Name').focus()
  for (const name of ['email', 'phoneNumber'])
    await expect(page.locator(`#${name}-error`)).toBeVisible()
  await page.getByLabel('Full Name').blur()
  await expect(page.locator('#fullName-error')).toBeVisible()
  await check('step 1 with errors')
  await page.getByLabel('Email Address').fill('jose@gmial.con')
  await page.getByLabel('Full Name').focus()
  await expect(suggestionOf(page)).toBeVisible()
  await check('step 1 with another email address')
  await next(page).click()
  await expectStep(page, 'businessName')
  await check('step 2')
  await fillBusiness(page, { businessName: 'Ruiz!', businessDescription: 'Drains. '.repeat(120) })
  await openOptionalFields(page)
  await page.getByLabel('Website').fill('none')
  await page.getByLabel('Website').blur()
  await expect(page.locator('#website-error')).toBeVisible()
  await check('step 2 with errors')
  await next(page).click()
  await page.getByRole('button', { name: 'Preferred Date' }).click()
  await expect(page.locator('#calendar').getByRole('grid')).toBeVisible()
  await check('calendar')
  await page.keyboard.press('Escape')
  await pickDay(page)
  await page.getByLabel('Preferred Time').selectOption('1:00 PM')
  await expect(next(page)).toBeEnabled()
  await check('step 3')
  await next(page).click()
  await expectStep(page, 'additionalNotes')
  await expect(
    page.getByRole('region', { name: 'Your demo' }).getByText("Letters, spaces, and ' . - only."),
  ).toBeVisible()
  await check('review')
  const entries = { ...requiredValues('booking'), ...visitor }
  await keepDraft(page, { step: 3, entries: { ...entries, preferredDate: '2020-01-01' } })
  await page.goto('/book-demo')
  await expect(page.locator('#preferredDate-error')).toBeVisible()
  await check('step 3 with an error')
  await page.evaluate(keepDemo)
  await page.goto('/book-demo')
  await expect(page.getByRole('heading', { name: 'A demo is booked' })).toBeVisible()
  await expect(page.getByText(bookedNotice.dayPassed)).toBeVisible()
  await check('booked demo on a day that cannot be booked')
  const { thread } = await page.evaluate(
    () => JSON.parse(localStorage.getItem('bookedDemo') ?? '').entries,
  )
  const changed = { ...visitor, preferredDate: '2099-12-05', thread }
  await keepDraft(page, { step: lastStep, entries: changed })
  await page.goto('/book-demo')
  await expect(page.getByRole('link', { name: 'Keep it as it is' })).toBeVisible()
  await expect(page.getByText(bookedNotice.dayPassed)).toBeVisible()
  await expect(summaryOf(page)).toContainText('To keep your day')
  await check('change of a demo on a day that cannot be booked')
}

/** In the page: the browser has booked a demo. */
export function keepDemo() {
  const start = '20991205T123000'
  const entries = {
    thread: '3f0e5f1c-8d5f-4c51-9a0e-5b6a4f7d2c10',
    fullName: 'Ana O’Brien',
    businessName: 'Ruiz & Sons',
    email: 'ana@ruiz.com',
    phoneNumber: '(509) 555-0147',
  }
  sessionStorage.setItem('demoStartTime', start)
  localStorage.setItem('bookedDemo', JSON.stringify({ start, entries }))
}

const colorRules = ['color-contrast', 'link-in-text-block']

/** Runs axe on the page as it is now: every rule in light, the rules of colors in dark. */
export async function expectNoViolations(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  // Axe measures contrast, so the colors must not be in transition.
  await page.evaluate(() => {
    for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish()
  })
  const violations = await page.evaluate(async (colorRules) => {
    const isDark = matchMedia('(prefers-color-scheme: dark)').matches
    const results = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      ...(isDark && { runOnly: colorRules }),
      resultTypes: ['violations'],
    })
    return results.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`,
    )
  }, colorRules)
  expect(violations).toEqual([])
}
