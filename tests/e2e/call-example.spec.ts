import type { Page } from '@playwright/test'
import { callExample } from '../../lib/content/landing'
import { expectNoViolations } from '../support/browser/states'
import { expect, test } from '../support/browser/test'

test.use({ reducedMotion: 'no-preference' })

const callExampleOf = (page: Page) => page.getByRole('group', { name: /^Example: / })
/** However slow this machine is, the call then does not end during a test. */
const slowDownCall = (page: Page) =>
  callExampleOf(page).evaluate((figure) => {
    for (const animation of figure.getAnimations({ subtree: true }))
      animation.updatePlaybackRate(0.01)
  })
const button = (page: Page, name: string) => callExampleOf(page).getByRole('button', { name })
const stamp = (page: Page) => callExampleOf(page).getByText('Booked', { exact: true })
const lines = (page: Page) => callExampleOf(page).getByRole('listitem')
const states = (page: Page) =>
  callExampleOf(page).evaluate((element) =>
    element.getAnimations({ subtree: true }).map(({ playState }) => playState),
  )

test('the call plays once, in order, and a visitor pauses, continues, skips, and replays it', {
  tag: '@deep',
}, async ({ page }) => {
  await page.goto('/')
  await slowDownCall(page)
  await expect(callExampleOf(page).getByText('An example call')).toBeVisible()
  await expect(lines(page)).toHaveText(
    callExample.says.map((line, index) => `${index % 2 ? 'Caller' : 'AI'}: ${line}`),
  )
  // It rings, four lines are spoken, the last value is written, and the stamp lands.
  const parts = callExampleOf(page).locator('.call-ringing, li, div:last-child > dd, .stamp')
  const ends = await parts.evaluateAll((parts) =>
    parts.map((part) => {
      const all = part.getAnimations({ subtree: true })
      return Math.max(...all.map(({ effect }) => Number(effect?.getComputedTiming().endTime)))
    }),
  )
  expect(ends).toHaveLength(7)
  expect(ends).toEqual(ends.toSorted((a, b) => a - b))
  await expect(stamp(page)).toHaveCSS('opacity', '0')
  await button(page, 'Pause').click()
  await expect(button(page, 'Resume')).toBeVisible()
  expect(await states(page)).not.toContain('running')
  await button(page, 'Resume').click()
  expect(await states(page)).toContain('running')
  await button(page, 'Skip to the ticket').click()
  await expect.poll(async () => [...new Set(await states(page))]).toEqual(['finished'])
  await expect(button(page, 'Play again')).toBeFocused()
  await expect(stamp(page)).toHaveCSS('opacity', '1')
  await expect(callExampleOf(page).getByRole('button')).toHaveCount(1)
  await button(page, 'Play again').click()
  await expect(button(page, 'Pause')).toBeVisible()
  await expect(stamp(page)).toHaveCSS('opacity', '0')
})

test('while it rings and is spoken, every line can be read', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/')
  const showAt = (time: number) =>
    callExampleOf(page).evaluate((figure, time) => {
      for (const animation of figure.getAnimations({ subtree: true })) {
        animation.pause()
        animation.currentTime = time
      }
    }, time)
  const ringing = callExampleOf(page).getByText('Ringing…')
  const answered = callExampleOf(page).getByText('Answered on ring 2')
  await showAt(500)
  await expect(ringing).toBeVisible()
  await expect(answered).toBeHidden()
  await expect(lines(page).last()).toHaveCSS('opacity', '0.35')
  await expectNoViolations(page)
  await showAt(4000)
  await expect(ringing).toBeHidden()
  await expect(answered).toBeVisible()
  await expectNoViolations(page)
})

test('on a phone the call starts when it is seen', { tag: '@deep' }, async ({ page }) => {
  const isPaused = async () => [...new Set(await states(page))].join()
  await page.setViewportSize({ width: 390, height: 400 })
  await page.goto('/')
  await expect(button(page, 'Pause')).toBeAttached()
  await expect.poll(isPaused).toBe('paused')
  await expect(callExampleOf(page).locator('.call-ringing')).toHaveCSS('visibility', 'visible')
  await lines(page).first().scrollIntoViewIfNeeded()
  await expect.poll(isPaused).toContain('running')
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
      await expect(callExampleOf(page).getByRole('button')).toHaveCount(0)
    })
  })
