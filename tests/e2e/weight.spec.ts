import type { Page } from '@playwright/test'
import { untilAlive } from '../support/alive'
import { resumeAt } from '../support/booking'
import { buildEmptyPage } from '../support/empty-page'
import { Site } from '../support/site'
import { expect, test } from '../support/test'
import { budgets, firstDialogBudget, requestsOf, transferred, weigh } from '../support/weight'

test('every page stays within its bytes, with one font and nothing from elsewhere', async ({
  page,
  site,
}) => {
  test.setTimeout(120_000)
  const empty = await Site.start({}, buildEmptyPage())
  const floor = await weigh(page, empty.url)
  await empty.stop()
  for (const [path, budget] of Object.entries(budgets)) {
    const { html, script, total, requests } = await weigh(page, `${site.url}${path}`)
    expect.soft(html, `HTML of ${path}`).toBeLessThanOrEqual(budget.html)
    expect
      .soft(script - floor.script, `scripts of ${path} over an empty page`)
      .toBeLessThanOrEqual(budget.scriptOverFloor)
    expect.soft(total, `everything of ${path}`).toBeLessThanOrEqual(budget.total)
    expect.soft(requests.filter((url) => !url.startsWith(site.url))).toEqual([])
    expect
      .soft(requests.filter((url) => url.endsWith('.woff2')).length, `fonts of ${path}`)
      .toBeLessThanOrEqual(1)
  }
})

test.describe('the picture comes before the scripts', () => {
  /** Without those for browsers that know no modules. */
  const scriptsOf = (page: Page) => page.locator('script[src]:not([nomodule])')

  for (const path of Object.keys(budgets))
    test(`${path} asks for scripts once it is painted`, async ({ page }) => {
      await requestsOf(page, async () => {
        await page.goto(path)
      })
      const { painted, asked } = await page.evaluate(() => ({
        painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
        asked: performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.endsWith('.js'))
          .map(({ startTime }) => startTime),
      }))
      expect(asked.length).toBeGreaterThan(0)
      expect(Math.min(...asked)).toBeGreaterThanOrEqual(painted)
    })

  test('a browser that does not tell when it paints gets them at once', async ({ page }) => {
    await page.addInitScript(() => {
      Object.assign(window, { PerformanceObserver: undefined })
    })
    await page.goto('/book-demo')
    await untilAlive(page)
  })

  test('where nothing is painted, as in a tab behind, they come after three seconds', async ({
    page,
  }) => {
    await page.clock.install({ time: 0 })
    await page.clock.pauseAt(1000)
    await page.addInitScript(() => {
      Object.assign(window, {
        PerformanceObserver: class {
          observe() {}
        },
      })
    })
    await page.goto('/book-demo')
    await page.clock.runFor(2900)
    await expect(scriptsOf(page)).toHaveCount(0)
    await page.clock.runFor(200)
    await expect(scriptsOf(page).first()).toBeAttached()
    await untilAlive(page)
  })
})

test('the largest scripts ask to be compiled while they arrive, and the others do not', async ({
  request,
}) => {
  const html = await (await request.get('/')).text()
  const asked = [...html.matchAll(/<script data-src="([^"]+)"/g)].map(([, src = '']) => src)
  const scripts = await Promise.all(asked.map(async (src) => (await request.get(src)).text()))
  const large = scripts.filter((script) => script.length > 100_000)
  expect(large.length).toBeGreaterThan(0)
  for (const script of scripts)
    expect(script.split('//# allFunctionsCalledOnLoad').length - 1).toBe(
      large.includes(script) ? 1 : 0,
    )
})

test('the first dialog, rules and toast included, is light', async ({ page }) => {
  await requestsOf(page, async () => {
    await page.goto('/')
  })
  const requests = await requestsOf(page, async () => {
    await page.getByRole('button', { name: 'See Live AI in Action' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Full Name').fill('R2D2')
    await dialog.getByLabel('Phone Number').fill('5095550147')
    await dialog.getByLabel('Email Address').fill('ana@ruiz.com')
    await dialog.getByLabel('Business Name').fill('Ruiz')
    await dialog.getByRole('button', { name: 'Get a Call' }).click()
    await expect(page.locator('[data-slot=toast]')).toBeVisible()
  })
  const scripts = requests.filter((request) => request.url().endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(0)
  const bytes = await Promise.all(scripts.map((request) => transferred(request.url())))
  expect(bytes.reduce((total, each) => total + each, 0)).toBeLessThanOrEqual(firstDialogBudget)
})

test('the calendar is on its way before it is asked for', async ({ page }) => {
  await requestsOf(page, () => resumeAt(page, 3))
  const button = page.getByLabel('Preferred Date')
  await expect(button).toBeVisible()
  const hovered = await requestsOf(page, () => button.hover())
  expect(hovered.filter((request) => request.url().endsWith('.js')).length).toBeGreaterThan(0)
  const clicked = await requestsOf(page, () => button.click())
  expect(clicked).toEqual([])
  await expect(page.locator('#calendar').getByRole('grid')).toBeVisible()
})
