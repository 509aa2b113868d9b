import type { Locator, Page } from '@playwright/test'
import { faq } from '../../lib/content/landing'
import { hydrate } from '../support/browser/scripts'
import { expect, test } from '../support/browser/test'

const calculator = (page: Page) =>
  page.getByRole('region', { name: 'What do missed calls cost you?' })
const questions = (page: Page) => page.getByRole('region', { name: faq.title })

test('a visitor changes the numbers by typing and with sliders, also before scripts run', async ({
  page,
}) => {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/')
  const region = calculator(page)
  const field = (name: string) => region.getByLabel(name, { exact: true })
  const slider = region.getByRole('slider', { name: 'Calls a week' })
  await field('Calls a week').fill('120')
  await expect(region.getByText('$10,920', { exact: true })).toBeVisible()
  release()
  await expect(region.getByText('$21,840', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  await expect(slider).toHaveValue('120')
  await field('You miss').fill('10')
  await field('Would’ve turned into jobs').fill('50')
  await field('Average job').fill('1000')
  await expect(region.getByText('$26,000', { exact: true })).toBeVisible()
  await expect(region.getByText('120 calls × 10% missed × 50% jobs × $1,000')).toBeVisible()
  await slider.press('Home')
  await expect(region.getByText('$0', { exact: true }).first()).toBeVisible()
  await expect(field('Calls a week')).toHaveValue('0')
  await field('You miss').fill('')
  await expect(region.getByText('0 calls × 0% missed')).toBeVisible()
})

test('a screen reader says the sum once, 700 ms after the last key, if it has changed', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/')
  await hydrate(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  const live = calculator(page).locator('[aria-live]')
  const field = calculator(page).getByLabel('Average job', { exact: true })
  await field.fill('4')
  await field.fill('480')
  await page.clock.runFor(10_000)
  await expect(live).toHaveText('')
  for (const typed of ['5', '50', '509']) {
    await field.fill(typed)
    await page.clock.runFor(699)
    await expect(live).toHaveText('')
  }
  await page.clock.runFor(1)
  await expect(live).toHaveText('Down the drain, every month: $11,580.')
})

test('on a phone, the sum is above the numbers and stays below the header', {
  tag: '@deep',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const region = calculator(page)
  const sum = region.getByText('$10,920', { exact: true })
  const fields = await region.getByRole('spinbutton').all()
  const tops = await Promise.all(fields.map(async (field) => (await box(field)).y))
  expect((await box(sum)).y).toBeLessThan(Math.min(...tops))
  for (const [index, top] of tops.slice(1).entries())
    expect(top - (tops[index] ?? 0)).toBeLessThanOrEqual(90)

  const header = await box(page.getByRole('banner'))
  const gap = async () => (await box(sum)).y - header.height
  const last = region.getByRole('spinbutton').last()
  await last.focus()
  await last.evaluate((field) => {
    const { top } = field.getBoundingClientRect()
    window.scrollBy({ top: top - 300, behavior: 'instant' })
  })
  const stuck = await gap()
  expect(stuck).toBeGreaterThan(0)
  expect(stuck).toBeLessThan(40)
  await page.mouse.wheel(0, 100)
  await expect.poll(async () => (await box(last)).y).toBeLessThan(250)
  expect(await gap()).toBeCloseTo(stuck, 0)
  await page.evaluate(() => document.querySelector('footer')?.scrollIntoView())
  await expect(sum).not.toBeInViewport()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the calculator has no controls, the first question is open, and a visitor opens the others', async ({
    page,
  }) => {
    await page.goto('/')
    await expect(calculator(page).getByText('$10,920', { exact: true })).toBeVisible()
    for (const role of ['slider', 'spinbutton'] as const)
      await expect(calculator(page).getByRole(role)).toHaveCount(0)
    const sign = (question: string) =>
      questions(page)
        .getByText(question)
        .evaluate((summary) => {
          const vertical = getComputedStyle(summary, '::before')
          const horizontal = getComputedStyle(summary, '::after')
          if (horizontal.borderTopWidth !== '2px') return 'none'
          return vertical.display === 'none' ? 'minus' : 'plus'
        })
    const [first = { question: '', answer: '' }, ...others] = faq.items
    await expect(questions(page).locator('[open] summary')).toHaveText(['Can I hear it first?'])
    await expect(questions(page).getByText(first.answer)).toBeVisible()
    for (const { question, answer } of others) {
      await expect(questions(page).getByText(answer)).toBeHidden()
      expect(await sign(question)).toBe('plus')
      await questions(page).getByText(question).click()
      await expect(questions(page).getByText(answer)).toBeVisible()
      expect(await sign(question)).toBe('minus')
    }
    await questions(page).getByText(first.question).click()
    await expect(questions(page).getByText(first.answer)).toBeHidden()
    await questions(page).getByText(first.question).click()
    await questions(page).getByRole('button', { name: 'See Live AI in Action' }).click()
    await expect(page.getByRole('dialog', { name: 'See AI in Action' })).toBeVisible()
  })
})

async function box(target: Locator) {
  const found = await target.boundingBox()
  if (!found) throw new Error('not on the page')
  return found
}
