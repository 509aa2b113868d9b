import type { Page } from '@playwright/test'
import { hero } from '../../lib/content/landing'
import { stickyBar as stickyBarWords } from '../../lib/content/layout'
import { expect, test } from '../support/browser/test'

const sections = [
  { name: 'Features', id: 'features' },
  { name: 'How It Works', id: 'how-it-works' },
]
const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const stickyBar = (page: Page) => page.getByRole('complementary')
const scrollTo = (page: Page, y: number) =>
  page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y)

async function expectBelowHeader(page: Page, id: string) {
  const { height = 0 } = (await page.getByRole('banner').boundingBox()) ?? {}
  const gap = async () => ((await page.locator(`#${id}`).boundingBox())?.y ?? -1) - height
  await expect.poll(gap).toBeGreaterThanOrEqual(0)
  await expect.poll(gap).toBeLessThan(60)
}

test.describe('navigation', () => {
  test('stays at the top, except in a low window, and scrolls smoothly, except with reduced motion', async ({
    page,
  }) => {
    await page.goto('/')
    const root = page.locator('html')
    await expect(root).toHaveCSS('scroll-behavior', 'auto')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await expect(root).toHaveCSS('scroll-behavior', 'smooth')
    await expect(main(page).getByRole('button', { name: 'Menu' })).toBeHidden()
    await scrollTo(page, 1500)
    expect((await page.getByRole('banner').boundingBox())?.y).toBe(0)
    // A page zoomed to 400 % is this low, and bars that stay would cover its text (WCAG 2.2, 1.4.10 and 2.4.11).
    for (const height of [353, 352]) {
      await page.setViewportSize({ width: 1280, height })
      for (const bar of [page.getByRole('banner'), stickyBar(page)])
        if (height > 352) await expect(bar).toBeInViewport({ ratio: 1 })
        else await expect(bar).not.toBeInViewport()
    }
  })

  test('goes to a section, below the header, from another page and without loading the page again', async ({
    page,
  }) => {
    // The links need only the script in the page.
    await page.route('**/*.js', () => undefined)
    await page.goto('/book-demo')
    await main(page).getByRole('link', { name: 'How It Works' }).click()
    await expect(page).toHaveURL(/\/#how-it-works$/)
    // To measure before the style sheets have loaded would lay out the page without them, and scroll it there.
    await page.waitForLoadState()
    await expectBelowHeader(page, 'how-it-works')
    await page.goto('/?utm_source=mail')
    await scrollTo(page, 800)
    await page.getByRole('button', { name: 'Close this bar' }).click()
    for (const { name, id } of sections)
      for (const area of [main(page), page.locator('footer')]) {
        await area.getByRole('link', { name }).click()
        await expect(page).toHaveURL(new RegExp(`/\\?utm_source=mail#${id}$`))
        await expectBelowHeader(page, id)
        // Loading the page again would show it.
        await expect(stickyBar(page)).toBeHidden()
      }
  })
})

test('the navigation has each item once, in line or in the menu, whose button is a cross while it is open', async ({
  page,
}) => {
  await page.setViewportSize({ width: 767, height: 800 })
  await page.goto('/')
  const list = main(page).getByRole('list', { includeHidden: true })
  await expect(list).toBeHidden()
  const menu = main(page).getByRole('button', { name: 'Menu' })
  const icon = menu.locator('path').filter({ visible: true })
  const lines = await icon.getAttribute('d')
  const cross = await page
    .getByRole('button', { name: 'Close this bar', includeHidden: true })
    .locator('path')
    .getAttribute('d')
  await menu.click()
  await expect(icon).toHaveAttribute('d', String(cross))
  await menu.click()
  await expect(icon).toHaveAttribute('d', String(lines))
  await menu.click()
  // The menu covers the lower border of the header.
  const headerHeight = async () => (await page.getByRole('banner').boundingBox())?.height ?? 0
  const top = async () => (await list.boundingBox())?.y
  expect(await top()).toBe((await headerHeight()) - 1)
  for (const { name } of sections)
    await expect(main(page).getByRole('link', { name, includeHidden: true })).toHaveCount(1)
  // A phone is turned while its menu is open.
  await page.setViewportSize({ width: 768, height: 400 })
  expect(await top()).toBe((await headerHeight()) - 1)
  await page.keyboard.press('Escape')
  const logo = await main(page).getByRole('link').first().boundingBox()
  const inLine = await list.boundingBox()
  expect((inLine?.y ?? 0) + (inLine?.height ?? 0)).toBeLessThan(await headerHeight())
  expect(inLine?.x).toBeGreaterThan((logo?.x ?? 0) + (logo?.width ?? 0))
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the first screen shows the offer, the rating and the beginning of the call, and the claims take less than one', async ({
    page,
  }) => {
    await page.goto('/')
    const call = page.getByRole('group', { name: /^Example: / })
    for (const shown of [
      ...hero.terms.map((words) => page.getByText(words, { exact: true })),
      ...hero.trust.map((words) => page.getByText(words)),
      call.getByText('Answered on ring 2'),
    ])
      await expect(shown).toBeInViewport({ ratio: 1 })
    const claims = page.getByRole('region', { name: 'What changes when your phone gets answered' })
    expect((await claims.boundingBox())?.height).toBeLessThanOrEqual(800)
  })

  test('the phone stands in the middle, on the rule of the services, and the pipe of the steps begins below their heading', async ({
    page,
  }) => {
    await page.goto('/')
    const boxOf = (selector: string) =>
      page.locator(selector).evaluate((element) => element.getBoundingClientRect().toJSON())
    const phone = await boxOf('.night-phone')
    const rule = await boxOf('div:has(> h2:text("Complete Business Solution"))')
    expect([phone.width, phone.left + phone.right, phone.bottom]).toEqual([288, 390, rule.top])
    const heading = await boxOf('section:has(> ol.pipe) h2, section:has(ol.pipe) h2')
    const steps = await boxOf('ol.pipe')
    expect(steps.top - heading.bottom).toBe(44)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })

  test('choosing a link closes the menu, which opens again, and the bar comes into view after 500 pixels', async ({
    page,
  }) => {
    await page.goto('/')
    await expect(stickyBar(page)).not.toBeInViewport()
    const menu = page.getByRole('button', { name: 'Menu' })
    const panel = page.locator('#menu')
    for (const name of ['Features', 'How It Works', 'Features']) {
      await menu.click()
      if (await panel.isHidden()) await menu.click()
      await panel.getByRole('link', { name }).click()
      await expect(panel).toBeHidden()
      await expect(stickyBar(page)).toBeInViewport({ ratio: 1 })
    }
  })
})

test.describe('sticky bar', () => {
  test('is hidden until more than 500 pixels are scrolled, hides without closing its dialog, and stays closed until the page is reloaded, without scripts', async ({
    page,
  }) => {
    await page.route('**/*.js', () => undefined)
    await page.goto('/')
    const bar = page.getByText(stickyBarWords.text)
    for (const y of [0, 500, 501, 1e6, 500]) {
      await scrollTo(page, y)
      if (y <= 500) await expect(bar).toBeHidden()
      else {
        await expect(bar).toBeVisible()
        await expect(stickyBar(page)).toBeInViewport({ ratio: 1 })
      }
    }
    await scrollTo(page, 800)
    await page.getByRole('button', { name: 'Call Our AI' }).click()
    const dialog = page.getByRole('dialog', { name: 'Call Our AI' })
    await scrollTo(page, 0)
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
    await scrollTo(page, 800)
    await page.getByRole('button', { name: 'Close this bar' }).click()
    await expect(stickyBar(page)).toBeHidden()
    await scrollTo(page, 0)
    await scrollTo(page, 1200)
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 400)
    await expect(stickyBar(page)).toBeHidden()
    await page.reload()
    await scrollTo(page, 900)
    await expect(stickyBar(page)).toBeInViewport()
  })

  test('takes at most 12 % of a low window, with controls of one height and one line', {
    tag: '@deep',
  }, async ({ page }) => {
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 664 })
      await page.goto('/')
      await scrollTo(page, 900)
      expect((await stickyBar(page).boundingBox())?.height).toBeLessThanOrEqual(0.12 * 664)
      const controls = stickyBar(page).getByRole('button').or(stickyBar(page).getByRole('link'))
      const boxes = await controls.evaluateAll((all) =>
        all.map((one) => {
          const { top, height } = one.getBoundingClientRect()
          return [top, height, one.scrollWidth > one.clientWidth]
        }),
      )
      expect(boxes).toHaveLength(3)
      expect(new Set(boxes.map(String)).size).toBe(1)
      expect(boxes[0]).toEqual([expect.any(Number), 44, false])
    }
  })
})
