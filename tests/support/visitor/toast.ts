import { expect, type Locator, type Page } from '@playwright/test'

export const toastOf = (place: Page | Locator): Locator => place.locator('[data-slot=toast]')

/** The page shows one toast with exactly these words, painted red. It is announced, unless the error summary says the same. */
export async function expectToast(
  page: Page,
  title: string,
  text: string,
  { announced = true } = {},
): Promise<void> {
  const toast = toastOf(page)
  await expect(toast.locator('p')).toHaveText([title, text])
  if (announced) await expect(toast).toHaveAttribute('role', 'alert')
  else await expect(toast).not.toHaveAttribute('role')
  const painted = await toast.evaluate((element) => {
    const title = element.querySelector('p') ?? element
    const colors = [getComputedStyle(element).borderLeftColor, getComputedStyle(title).color]
    return colors.map((color) => {
      const [red = 0, green = 0] = (color.match(/\d+/g) ?? []).map(Number)
      return red > green ? 'red' : 'green'
    })
  })
  expect(painted).toEqual(['red', 'red'])
}
