import type { Page } from '@playwright/test'
import { callExample } from '../../lib/content/landing'
import { zone } from '../../lib/dates/zone'
import { paths } from '../../lib/pages.mjs'
import { expect, test } from '../support/browser/test'

/** What a visitor gets on paper. */

const sheets = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length

const mostSheets: Record<string, number> = { '/': 7, '/thank-you': 1 }

test('pages print on few sheets, black on white, without pipes and what can only be pressed, from the dark scheme', {
  tag: '@deep',
}, async ({ page }) => {
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
    expect(await page.evaluate(findPipes), path).toEqual([])
    expect(await page.evaluate(findColors), path).toEqual([])
    expect(sheets(await page.pdf({ format: 'A4' })), path).toBeLessThanOrEqual(most)
    if (path === '/') await expectEveryText(page)
  }
})

/** The landing page prints every line of the example call, every answer, and where to book. */
async function expectEveryText(page: Page) {
  const address = page.getByText(/^Book a demo: https?:\/\/[\w.:]+\/book-demo$/)
  for (const line of await page.locator('.call-example li span:not(.sr-only)').all())
    await expect(line).toHaveCSS('opacity', '1')
  const answers = page.locator('[data-slot=accordion-content]')
  expect(await answers.count()).toBeGreaterThan(3)
  for (const answer of await answers.all())
    expect((await answer.boundingBox())?.height).toBeGreaterThan(10)
  await expect(page.getByText(callExample.answered)).toBeVisible()
  await expect(page.getByText(callExample.ringing)).toBeHidden()
  await expect(address).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await expect(address).toBeHidden()
  expect(await page.evaluate(findPipes)).not.toEqual([])
  await page.emulateMedia({ media: 'print' })
}

/** In the page: elements that draw a pipe or its couplings. */
function findPipes(): string[] {
  return [...document.querySelectorAll('main *')].flatMap((element) =>
    ['::before', '::after'].flatMap((pseudo) => {
      const { display, backgroundImage } = getComputedStyle(element, pseudo)
      const isPipe = display !== 'none' && /linear-gradient/.test(backgroundImage)
      return isPipe && element.checkVisibility() && !element.matches('.ticket')
        ? [element.outerHTML.slice(0, 80)]
        : []
    }),
  )
}

/** In the page: elements with a text that is not dark, or has a background that is not white. */
function findColors(): string[] {
  const lightness = (color: string) => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number)
    return alpha === 0 ? null : (red + green + blue) / 3
  }
  return [...document.querySelectorAll('body, body *:not(svg *, script, style)')].flatMap(
    (element) => {
      const hasText = [...element.childNodes].some(
        (node) => node instanceof Text && node.data.trim(),
      )
      if (!hasText || !element.checkVisibility()) return []
      const { color, backgroundColor } = getComputedStyle(element)
      const isDark = (lightness(color) ?? 0) < 90
      const isWhite = (lightness(backgroundColor) ?? 255) > 240
      return isDark && isWhite
        ? []
        : [`${element.outerHTML.slice(0, 80)} ${color} ${backgroundColor}`]
    },
  )
}
