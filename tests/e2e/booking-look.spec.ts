import { expect, test } from '../support/browser/test'
import { next, openAtStep, summaryOf, visitor } from '../support/visitor/booking'

/** What a visitor sees of the booking besides its steps. */

test('on a phone, the optional fields of step 2 are closed until one has a value, and Next Step is in the second screen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 664 })
  await openAtStep(page, 'website')
  const website = page.getByLabel('Website')
  const summary = page.getByText('Optional: helps us prepare your demo', { exact: true })
  await expect(summary).toBeVisible()
  await expect(website).toBeHidden()
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  const { y = 0, height = 0 } = (await next(page).boundingBox()) ?? {}
  expect(y + height).toBeLessThan(2 * 664)
  await summary.click()
  await website.fill('none')
  await page.reload()
  await expect(website).toBeVisible()
  await expect(website).toHaveValue('none')
  // On wide screens they are always open.
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(website).toBeVisible()
  await expect(summary).toBeHidden()
})

test('a visitor who picked a service sees it above the form on a phone, and on the ticket elsewhere', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Review Management' }).click()
  const ticket = page.locator('[data-slot=ticket]').filter({ hasText: 'Fills in as you type' })
  await expect(ticket).toContainText('About: Review Management')
  await expect(ticket).toHaveAttribute('aria-hidden', 'true')
  const line = page.locator('p').getByText('About: Review Management', { exact: true })
  await expect(line).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(line).toBeInViewport({ ratio: 1 })
  await expect(ticket).toBeHidden()
})

test('the review has each label above its value on a phone, errors across both columns, and numbers in one line', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAtStep(page, 'additionalNotes', {
    entries: { ...visitor, fullName: 'R2D2', phoneNumber: '(509) 555-0142' },
  })
  const rows = summaryOf(page).locator('dl > div')
  await expect(rows.first()).toContainText('Letters, spaces')
  const boxes = await rows.evaluateAll((elements) =>
    elements.map((row) => {
      const box = (selector: string) => row.querySelector(selector)?.getBoundingClientRect()
      return {
        label: box('dt'),
        value: box('dd'),
        text: box('dd > span'),
        change: box('button > span'),
        button: box('button'),
        error: box('dd:has(> .text-destructive)'),
        all: row.getBoundingClientRect(),
      }
    }),
  )
  for (const { label, value, text, change, button, error, all } of boxes.filter(
    (row) => row.change,
  )) {
    expect([label?.height, value?.height]).toEqual([20, 24])
    expect(value?.top).toBe(label?.bottom)
    expect(Math.abs((change?.bottom ?? 0) - (text?.bottom ?? 0))).toBeLessThan(1.5)
    expect(button?.height).toBe(44)
    if (error) expect([error.left, error.right]).toEqual([all.left, all.right])
  }
  const lines = (text: string) =>
    summaryOf(page)
      .getByText(text)
      .evaluate((element) => {
        ;(element.parentElement as HTMLElement).style.width = '4rem'
        const range = document.createRange()
        range.selectNode(element.lastChild ?? element)
        return new Set([...range.getClientRects()].map(({ top }) => top)).size
      })
  expect(await lines('(509) 555-0142')).toBe(1)
  // An address that fits a line begins one, instead of breaking after its @.
  const address = summaryOf(page).getByText(visitor.email)
  const rects = await address.evaluate((element) => {
    const parent = element.parentElement as HTMLElement
    parent.style.width = `${element.getBoundingClientRect().width + 1}px`
    element.before('Write to ')
    return element.getClientRects().length
  })
  expect(rects).toBe(1)
  await page.setViewportSize({ width: 1280, height: 800 })
  const [label, value] = await Promise.all([
    rows.first().locator('dt').boundingBox(),
    rows.first().locator('dd:first-of-type > span').boundingBox(),
  ])
  expect(label?.x).toBeLessThan(value?.x ?? 0)
  expect(label?.y).toBeLessThan((value?.y ?? 0) + (value?.height ?? 0))
})
