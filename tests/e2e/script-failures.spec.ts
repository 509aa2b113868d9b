import type { Page } from '@playwright/test'
import { firstBookableDay, nextDay } from '../../lib/bookable'
import { expectStep, fillBusiness, fillContact, next } from '../support/booking'
import { hydrate, untilHydrated } from '../support/hydration'
import { expect, test } from '../support/test'

/** Scripts that are blocked, lost or stuck on the way: the form goes out all the same, with everything in it. */

test.use({ expectedErrors: [/\.js|Failed to load resource|ChunkLoadError|Loading chunk/] })

const day = nextDay(firstBookableDay(new Date()))
const book = (page: Page) => page.getByRole('button', { name: 'Book My Free Demo' })

for (const { what, handle } of [
  { what: 'are blocked', handle: 'abort' },
  { what: 'never arrive', handle: 'hang' },
] as const)
  test(`where scripts ${what}, the steps show themselves and the booking is sent`, async ({
    page,
    receiver,
  }) => {
    await page.route('**/*.js', (route) => (handle === 'abort' ? route.abort() : undefined))
    await page.goto('/book-demo', { waitUntil: 'commit' })
    await expect(page.getByLabel('Full Name')).toBeVisible()
    await expect(page.getByLabel('Business Name')).toBeHidden()
    await fillContact(page)
    // The wait is the style sheet's: twelve seconds, not waited for here.
    await page.evaluate(() => {
      for (const wait of document.getAnimations()) wait.finish()
    })
    await fillBusiness(page)
    await page.getByLabel('Preferred Date').fill(day)
    await page.getByLabel('Preferred Time').selectOption('2:00 PM')
    await book(page).click({ noWaitAfter: true })
    await expect(page.getByRole('heading', { name: 'Demo Booked Successfully!' })).toBeVisible()
    expect(receiver.onlyBody).toMatchObject({ fullName: "Ana O'Brien", preferredDate: day })
  })

test('where nothing more arrives once the page stands, a demo is booked through a plain date field', async ({
  page,
  receiver,
}) => {
  await page.goto('/book-demo')
  await untilHydrated(page)
  await page.route('**/*.js', (route) => route.abort())
  await fillContact(page)
  await next(page).click()
  await fillBusiness(page)
  await next(page).click()
  await page.getByRole('button', { name: 'Preferred Date' }).click()
  await page.locator('#calendar').getByLabel('Preferred Date').fill(day)
  await page.getByLabel('Preferred Time').selectOption('2:00 PM')
  await next(page).click()
  await expectStep(page, 'Review')
  await book(page).click()
  await expect(page).toHaveURL(/\/thank-you$/)
  expect(receiver.onlyBody).toMatchObject({ preferredDate: day, preferredTime: '2:00 PM' })
})

test('where nothing more arrives once the page stands, the server still says what is wrong with a call', async ({
  page,
  receiver,
}) => {
  await page.goto('/')
  await hydrate(page)
  await page.route('**/*.js', (route) => route.abort())
  await page.getByRole('button', { name: 'See Live AI in Action' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Full Name').fill('R2D2')
  await dialog.getByLabel('Phone Number').fill('5095550147')
  await dialog.getByLabel('Email Address').fill('ana@ruiz.com')
  await dialog.getByLabel('Business Name').fill('Ruiz')
  await dialog.getByRole('button', { name: 'Get a Call' }).click()
  await expect(page.locator('[data-slot=toast]')).toContainText('Invalid name format')
  await expect(dialog.getByLabel('Full Name')).toHaveAccessibleDescription('Invalid name format')
  expect(receiver.received).toHaveLength(0)
  await dialog.getByLabel('Full Name').fill('Ana Ruiz')
  await expect(async () => {
    if (await dialog.isVisible())
      await dialog.getByRole('button', { name: 'Get a Call' }).click({ timeout: 1000 })
    await expect(dialog).toBeHidden({ timeout: 2500 })
  }).toPass()
  expect(receiver.onlyBody.Name).toBe('Ana Ruiz')
})
