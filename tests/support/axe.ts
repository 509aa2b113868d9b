import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

type ColorMode = {
  name: string
  media: Parameters<Page['emulateMedia']>[0]
  options: axe.RunOptions
}

const colorModes: ColorMode[] = [
  { name: 'light', media: { colorScheme: 'light', forcedColors: 'none' }, options: {} },
  {
    name: 'dark',
    media: { colorScheme: 'dark', forcedColors: 'none' },
    // The same page in other colors, which these two rules check.
    options: { runOnly: ['color-contrast', 'link-in-text-block'] },
  },
  {
    name: 'forced colors',
    media: { colorScheme: 'dark', forcedColors: 'active' },
    // Axe would read the page's colors and not those that the visitor sees.
    options: { rules: { 'color-contrast': { enabled: false } } },
  },
]

/** Runs axe on the page as it is now, in each color mode. */
export async function expectNoViolations(page: Page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations: string[] = []
  for (const { name, media, options } of colorModes) {
    await page.emulateMedia(media)
    // Axe measures contrast, so the colors must not be in transition.
    await page.evaluate(() => {
      for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish()
    })
    const found = await page.evaluate(async (options) => {
      const results = await (window as unknown as { axe: typeof axe }).axe.run(document, {
        ...options,
        resultTypes: ['violations'],
      })
      return results.violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`,
      )
    }, options)
    violations.push(...found.map((violation) => `${name}: ${violation}`))
  }
  expect(violations).toEqual([])
}
