import type { Page } from '@playwright/test'
import { callExample } from '../../lib/content/landing'
import { zone } from '../../lib/dates/zone'
import { paths } from '../../lib/pages.mjs'
import { expect, test } from '../support/browser/test'

/** What a visitor gets on paper. */

const sheets = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length

const mostSheets: Record<string, number> = { '/': 7, '/thank-you': 1 }

test('pages print on few sheets, black on white, without pipes and what can only be pressed, from the dark scheme', async ({
  page,
}) => {
  await page.emulateMedia({ media: 'print' })
  await page.addInitScript(() => sessionStorage.setItem('demoStartTime', '20261205T123000'))
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'no-preference' })
  for (const path of paths) {
    const most = mostSheets[path] ?? 2
    await page.goto(path)
    if (path === '/thank-you') await expect(page.getByText(`12:30 PM ${zone.words}`)).toBeVisible()
    // The head of the page is printed once, above the text.
    await expect(page.getByRole('banner')).toHaveCSS('position', 'static')
    for (const hidden of [
      page.getByRole('button'),
      page.getByRole('slider'),
      page.locator('[data-slot=sticky-bar]'),
      page.getByText('Skip to the content'),
    ])
      for (const each of await hidden.all()) await expect(each).toBeHidden()
    expect(await page.evaluate(findInk), path).toEqual([])
    expect(sheets(await page.pdf({ format: 'A4' })), path).toBeLessThanOrEqual(most)
    if (path === '/') await expectEveryText(page)
  }
})

/** The landing page prints every answer, and where to book. */
async function expectEveryText(page: Page) {
  await expect(page.getByText(callExample.answered)).toBeVisible()
  await expect(page.getByText(callExample.ringing)).toBeHidden()
  const answers = page.locator('summary + p')
  expect(await answers.count()).toBeGreaterThan(3)
  for (const answer of await answers.all())
    expect((await answer.boundingBox())?.height).toBeGreaterThan(10)
  // As wide as paper.
  await page.setViewportSize({ width: 680, height: 960 })
  for (const figure of await page.locator('[aria-labelledby=proof] strong').all()) {
    const gap = await figure.evaluate((element) => {
      const text = document.createRange()
      text.selectNodeContents(element)
      const meaning = element.nextElementSibling?.getBoundingClientRect()
      return (meaning?.left ?? 0) - text.getBoundingClientRect().right
    })
    expect(gap).toBeGreaterThanOrEqual(16)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  const address = page.getByText(/^Book a demo: https?:\/\/[\w.:]+\/book-demo$/)
  await expect(address).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await expect(address).toBeHidden()
  await page.emulateMedia({ media: 'print' })
}

/** In the page: what is not a dark and opaque text on white, and pipes, which are gradients. */
function findInk(): string[] {
  const lightness = (color: string) => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number)
    return alpha === 0 ? 255 : (red + green + blue) / 3
  }
  const hasInk = (element: Element) => {
    const isPipe = ['::before', '::after'].some((pseudo) => {
      const { display, backgroundImage } = getComputedStyle(element, pseudo)
      return display !== 'none' && backgroundImage.includes('linear-gradient')
    })
    if (isPipe) return !element.matches('.ticket')
    if (![...element.childNodes].some((node) => node instanceof Text && node.data.trim()))
      return false
    const { webkitTextFillColor, backgroundColor } = getComputedStyle(element)
    return lightness(webkitTextFillColor) >= 90 || lightness(backgroundColor) <= 240
  }
  return [...document.querySelectorAll('body, body *:not(svg *, script, style)')]
    .filter((element) => element.checkVisibility() && hasInk(element))
    .map((element) => element.outerHTML.slice(0, 80))
}
