import { expect, type Locator, type Page } from '@playwright/test'

export const toastOf = (place: Page | Locator): Locator => place.locator('[data-slot=toast]')

/** The page shows one toast with exactly these words. Errors are red and successes green, as painted. */
export async function expectToast(
  page: Page,
  kind: 'error' | 'success',
  title: string,
  ...texts: string[]
): Promise<void> {
  const toast = toastOf(page)
  await expect(toast.locator('p')).toHaveText([title, ...texts])
  await expect(toast).toHaveAttribute('role', kind === 'error' ? 'alert' : 'status')
  const painted = await toast.evaluate((element) => {
    const title = element.querySelector('p') ?? element
    const colors = [getComputedStyle(element).borderLeftColor, getComputedStyle(title).color]
    return colors.map((color) => {
      const [red = 0, green = 0] = (color.match(/\d+/g) ?? []).map(Number)
      return red > green ? 'red' : 'green'
    })
  })
  expect(painted).toEqual(kind === 'error' ? ['red', 'red'] : ['green', 'green'])
}
