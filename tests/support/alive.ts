import { expect, type Page } from '@playwright/test'

/** Waits until scripts have taken over the page. Only for tests that are about what comes after it. */
export const untilAlive = (page: Page) =>
  expect
    .poll(() =>
      page
        .locator('form')
        .first()
        .evaluate((form) => Object.keys(form).some((key) => key.startsWith('__react'))),
    )
    .toBe(true)
