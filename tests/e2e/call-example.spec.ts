import type { Page } from '@playwright/test'
import { callExample } from '../../lib/content/landing'
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

test('the call is labelled as an example, plays once in about eight seconds, and a visitor pauses, continues, skips, and replays it', {
  tag: '@deep',
}, async ({ page }) => {
  await page.goto('/')
  await slowDownCall(page)
  await expect(callExampleOf(page).getByText('An example call')).toBeVisible()
  await expect(lines(page)).toHaveText(
    callExample.says.map((line, index) => `${index % 2 ? 'Caller' : 'AI'}: ${line}`),
  )
  for (const { label, text } of callExample.rows)
    await expect(callExampleOf(page).locator('dl > div').filter({ hasText: label })).toContainText(
      text,
    )
  await expect(button(page, 'Pause')).toBeVisible()
  await expect(stamp(page)).toHaveCSS('opacity', '0')
  const ends = await callExampleOf(page).evaluate((element) =>
    element
      .getAnimations({ subtree: true })
      .map(({ effect }) => Number(effect?.getComputedTiming().endTime)),
  )
  expect(Math.max(...ends)).toBeGreaterThan(7000)
  expect(Math.max(...ends)).toBeLessThan(9500)
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
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  expect([...new Set(await states(page))]).toEqual(['finished'])
  await expect(button(page, 'Play again')).toBeFocused()
  await expect(stamp(page)).toHaveCSS('opacity', '1')
  await expect(callExampleOf(page).getByRole('button')).toHaveCount(1)
  await button(page, 'Play again').click()
  await expect(button(page, 'Pause')).toBeVisible()
  await expect(stamp(page)).toHaveCSS('opacity', '0')
})

/** What is spoken, written and stamped at a time of the call, in milliseconds. */
async function at(page: Page, time: number) {
  return callExampleOf(page).evaluate((element, time) => {
    for (const animation of element.getAnimations({ subtree: true })) {
      animation.pause()
      animation.currentTime = time
    }
    const style = (part: Element | null, pseudo?: string) =>
      getComputedStyle(part ?? document.body, pseudo)
    const isTransparent = (color: string) => color === 'rgba(0, 0, 0, 0)'
    const spoken = [...element.querySelectorAll('figure > :first-child li')].map((line) => {
      if (style(line, '::before').opacity === '1') return 'three dots'
      return isTransparent(style(line).webkitTextFillColor) ? 'not yet' : 'spoken'
    })
    const isShown = (selector: string) => {
      const part = element.querySelector(selector)
      return Boolean(part?.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    }
    return {
      head: isShown('.call-ringing') ? 'rings' : isShown('.call-answered') ? 'answered' : '',
      spoken,
      written: [...element.querySelectorAll('dd')].filter((dd) => style(dd).opacity === '1').length,
      stamped: style(element.querySelector('.stamp')).opacity === '1',
      ticketTop: element.querySelector('.ticket')?.getBoundingClientRect().top ?? 0,
      slotTop: element.querySelector('.printer')?.getBoundingClientRect().top ?? 0,
    }
  }, time)
}

test('the call rings, a blank ticket is printed, each line follows three dots, its values are written, and the stamp comes last', {
  tag: '@deep',
}, async ({ page }) => {
  // The call is below the window, so it has not begun.
  await page.setViewportSize({ width: 390, height: 400 })
  await page.goto('/')
  const [later, dots, spoken] = ['not yet', 'three dots', 'spoken']
  for (const [time, state] of [
    [0, { head: 'rings', spoken: [later, later, later, later], written: 0, stamped: false }],
    [1000, { head: 'rings', spoken: [later, later, later, later], written: 0, stamped: false }],
    [1500, { head: 'answered', spoken: [dots, later, later, later], written: 0 }],
    [2400, { spoken: [spoken, later, later, later], written: 0 }],
    [2800, { spoken: [spoken, dots, later, later], written: 0 }],
    [3790, { spoken: [spoken, spoken, later, later], written: 1, stamped: false }],
    [4200, { spoken: [spoken, spoken, dots, later], written: 2 }],
    [6299, { spoken: [spoken, spoken, spoken, spoken], written: 2 }],
    [6600, { written: 3 }],
    [7400, { written: 5, stamped: false }],
    [7900, { written: 5, stamped: true }],
  ] as const)
    expect(await at(page, time), `after ${time} ms`).toMatchObject(state)
  // Within a second, the ticket is out of the slot.
  const { ticketTop, slotTop } = await at(page, 1000)
  expect(ticketTop).toBeGreaterThanOrEqual(slotTop - 10)
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
