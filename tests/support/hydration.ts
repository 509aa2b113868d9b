import { expect, type Page } from '@playwright/test'

/** Waits until scripts have taken over the page. Only for tests that are about what comes after it. */
export const untilHydrated = (page: Page) =>
  expect
    .poll(() =>
      page
        .locator('form')
        .first()
        .evaluate((form) => Object.keys(form).some((key) => key.startsWith('__react'))),
    )
    .toBe(true)

/** Focuses a field of the landing page, which runs its scripts, leaves it again, and waits for them. */
export async function hydrate(page: Page): Promise<void> {
  await page
    .locator('[data-scripts-on-touch] input[type=range]')
    .first()
    .evaluate((field) => {
      field.focus({ preventScroll: true })
      field.blur()
    })
  await untilHydrated(page)
}
