import type { Page } from '@playwright/test'
import { callExample } from '../../lib/content/landing'
import { expect, test } from '../support/test'

test.use({ reducedMotion: 'no-preference' })

const figure = (page: Page) => page.getByRole('figure', { name: /^Example/ })
const button = (page: Page, name: string) => figure(page).getByRole('button', { name })
const stamp = (page: Page) => figure(page).getByText('Booked', { exact: true })
const opacity = (page: Page) => stamp(page).evaluate((element) => getComputedStyle(element).opacity)

test('the call is labelled as an example and reads in order', async ({ page }) => {
  await page.goto('/')
  await expect(figure(page).getByText('An example call')).toBeVisible()
  await expect(figure(page).getByRole('listitem')).toHaveText(
    callExample.says.map((line, index) => `${index % 2 ? 'Caller' : 'AI'}: ${line}`),
  )
  for (const { label, text } of callExample.rows)
    await expect(figure(page).locator('dl > div').filter({ hasText: label })).toContainText(text)
})

test('the call plays once in about eight seconds, and a visitor replays it', async ({ page }) => {
  await page.goto('/')
  await expect(button(page, 'Pause')).toBeVisible()
  expect(await opacity(page)).toBe('0')
  await expect(button(page, 'Play again')).toBeVisible()
  expect(await opacity(page)).toBe('1')
  await expect(button(page, 'Pause')).toBeHidden()
  await expect(button(page, 'Skip')).toBeHidden()
  await button(page, 'Play again').click()
  await expect(button(page, 'Pause')).toBeVisible()
  expect(await opacity(page)).toBe('0')
})

test('a visitor pauses, continues and skips the call', async ({ page }) => {
  await page.goto('/')
  await button(page, 'Pause').click()
  await expect(button(page, 'Resume')).toBeVisible()
  const states = () =>
    figure(page).evaluate((element) =>
      element.getAnimations({ subtree: true }).map(({ playState }) => playState),
    )
  const finished = async () => (await states()).filter((state) => state === 'finished').length
  expect(await states()).not.toContain('running')
  const finishedBefore = await finished()
  await button(page, 'Resume').click()
  expect(await states()).toContain('running')
  // Animations that had finished do not start again.
  expect(await finished()).toBeGreaterThanOrEqual(finishedBefore)
  await button(page, 'Skip to the ticket').click()
  await expect(button(page, 'Play again')).toBeFocused()
  expect(await opacity(page)).toBe('1')
})

test('on a phone the call starts when its head is visible, and waits with its first line', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 500 })
  await page.goto('/')
  const lines = figure(page).getByRole('listitem')
  await expect(button(page, 'Pause')).toBeAttached()
  await expect
    .poll(() =>
      figure(page).evaluate((element) => [
        ...new Set(
          element
            .getAnimations({ subtree: true })
            .map((animation) => `${animation.playState} at ${animation.currentTime}`),
        ),
      ]),
    )
    .toEqual(['paused at 0'])
  await expect(lines.nth(0)).toHaveCSS('opacity', '1')
  await expect(lines.nth(1)).toHaveCSS('opacity', '0')
  await page.setViewportSize({ width: 390, height: 650 })
  await expect(lines.nth(1)).not.toBeInViewport()
  await expect(lines.nth(1)).toHaveCSS('opacity', '1')
})

test('the call plays in a window much lower than itself', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto('/')
  await figure(page).getByText('Incoming call').scrollIntoViewIfNeeded()
  await expect(figure(page).getByRole('listitem').nth(1)).toHaveCSS('opacity', '1')
})

test('with reduced motion the call is complete and does not move', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  expect(await opacity(page)).toBe('1')
  expect(
    await figure(page).evaluate((element) => element.getAnimations({ subtree: true }).length),
  ).toBe(0)
  await expect(figure(page).getByRole('button')).toHaveCount(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the call is complete and has no controls', async ({ page }) => {
    await page.goto('/')
    await expect(stamp(page)).toHaveCSS('opacity', '1')
    await expect(figure(page).getByRole('listitem').last()).toHaveCSS('opacity', '1')
    await expect(figure(page).getByRole('button')).toHaveCount(0)
  })
})
