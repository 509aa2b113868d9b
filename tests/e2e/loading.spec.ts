import type { Page } from '@playwright/test'
import { pages, paths } from '../../lib/pages.mjs'
import { collectRequests, isScript, measurePageWeight } from '../support/browser/requests'
import { hydrate } from '../support/browser/scripts'
import { expect, test } from '../support/browser/test'

/** When a page loads its scripts, and what works before it does (lib/page/loader/). */

const visit = (page: Page, path: string) =>
  collectRequests(page, async () => {
    await page.goto(path)
  })
declare global {
  interface Window {
    hydrated: boolean[]
  }
}

const hasRun = (page: Page) => page.evaluate(() => 'next' in window)

test.describe('the landing page', () => {
  test('loads its HTML, style sheet, font and icon, and no scripts for the menu, a question or the sticky bar', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const { requests } = await measurePageWeight(page, '/')
    const names = requests.map((url) => new URL(url).pathname.split('/').at(-1))
    expect(names.map((name) => name?.replace(/.*(?=\.(css|woff2)$)/, '')).sort()).toEqual([
      '',
      '.css',
      '.woff2',
      'icon.svg',
    ])
    const panel = page.locator('#menu')
    await page.getByRole('button', { name: 'Menu' }).click()
    await panel.getByRole('link', { name: 'How It Works' }).click()
    await expect(panel).toBeHidden()
    await expect(page).toHaveURL(/#how-it-works$/)
    await page.locator('summary').first().click()
    await page.getByRole('button', { name: 'Close this bar' }).click()
    await expect(page.getByRole('complementary')).toBeHidden()
    expect(await hasRun(page)).toBe(false)
  })

  test('downloads its scripts once it is scrolled, runs them once a control is used, and not on a connection that saves data', async ({
    page,
  }) => {
    await visit(page, '/')
    const scroll = () => collectRequests(page, () => page.mouse.wheel(0, 100))
    expect((await scroll()).filter(isScript).length).toBeGreaterThan(0)
    expect(await hasRun(page)).toBe(false)
    await hydrate(page)
    await page.addInitScript(() => {
      const connection = { saveData: true }
      Object.defineProperty(Navigator.prototype, 'connection', { get: () => connection })
    })
    await visit(page, '/')
    expect(await scroll()).toEqual([])
    await hydrate(page)
  })
})

test('the booking page keeps keys from React until its form is hydrated, because React would hydrate it at once', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.assign(window, { hydrated: [] })
    addEventListener('hydrated', () => {
      const isOfReact = (key: string) => key.startsWith('__react')
      window.hydrated.push(Object.keys(document.forms[0] ?? {}).some(isOfReact))
    })
  })
  await page.goto('/book-demo')
  await expect.poll(() => page.evaluate(() => window.hydrated)).toEqual([true])
})

test.describe('every other page', () => {
  test('requests its scripts after the first paint', async ({ page }) => {
    const atOnce = paths.filter((path) => pages[path].scripts === 'at once')
    for (const path of atOnce) {
      await page.goto(path)
      await expect.poll(() => hasRun(page)).toBe(true)
      const { painted, requested } = await page.evaluate(() => ({
        // The one with text comes later, if the font does.
        painted: performance.getEntriesByName('first-paint')[0]?.startTime ?? Infinity,
        requested: performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.endsWith('.js'))
          .map(({ startTime }) => startTime),
      }))
      expect(requested.length, path).toBeGreaterThan(0)
      expect(Math.min(...requested), path).toBeGreaterThanOrEqual(painted)
    }
  })

  test('that is not painted, as in a background tab, loads its scripts after three seconds', {
    tag: '@deep',
  }, async ({ page }) => {
    await page.clock.install({ time: 0 })
    await page.clock.pauseAt(1000)
    await page.addInitScript(() => {
      Object.assign(window, {
        PerformanceObserver: class {
          observe() {}
        },
      })
    })
    await page.goto('/thank-you')
    const scripts = page.locator('script[src]')
    await page.clock.runFor(2900)
    await expect(scripts).toHaveCount(0)
    await page.clock.runFor(200)
    await expect.poll(() => hasRun(page)).toBe(true)
  })

  test('that the browser prerenders loads no scripts and stores nothing', { tag: '@deep' }, async ({
    page,
  }) => {
    await page.addInitScript(() => {
      Object.defineProperty(Document.prototype, 'prerendering', {
        get: () => !('activated' in window),
      })
    })
    const requests = await visit(page, '/thank-you?utm_source=flyer')
    expect(requests.filter(isScript)).toEqual([])
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
    await page.evaluate(() => {
      Object.assign(window, { activated: true })
      document.dispatchEvent(new Event('prerenderingchange'))
    })
    await expect.poll(() => hasRun(page)).toBe(true)
    expect(await page.evaluate(() => sessionStorage.getItem('visit'))).toContain('utm_source=flyer')
  })
})
