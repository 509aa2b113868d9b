import type { Page } from '@playwright/test'
import { callExample } from '../../lib/content/landing'
import { expect, test } from '../support/test'

test.use({ reducedMotion: 'no-preference' })

const figure = (page: Page) => page.getByRole('figure', { name: /^Example/ })
const button = (page: Page, name: string) => figure(page).getByRole('button', { name })
const stamp = (page: Page) => figure(page).getByText('Booked', { exact: true })
const lines = (page: Page) => figure(page).getByRole('listitem')
const states = (page: Page) =>
  figure(page).evaluate((element) =>
    element.getAnimations({ subtree: true }).map(({ playState }) => playState),
  )

test('the call is labelled as an example, plays once in about eight seconds, and a visitor replays it', async ({
  page,
}) => {
  await page.goto('/')
  await expect(figure(page).getByText('An example call')).toBeVisible()
  await expect(lines(page)).toHaveText(
    callExample.says.map((line, index) => `${index % 2 ? 'Caller' : 'AI'}: ${line}`),
  )
  for (const { label, text } of callExample.rows)
    await expect(figure(page).locator('dl > div').filter({ hasText: label })).toContainText(text)
  await expect(button(page, 'Pause')).toBeVisible()
  await expect(stamp(page)).toHaveCSS('opacity', '0')
  const ends = await figure(page).evaluate((element) =>
    element.getAnimations({ subtree: true }).map((animation) => {
      animation.updatePlaybackRate(10)
      return Number(animation.effect?.getComputedTiming().endTime)
    }),
  )
  expect(Math.max(...ends)).toBeGreaterThan(7000)
  expect(Math.max(...ends)).toBeLessThan(9500)
  await expect(button(page, 'Play again')).toBeVisible()
  await expect(stamp(page)).toHaveCSS('opacity', '1')
  await expect(figure(page).getByRole('button')).toHaveCount(1)
  await button(page, 'Play again').click()
  await expect(button(page, 'Pause')).toBeVisible()
  await expect(stamp(page)).toHaveCSS('opacity', '0')
})

test('a visitor pauses, continues and skips the call', async ({ page }) => {
  await page.goto('/')
  await button(page, 'Pause').click()
  await expect(button(page, 'Resume')).toBeVisible()
  const paused = await states(page)
  expect(paused).not.toContain('running')
  await button(page, 'Resume').click()
  const resumed = await states(page)
  expect(resumed).toContain('running')
  // Animations that had finished do not start again.
  const finished = (all: string[]) => all.filter((state) => state === 'finished').length
  expect(finished(resumed)).toBeGreaterThanOrEqual(finished(paused))
  await button(page, 'Skip to the ticket').click()
  await expect(button(page, 'Play again')).toBeFocused()
  await expect(stamp(page)).toHaveCSS('opacity', '1')
})

test('on a phone the call starts when its head is visible, and waits with its first line', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 500 })
  await page.goto('/')
  await expect(button(page, 'Pause')).toBeAttached()
  await expect.poll(async () => [...new Set(await states(page))]).toEqual(['paused'])
  await expect(lines(page).nth(0)).toHaveCSS('opacity', '1')
  await expect(lines(page).nth(1)).toHaveCSS('opacity', '0')
  await page.setViewportSize({ width: 390, height: 650 })
  await expect(lines(page).nth(1)).not.toBeInViewport()
  await expect(lines(page).nth(1)).toHaveCSS('opacity', '1')
  // It plays in a window much lower than itself, too.
  await page.setViewportSize({ width: 320, height: 256 })
  await page.reload()
  await figure(page).getByText('Incoming call').scrollIntoViewIfNeeded()
  await expect(lines(page).nth(1)).toHaveCSS('opacity', '1')
})

for (const { name, use } of [
  { name: 'with reduced motion', use: { reducedMotion: 'reduce' } },
  { name: 'without JavaScript', use: { javaScriptEnabled: false } },
] as const)
  test.describe(name, () => {
    test.use(use)

    test('the call is complete, does not move and has no controls', async ({ page }) => {
      await page.goto('/')
      for (const part of [stamp(page), lines(page).last()])
        await expect(part).toHaveCSS('opacity', '1')
      expect(await states(page)).not.toContain('running')
      await expect(figure(page).getByRole('button')).toHaveCount(0)
    })
  })
