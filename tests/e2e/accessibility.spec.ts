import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expectStep, fillBusiness, fillContact, next, pickDay } from '../support/booking'
import { expect, test } from '../support/test'

type ColorMode = {
  name: string
  media: Parameters<Page['emulateMedia']>[0]
  options: axe.RunOptions
}

const colorModes: ColorMode[] = [
  { name: 'light', media: { colorScheme: 'light', forcedColors: 'none' }, options: {} },
  {
    name: 'dark',
    media: { colorScheme: 'dark', forcedColors: 'none' },
    // The same page in other colors, which these two rules check.
    options: { runOnly: ['color-contrast', 'link-in-text-block'] },
  },
  {
    name: 'forced colors',
    media: { colorScheme: 'dark', forcedColors: 'active' },
    // Axe would read the page's colors and not those that the visitor sees.
    options: { rules: { 'color-contrast': { enabled: false } } },
  },
]

/** Runs axe on the page as it is now, in each color mode. */
async function expectNoViolations(page: Page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations: string[] = []
  for (const { name, media, options } of colorModes) {
    await page.emulateMedia(media)
    // Axe measures contrast, so the colors must not be in transition.
    await page.evaluate(() => {
      for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish()
    })
    const found = await page.evaluate(async (options) => {
      const results = await (window as unknown as { axe: typeof axe }).axe.run(document, {
        ...options,
        resultTypes: ['violations'],
      })
      return results.violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`,
      )
    }, options)
    violations.push(...found.map((violation) => `${name}: ${violation}`))
  }
  expect(violations).toEqual([])
}

test.describe('axe finds no violations in light, dark and forced colors', () => {
  test.use({ expectedErrors: [/404/] })

  test('on the landing page, with its bar, menu and dialogs', async ({ page, receiver }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/')
    for (const question of (await page.locator('summary').all()).slice(1)) await question.click()
    await page.getByRole('slider', { name: 'Calls a week' }).focus()
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Menu' }).click()
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await page.evaluate(() => window.scrollTo(0, 900))
    await expect(page.getByRole('complementary')).toBeVisible()
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Chat' }).click()
    await expectNoViolations(page)
    receiver.respondWith(500)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Full Name').fill('R2D2')
    await dialog.getByLabel('Phone Number').fill('123')
    await dialog.getByLabel('Business Name').fill('Ruiz')
    await dialog.getByRole('button', { name: 'Get a Call' }).click()
    await expect(dialog.getByRole('alert', { name: 'There is a problem' })).toBeFocused()
    await expectNoViolations(page)
    await dialog.getByLabel('Full Name').fill('Ana Ruiz')
    await dialog.getByLabel('Phone Number').fill('5095550147')
    await dialog.getByRole('button', { name: 'Get a Call' }).click()
    await expect(page.locator('[data-slot=toast]')).toContainText('Error')
    await expectNoViolations(page)
  })

  test('in every step of the booking', async ({ page }) => {
    await page.goto('/book-demo?services=chat-agent')
    await expectNoViolations(page)
    await fillContact(page, { fullName: 'R2D2' })
    await next(page).click()
    await fillBusiness(page)
    await page.getByLabel('Website').fill('none')
    await page.getByLabel('Website').blur()
    await expect(page.locator('#website-error')).toBeVisible()
    await expectNoViolations(page)
    await next(page).click()
    await page.getByRole('button', { name: 'Preferred Date' }).click()
    await expect(page.getByRole('grid')).toBeVisible()
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await pickDay(page, 'first')
    await page.getByLabel('Preferred Time').selectOption('12:00 PM')
    await expect(next(page)).toBeEnabled()
    await expectNoViolations(page)
    await next(page).click()
    await expectStep(page, 'Review')
    await expect(
      page.getByRole('region', { name: 'Your demo' }).getByText('Invalid name format'),
    ).toBeVisible()
    await expectNoViolations(page)
  })

  test('on the thank-you page and the 404 page', async ({ page }) => {
    await page.addInitScript(() => sessionStorage.setItem('demoStartTime', '20261205T123000'))
    await page.goto('/thank-you')
    await expect(page.getByRole('link', { name: /\.ics/ })).toBeVisible()
    await expectNoViolations(page)
    await page.goto('/nowhere')
    await expectNoViolations(page)
  })
})
