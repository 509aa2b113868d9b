import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

const schemes = [
  { colorScheme: 'light', options: {} },
  // The same page in other colors, which these two rules check.
  { colorScheme: 'dark', options: { runOnly: ['color-contrast', 'link-in-text-block'] } },
] as const

/** Runs axe on the page as it is now, in light and dark. */
export async function expectNoViolations(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations: string[] = []
  for (const { colorScheme, options } of schemes) {
    await page.emulateMedia({ colorScheme })
    // Axe measures contrast, so the colors must not be in transition.
    await page.evaluate(() => {
      for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish()
    })
    const found = await page.evaluate(async (options) => {
      const results = await (window as unknown as { axe: typeof axe }).axe.run(document, {
        ...(options as axe.RunOptions),
        resultTypes: ['violations'],
      })
      return results.violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`,
      )
    }, options)
    violations.push(...found.map((violation) => `${colorScheme}: ${violation}`))
  }
  expect(violations).toEqual([])
}
