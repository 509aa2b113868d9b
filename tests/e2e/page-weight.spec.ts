import type { Page } from '@playwright/test'
import next from 'next/package.json' with { type: 'json' }
import { bookingForm } from '@/lib/forms/booking-form'
import { callbackForms } from '@/lib/forms/callback-forms'
import { hydrate, untilHydrated } from '../support/browser/hydration'
import {
  budgets,
  collectRequests,
  emptyPageScripts,
  firstDialogBudget,
  isScript,
  measurePageWeight,
  scriptsOverEmptyPage,
  transferSize,
} from '../support/browser/page-weight'
import { expect, test } from '../support/browser/test'
import { openAtStep } from '../support/visitor/booking'
import { callbackVisitor, fillDialog, openDialog, submitOf } from '../support/visitor/callback'
import { toastOf } from '../support/visitor/toast'

test.describe('every page', () => {
  test.use({ expectedErrors: [/404/] })

  test('stays within its byte budget, with one font and no requests to other sites', async ({
    page,
    site,
  }) => {
    expect(emptyPageScripts.next, 'measure the empty page again: npm run tool -- bench').toBe(
      next.version,
    )
    for (const [path, budget] of Object.entries(budgets)) {
      const { html, scripts, withoutScripts, requests } = await measurePageWeight(
        page,
        `${site.url}${path}`,
      )
      expect.soft(html, `HTML of ${path}`).toBeLessThanOrEqual(budget.html)
      expect
        .soft(withoutScripts, `everything of ${path} but scripts`)
        .toBeLessThanOrEqual(budget.withoutScripts)
      expect
        .soft(scripts - emptyPageScripts.bytes, `scripts of ${path} over an empty page`)
        .toBeLessThanOrEqual(scriptsOverEmptyPage)
      expect.soft(requests.filter((url) => !url.startsWith(site.url))).toEqual([])
      expect
        .soft(requests.filter((url) => url.endsWith('.woff2')).length, `fonts of ${path}`)
        .toBeLessThanOrEqual(1)
    }
  })
})

test('a page loads the fields of its own forms only', async ({ page }) => {
  const texts = {
    booking: bookingForm.fields.customChallenge.placeholder,
    callback: JSON.stringify(callbackForms['call-our-ai'].fields.businessName.payloadKey),
  }
  const formsOf = async (path: string, untilLoaded: (page: Page) => Promise<void>) => {
    const requests = await collectRequests(page, async () => {
      await page.goto(path)
      await untilLoaded(page)
    })
    const scripts = await Promise.all(
      requests.filter(isScript).map(async (request) => (await request.response())?.text() ?? ''),
    )
    expect(scripts.length).toBeGreaterThan(0)
    return Object.entries(texts)
      .filter(([, text]) => scripts.some((script) => script.includes(text)))
      .map(([form]) => form)
  }
  expect(await formsOf('/', hydrate)).toEqual(['callback'])
  expect(await formsOf('/book-demo', untilHydrated)).toEqual(['booking'])
})

test('the first dialog, with its validation and toast, stays within its byte budget, and asks no other site', async ({
  page,
  site,
}) => {
  await page.goto('/')
  await hydrate(page)
  const requests = await collectRequests(page, async () => {
    const dialog = await openDialog(page, 'See AI in Action')
    await fillDialog(dialog, { ...callbackVisitor, 'Full Name': 'R2D2' })
    await submitOf(dialog).click()
    await expect(toastOf(page)).toBeVisible()
  })
  expect(requests.filter((request) => !request.url().startsWith(site.url))).toEqual([])
  const scripts = requests.filter(isScript)
  expect(scripts.length).toBeGreaterThan(0)
  const sizes = await Promise.all(scripts.map((request) => transferSize(request.url())))
  expect(sizes.reduce((total, { body }) => total + body, 0)).toBeLessThanOrEqual(firstDialogBudget)
})

test('the calendar has loaded before its button is clicked', async ({ page }) => {
  const button = page.getByRole('button', { name: 'Preferred Date' })
  await collectRequests(page, async () => {
    await openAtStep(page, 3)
    await button.waitFor()
    // The first focus loads the validation.
    await page.getByLabel('Preferred Time').focus()
  })
  const requests = await collectRequests(page, () => button.click())
  expect(requests.map((request) => request.url())).toEqual([])
  await expect(page.locator('#calendar').getByRole('grid')).toBeVisible()
})
