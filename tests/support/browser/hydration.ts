import { expect, type Locator, type Page } from '@playwright/test'

/** Waits until React has hydrated the page's first form. */
export const untilHydrated = (page: Page) =>
  expect
    .poll(() =>
      page
        .locator('form')
        .first()
        .evaluate((form) => Object.keys(form).some((key) => key.startsWith('__react'))),
    )
    .toBe(true)

/** Focuses and blurs a field of the landing page, which loads its scripts, and waits until they run. */
export async function hydrate(page: Page): Promise<void> {
  await page
    .locator('input[type=range]')
    .first()
    .evaluate((field) => {
      field.focus({ preventScroll: true })
      field.blur()
    })
  await untilHydrated(page)
}

/** Waits until the page's scripts have given the form its submission id. */
export async function untilSubmissionId(form: Locator): Promise<void> {
  await form.locator('[name=submissionId]:not([value=""])').waitFor({ state: 'attached' })
}
