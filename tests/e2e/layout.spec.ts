import type { Locator, Page } from '@playwright/test'
import { nav } from '../../lib/content/layout'
import { paths } from '../../lib/pages.mjs'
import { site as product } from '../../lib/site'
import { collectRequests } from '../support/browser/requests'
import { delayLoader } from '../support/browser/scripts'
import { keepDemo } from '../support/browser/states'
import { expect, test } from '../support/browser/test'
import { expectAbove, openerOf } from '../support/visitor/callback'

test('icons and share images have the right content type and size', async ({ request }) => {
  const fetchFile = async (path: string, type: string) => {
    const response = await request.get(path)
    expect(response.headers()['content-type'], path).toBe(type)
    return response
  }
  const addressIn = async (page: string, before: RegExp) => {
    const html = await (await request.get(page)).text()
    const address = new RegExp(`${before.source}([^"]+)`).exec(html)?.[1] ?? ''
    return address.replace(/^https?:\/\/[^/]+/, '').replaceAll('&amp;', '&')
  }
  const logo = await fetchFile('/icons/icon-512.png', 'image/png')
  expect((await logo.body()).readUInt32BE(16)).toBe(512)
  await fetchFile(await addressIn('/', /rel="apple-touch-icon" href="/), 'image/png')
  await fetchFile('/icon.svg', 'image/svg+xml')
  const ico = await (await fetchFile('/favicon.ico', 'image/x-icon')).body()
  // The file has one entry, a PNG that ends at the end of the file.
  expect(ico.subarray(23, 26).toString()).toBe('PNG')
  expect(ico.readUInt32LE(14) + ico.readUInt32LE(18)).toBe(ico.length)
  for (const path of paths) {
    const image = await fetchFile(
      await addressIn(path, /property="og:image" content="/),
      'image/png',
    )
    const bytes = await image.body()
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
  }
})

/** On both sides of each width at which the layout changes. */
const widths = [320, 639, 640, 767, 768, 1023, 1024, 1920]
const items = ['Features', 'How It Works', 'Book Demo']

test.describe('at every width', () => {
  test.use({ expectedErrors: [/404/] })

  test('no page scrolls sideways, and the header has the items or the menu with them', async ({
    page,
  }) => {
    const navigation = page.getByRole('navigation', { name: 'Main' })
    const namesIn = (part: Locator) =>
      part
        .locator('a:visible, button:visible')
        .evaluateAll((all) => all.map((one) => one.ariaLabel ?? (one as HTMLElement).innerText))
    for (const path of [...paths, '/nowhere']) {
      await page.goto(path)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 })
        const at = `${path} at ${width}`
        expect(await page.evaluate(() => document.documentElement.scrollWidth), at).toBe(width)
        const shown = width < 768 ? ['Menu'] : [...items, 'Book Demo']
        expect(await namesIn(navigation), at).toEqual([nav.brandLabel(product.name), ...shown])
        if (path !== '/') continue
        await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }))
        const call = width < 640 ? 'Chat' : 'Call Our AI'
        const bar = page.getByRole('complementary')
        await expect(bar).toBeInViewport()
        expect(await namesIn(bar), at).toEqual(['Book Free Demo', call, 'Close this bar'])
        await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
      }
    }
  })
})

test('four links do not wrap the navigation', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 800 })
  await page.goto('/')
  const links = page.locator('#menu').getByRole('link')
  await links.first().evaluate((link, missing) => {
    for (let count = 0; count < missing; count++) {
      const item = link.closest('li') as Element
      const another = item.cloneNode(true) as Element
      another.children[0]?.replaceChildren('Pricing')
      item.after(another)
    }
  }, 4 - items.length)
  const places = await links.evaluateAll((all) =>
    all.map((link) => link.getBoundingClientRect()).map(({ top, height }) => `${top}, ${height}`),
  )
  // A link that wraps is below the first one, or higher than it.
  expect([places.length, new Set(places).size]).toEqual([4, 1])
})

test('on a phone on its side, two bars of 52 pixels stay in view, and the buttons are in the first screen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 844, height: 390 })
  await page.goto('/')
  const { y = Infinity } = (await openerOf(page, 'See AI in Action').boundingBox()) ?? {}
  expect(y).toBeLessThanOrEqual(217)
  const last = page.getByRole('spinbutton').last()
  await last.evaluate((field) =>
    scrollBy({ top: field.getBoundingClientRect().top - 200, behavior: 'instant' }),
  )
  await expect(page.getByRole('complementary')).toBeInViewport({ ratio: 1 })
  const boxes = await Promise.all(
    ['banner', 'complementary'].map((role) =>
      page.getByRole(role as 'banner' | 'complementary').boundingBox(),
    ),
  )
  expect(boxes.map((box) => Math.round(box?.height ?? 0))).toEqual([53, 53])
  await expect(page.getByText('Down the drain, every month', { exact: true })).not.toBeInViewport()
})

test.describe('while a page loads', () => {
  test.use({ expectedErrors: [/404/], reducedMotion: 'no-preference' })

  async function expectNoShift(page: Page, paths: string[], widths: number[]) {
    await page.addInitScript(() => {
      const shifts = window as unknown as { shift: number }
      shifts.shift = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.shift += (entry as unknown as { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    for (const width of widths)
      for (const path of paths) {
        await page.setViewportSize({ width, height: 844 })
        await collectRequests(page, async () => {
          await page.goto(path)
        })
        const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift)
        expect(shift, `${path} at ${width}`).toBeLessThan(0.01)
      }
  }

  const services = '/book-demo?services=ai-call-handling,review-management'
  const all = [...paths, services]

  test('nothing shifts', async ({ page }) => {
    await expectNoShift(page, [...all, `/${'no-such-page'.repeat(9)}`], [320])
    await page.addInitScript(keepDemo)
    await expectNoShift(page, ['/book-demo', '/thank-you'], [320])
  })

  test('nothing shifts in a wide window', { tag: '@deep' }, async ({ page }) => {
    await page.addInitScript(keepDemo)
    await expectNoShift(page, all, [1280])
  })

  test('nothing shifts in a browser that paints before the inline script has run', async ({
    page,
  }) => {
    const isPainted = () => performance.getEntriesByType('paint').length > 0
    // Firefox does not know the link with which some pages wait for the script.
    await delayLoader(page, isPainted, (html) => html.replace(/<link rel="expect"[^>]*>/, ''))
    await expectNoShift(page, ['/book-demo'], [390])
  })
})

test('no bar covers the focused element', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 })
  await page.goto('/')
  await page.evaluate(() => window.scrollTo({ top: 900, behavior: 'instant' }))
  await expect(page.getByRole('complementary')).toBeVisible()
  await page.getByRole('link', { name: 'AI Call Handling' }).focus()
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press('Tab')
    const covered = await page.evaluate(() => {
      const focused = document.activeElement
      const bar = document.querySelector('[data-slot=sticky-bar]')
      const top = document.querySelector('header')
      if (!focused || !bar || bar.contains(focused)) return null
      const box = focused.getBoundingClientRect()
      const barBox = bar.getBoundingClientRect()
      const headerBottom = top?.getBoundingClientRect().bottom ?? 0
      const hidden =
        (barBox.height > 0 && box.bottom > barBox.top + 1) || box.top < headerBottom - 1
      return hidden ? focused.outerHTML : null
    })
    expect(covered).toBeNull()
    if (await page.evaluate(() => document.activeElement?.closest('footer') !== null)) break
  }
  await page.evaluate(() => window.scrollTo({ top: 1e6, behavior: 'instant' }))
  const legal = await page.getByText(/^© /).boundingBox()
  const bar = await page.getByRole('complementary').boundingBox()
  expect((legal?.y ?? 999) + (legal?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
})

test.describe('forms', () => {
  test('a dialog is a sheet at the bottom on phones and centered on larger screens, with its button and the focused field in view', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/')
    await openerOf(page, 'See AI in Action').click()
    const dialog = page.getByRole('dialog')
    const sheet = await dialog.boundingBox()
    expect(sheet).toMatchObject({ x: 0, width: 390 })
    expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBe(844)
    const submit = dialog.getByRole('button', { name: 'Get a Call' })
    // An on-screen keyboard takes the lower half, or the phone is held sideways.
    for (const [width, height] of [
      [320, 400],
      [667, 260],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect(submit, `at ${width}x${height}`).toBeInViewport({ ratio: 1 })
      for (const field of await dialog.getByRole('textbox').all()) {
        await field.focus()
        await expect(field).toBeInViewport({ ratio: 1 })
        await expectAbove(field, submit)
      }
    }
    // The header has scrolled away.
    await expect(dialog.getByRole('heading')).not.toBeInViewport()
    await page.setViewportSize({ width: 1280, height: 900 })
    const panel = await dialog.boundingBox()
    expect((panel?.x ?? 0) + (panel?.width ?? 0) / 2).toBeCloseTo(640, 0)
    expect((panel?.y ?? 0) + (panel?.height ?? 0) / 2).toBeCloseTo(450, 0)
  })

  test('where the browser replaces all colors, a dialog and a ticket have an edge and cover what is below', {
    tag: '@deep',
  }, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto('/')
    await openerOf(page, 'See AI in Action').click()
    for (const paper of [page.getByRole('dialog'), page.locator('[data-slot=ticket]').first()]) {
      await expect(paper).toHaveCSS('border-top-style', 'solid')
      await expect(paper).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    }
    // A bubble too. The tap would stand there without its pipe.
    await expect(page.locator('.call-line').first()).toHaveCSS('outline', 'rgb(0, 0, 0) solid 1px')
    await expect(page.locator('.tap')).toBeHidden()
    await page.setViewportSize({ width: 390, height: 844 })
    const pieces = page.locator('.piece')
    for (const piece of [pieces.first(), pieces.last()]) {
      await expect(piece).toHaveCSS('border-top-style', 'solid')
      await expect(piece).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    }
  })
})

test('nothing to read or press is below the home indicator or beside the notch', async ({
  page,
}) => {
  const devtools = await page.context().newCDPSession(page)
  const setInsets = (insets: object) =>
    devtools.send('Emulation.setSafeAreaInsetsOverride', { insets })
  const bottomOf = async (locator: Locator) => {
    const box = await locator.boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 9999)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await setInsets({ bottom: 34 })
  await page.goto('/')
  await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }))
  const bar = page.getByRole('complementary')
  expect(await bottomOf(bar)).toBe(844)
  expect(await bottomOf(bar.getByRole('link'))).toBeLessThanOrEqual(844 - 34)
  await bar.getByRole('button', { name: 'Chat' }).click()
  const submit = page.getByRole('dialog').getByRole('button', { name: 'Get a Call' })
  await submit.scrollIntoViewIfNeeded()
  expect(await bottomOf(submit)).toBeLessThanOrEqual(844 - 34)

  await page.setViewportSize({ width: 844, height: 390 })
  await setInsets({ left: 59, right: 59, bottom: 21 })
  await page.keyboard.press('Escape')
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  for (const locator of [page.getByRole('link', { name: /home$/ }), page.locator('h1')])
    expect((await locator.boundingBox())?.x).toBeGreaterThanOrEqual(59)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(844)
})
