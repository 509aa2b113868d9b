import type { Page } from '@playwright/test'
import { pages, paths } from '../../lib/pages.mjs'
import { hydrate, untilHydrated } from '../support/browser/hydration'
import { collectRequests, isScript, measurePageWeight } from '../support/browser/page-weight'
import { holdScripts } from '../support/browser/scripts'
import { expect, test } from '../support/browser/test'
import { callExampleOf, slowDownCall } from '../support/visitor/call-example'

/** When a page loads its scripts, and what works before it does (lib/page/loader/). */

const visit = (page: Page, path: string) =>
  collectRequests(page, async () => {
    await page.goto(path)
  })
const scriptsAfter = async (page: Page, work: () => Promise<void>) =>
  (await collectRequests(page, work)).filter(isScript)
const hasRun = (page: Page) => page.evaluate(() => 'next' in window)

test.describe('the landing page', () => {
  test('loads its HTML, style sheets, font and icon, and no scripts for the menu, a question or the sticky bar', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const { requests } = await measurePageWeight(page, '/')
    const names = requests.map((url) => new URL(url).pathname.split('/').at(-1))
    expect(names.map((name) => name?.replace(/.*(?=\.(css|woff2)$)/, '')).sort()).toEqual([
      '',
      '.css',
      // Of the example call, which other pages do not show.
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
    await expect(page.locator('script[src]')).toHaveCount(0)
  })

  const humanInputs: Record<string, (page: Page) => Promise<void>> = {
    'a pointer moves': async (page) => {
      await page.mouse.move(10, 10)
      await page.mouse.move(20, 20)
    },
    'the page is scrolled': (page) => page.mouse.wheel(0, 100),
    'a key is pressed': (page) => page.keyboard.press('Tab'),
    'the screen is touched': (page) => page.touchscreen.tap(10, 400),
  }

  test.describe('on a device with a pointer and a touch screen', () => {
    test.use({ hasTouch: true })

    for (const [input, trigger] of Object.entries(humanInputs))
      test(`downloads its scripts at low priority once ${input}, and does not run them`, {
        tag: input === 'the screen is touched' ? [] : '@deep',
      }, async ({ page }) => {
        await visit(page, '/')
        const priorities: Record<string, string> = {}
        const devtools = await page.context().newCDPSession(page)
        await devtools.send('Network.enable')
        devtools.on('Network.requestWillBeSent', ({ request }) => {
          priorities[new URL(request.url).pathname] = request.initialPriority
        })
        const scripts = await scriptsAfter(page, () => trigger(page))
        const listed = await page
          .locator('script[data-scripts]')
          .evaluate((loader) => loader.dataset.scripts?.split(' '))
        expect(scripts.map((request) => new URL(request.url()).pathname)).toEqual(listed)
        for (const path of listed ?? []) expect(priorities[path]).toBe('Low')
        expect(await hasRun(page)).toBe(false)
        expect(await page.locator('script[src]').count()).toBe(0)
      })
  })

  test('a scroll is painted before the page requests its scripts, and a click before it runs them', async ({
    page,
  }) => {
    await visit(page, '/')
    const scripts = await page.evaluate(countScriptsInFrames, [['scroll'], ['click']])
    const listed = await page.locator('script[data-scripts]').getAttribute('data-scripts')
    const all = listed?.split(' ').length
    const none = { downloads: 0, elements: 0 }
    const downloaded = { downloads: all, elements: 0 }
    expect(scripts).toEqual([
      // At once, in the frame that answers, and in the one after it.
      [none, none, downloaded],
      [downloaded, downloaded, { downloads: all, elements: all }],
    ])
  })

  for (const [what, events] of Object.entries({
    'a finger that is on a button for some frames': ['pointerdown'],
    'a click that comes before the next frame': ['keydown', 'click'],
    'a click that scrolls the page': ['click', 'scroll'],
  }))
    test(`${what} runs the scripts without a download in advance`, async ({ page }) => {
      await visit(page, '/')
      const groups = events.includes('click') ? [events] : [events, ['click']]
      const counts = await page.evaluate(countScriptsInFrames, groups)
      const listed = await page.locator('script[data-scripts]').getAttribute('data-scripts')
      expect(counts.flat().at(-1)).toEqual({ downloads: 0, elements: listed?.split(' ').length })
    })

  test('a slider that is dragged, with an event in each frame, runs the scripts meanwhile', async ({
    page,
  }) => {
    await visit(page, '/')
    const slider = page.getByRole('slider', { name: 'Calls a week' })
    const elements = await slider.evaluate(async (slider) => {
      const count = () => document.querySelectorAll('script[src]').length
      // A busy browser can run several frames before a timer.
      for (let frame = 0; frame < 120 && count() === 0; frame++) {
        slider.dispatchEvent(new Event('input', { bubbles: true }))
        await new Promise(requestAnimationFrame)
      }
      return count()
    })
    expect(elements).toBeGreaterThan(0)
  })

  for (const [what, connection] of Object.entries({
    'with Save-Data': { saveData: true },
    'on a 2g connection': { saveData: false, effectiveType: '2g' },
  }))
    test(`${what} downloads no scripts in advance, and runs them on an interaction`, {
      tag: '@deep',
    }, async ({ page }) => {
      await page.addInitScript(
        (value) => Object.defineProperty(Navigator.prototype, 'connection', { get: () => value }),
        connection,
      )
      await visit(page, '/')
      expect(await scriptsAfter(page, () => page.mouse.wheel(0, 100))).toEqual([])
      await hydrate(page)
    })

  test.describe('with motion', () => {
    test.use({ reducedMotion: 'no-preference' })

    test('a click on Pause takes effect once slow scripts arrive', {
      tag: '@deep',
    }, async ({ page }) => {
      const release = await holdScripts(page)
      await page.goto('/')
      await slowDownCall(page)
      await callExampleOf(page).getByRole('button', { name: 'Pause' }).click()
      await callExampleOf(page).getByRole('button', { name: 'Pause' }).click()
      release()
      await expect(callExampleOf(page).getByRole('button', { name: 'Resume' })).toBeVisible()
      const states = await callExampleOf(page).evaluate((figure) =>
        figure.getAnimations({ subtree: true }).map(({ playState }) => playState),
      )
      expect(states).not.toContain('running')
    })
  })

  test('a slider that a visitor moves before scripts arrive takes effect once they do', {
    tag: '@deep',
  }, async ({ page }) => {
    const release = await holdScripts(page)
    await page.goto('/')
    const slider = page.getByRole('slider', { name: 'Calls a week' })
    await slider.focus()
    await page.keyboard.press('Home')
    await expect(page.locator('[data-figure=month]')).toHaveText('$10,920')
    release()
    await expect(page.locator('[data-figure=month]')).toHaveText('$0')
    await expect(page.locator('#loss-calls')).toHaveValue('0')
  })

  test('keys typed before hydration do not reach React', async ({ page }) => {
    const release = await holdScripts(page)
    await page.goto('/')
    const field = page.locator('#loss-calls')
    await field.fill('')
    await expect(page.locator('script[src]')).not.toHaveCount(0)
    await page.evaluate(() => {
      document.addEventListener('keydown', ({ key }) => {
        document.body.dataset.heard = `${document.body.dataset.heard ?? ''}${key}`
      })
    })
    await page.keyboard.type('12')
    expect(await page.locator('body').getAttribute('data-heard')).toBeNull()
    release()
    await untilHydrated(page)
    await expect(page.locator('[data-figure=month]')).toHaveText('$2,184')
    await field.press('0')
    await expect(page.locator('body')).toHaveAttribute('data-heard', '0')
    await expect(page.locator('[data-figure=month]')).toHaveText('$21,840')
  })
})

test.describe('every other page', () => {
  test.use({ expectedErrors: [/404/] })

  test('requests its scripts after the first paint', async ({ page }) => {
    const atOnce = paths.filter((path) => pages[path].scripts === 'at once')
    for (const path of [...atOnce, '/nowhere']) {
      await page.goto(path)
      await expect.poll(() => hasRun(page)).toBe(true)
      const { painted, requested } = await page.evaluate(() => ({
        painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
        requested: performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.endsWith('.js'))
          .map(({ startTime }) => startTime),
      }))
      expect(requested.length, path).toBeGreaterThan(0)
      expect(Math.min(...requested), path).toBeGreaterThanOrEqual(painted)
    }
  })

  test('a focus in a form is painted before the page requests what the form needs', async ({
    page,
  }) => {
    await page.goto('/book-demo')
    await untilHydrated(page)
    const [before, ...counts] = await page.getByLabel('Full Name').evaluate(async (field) => {
      const before = document.scripts.length
      field.focus()
      const atOnce = document.scripts.length
      await new Promise(requestAnimationFrame)
      return [before, atOnce, document.scripts.length]
    })
    expect(counts).toEqual([before, before])
    await expect
      .poll(() => page.evaluate(() => document.scripts.length))
      .toBeGreaterThan(before ?? 0)
  })

  test('a page that is not painted, as in a background tab, loads scripts after three seconds', {
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
    await page.goto('/book-demo')
    const scripts = page.locator('script[src]')
    await page.clock.runFor(2900)
    await expect(scripts).toHaveCount(0)
    await page.clock.runFor(200)
    await expect(scripts.first()).toBeAttached()
    await untilHydrated(page)
  })

  test('a page that the browser prerenders loads no scripts and stores nothing', {
    tag: '@deep',
  }, async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(Document.prototype, 'prerendering', {
        get: () => !('activated' in window),
      })
    })
    const requests = await visit(page, '/book-demo?utm_source=flyer')
    expect(requests.filter(isScript)).toEqual([])
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
    await page.evaluate(() => {
      Object.assign(window, { activated: true })
      document.dispatchEvent(new Event('prerenderingchange'))
    })
    await untilHydrated(page)
    expect(await page.evaluate(() => sessionStorage.getItem('visit'))).toContain('utm_source=flyer')
  })
})

test('the first page of a visit is stored even if its scripts never ran', async ({ page }) => {
  await page.goto('/?utm_source=flyer')
  await page.waitForFunction(() => sessionStorage.getItem('visit'))
  expect(await hasRun(page)).toBe(false)
  const first = await page.evaluate(() => sessionStorage.getItem('visit'))
  expect(JSON.parse(first ?? '')).toEqual([page.url(), ''])
  await page.getByRole('link', { name: 'Get Personalized Demo' }).click()
  await untilHydrated(page)
  expect(await page.evaluate(() => sessionStorage.getItem('visit'))).toBe(first)
})

/**
 * In the page: dispatches events on the opener of a dialog, group by group. Counts for each group the scripts that were
 * requested at once, in the next two frames, and after them.
 */
async function countScriptsInFrames(groups: string[][]) {
  let downloads = 0
  window.fetch = () => {
    downloads++
    return new Promise(() => {})
  }
  const count = () => ({ downloads, elements: document.querySelectorAll('script[src]').length })
  const opener = document.querySelector('[command="show-modal"]')
  const results: ReturnType<typeof count>[][] = []
  for (const group of groups) {
    for (const type of group) opener?.dispatchEvent(new MouseEvent(type, { bubbles: true }))
    const counts = [count()]
    for (let frame = 0; frame < 2; frame++) {
      await new Promise(requestAnimationFrame)
      counts.push(count())
    }
    results.push(counts)
  }
  return results
}
