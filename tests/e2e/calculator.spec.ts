import type { Locator, Page } from '@playwright/test'
import { faq } from '../../lib/content/landing'
import { site } from '../../lib/site'
import { expect, test } from '../support/test'

const calculator = (page: Page) =>
  page.getByRole('region', { name: 'What do missed calls cost you?' })
const questions = (page: Page) => page.getByRole('region', { name: faq.title })

test('the calculator starts with typical numbers and links to booking', async ({ page }) => {
  await page.goto('/')
  const region = calculator(page)
  await expect(region.getByText('$10,920', { exact: true })).toBeVisible()
  await expect(
    region.getByText(
      '60 calls × 25% missed × 35% jobs × $480, times 52 weeks, divided by 12 months.',
    ),
  ).toBeVisible()
  await expect(region.getByRole('link', { name: 'book a demo' })).toHaveAttribute(
    'href',
    '/book-demo',
  )
})

test('a visitor changes the numbers by typing and with sliders', async ({ page }) => {
  await page.goto('/')
  const region = calculator(page)
  await region.getByLabel('Calls a week', { exact: true }).fill('120')
  await expect(region.getByText('$21,840', { exact: true })).toBeVisible()
  await region.getByLabel('You miss', { exact: true }).fill('10')
  await region.getByLabel('Would’ve turned into jobs', { exact: true }).fill('50')
  await region.getByLabel('Average job', { exact: true }).fill('1000')
  await expect(region.getByText('$26,000', { exact: true })).toBeVisible()
  await expect(region.getByText('120 calls × 10% missed × 50% jobs × $1,000')).toBeVisible()
  const slider = region.getByRole('slider', { name: 'Calls a week' })
  await slider.focus()
  await page.keyboard.press('Home')
  await expect(region.getByText('$0', { exact: true }).first()).toBeVisible()
  await expect(region.getByLabel('Calls a week', { exact: true })).toHaveValue('0')
  await region.getByLabel('You miss', { exact: true }).fill('')
  await expect(region.getByText('0 calls × 0% missed')).toBeVisible()
})

test('on a phone, the sum is above the numbers and stays below the header', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const region = calculator(page)
  const sum = region.getByText('$10,920', { exact: true })
  const box = async (target: Locator) => {
    const found = await target.boundingBox()
    if (!found) throw new Error('not on the page')
    return found
  }
  const fields = await region.getByRole('spinbutton').all()
  const tops = await Promise.all(fields.map(async (field) => (await box(field)).y))
  expect((await box(sum)).y).toBeLessThan(Math.min(...tops))
  for (const [index, top] of tops.slice(1).entries())
    expect(top - (tops[index] ?? 0)).toBeLessThanOrEqual(90)

  const header = await box(page.getByRole('banner'))
  const gap = async () => (await box(sum)).y - header.height
  await region.getByRole('spinbutton').last().focus()
  await page.evaluate(() => {
    const top = document.activeElement?.getBoundingClientRect().top ?? 0
    window.scrollBy({ top: top - 300, behavior: 'instant' })
  })
  const stuck = await gap()
  expect(stuck).toBeGreaterThan(0)
  expect(stuck).toBeLessThan(40)
  await page.mouse.wheel(0, 100)
  await expect
    .poll(async () => (await box(region.getByRole('spinbutton').last())).y)
    .toBeLessThan(250)
  expect(await gap()).toBeCloseTo(stuck, 0)
  // A focused field is not behind the sum.
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Shift+Tab')
  const sumBottom = (await box(sum)).y + (await box(sum)).height
  expect((await box(page.locator(':focus'))).y).toBeGreaterThan(sumBottom)
  await page.evaluate(() => document.querySelector('footer')?.scrollIntoView())
  await expect(sum).not.toBeInViewport()
})

test('the thumb of a slider is 28 pixels wide', async ({ page }) => {
  await page.goto('/')
  const slider = calculator(page).getByRole('slider', { name: 'You miss' })
  await slider.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await slider.boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  }
  // A press on the thumb does not move it. A press beside it does.
  const center = x + 14 + (width - 28) * 0.25
  await page.mouse.click(center + 12, y + height / 2)
  await expect(slider).toHaveValue('25')
  await page.mouse.click(center + 24, y + height / 2)
  await expect(slider).not.toHaveValue('25')
})

test('a number typed before scripts run changes the result', async ({ page }) => {
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
  await region.getByLabel('Calls a week', { exact: true }).fill('120')
  await expect(region.getByText('$10,920', { exact: true })).toBeVisible()
  release()
  await expect(region.getByText('$21,840', { exact: true })).toBeVisible()
  await expect(region.getByRole('slider', { name: 'Calls a week' })).toHaveValue('120')
})

test('the first question is open, and a visitor opens the others', async ({ page }) => {
  await page.goto('/')
  const sign = (question: string) =>
    questions(page)
      .getByText(question)
      .evaluate((summary) => {
        const vertical = getComputedStyle(summary, '::before')
        const horizontal = getComputedStyle(summary, '::after')
        if (horizontal.borderTopWidth !== '2px') return 'none'
        return vertical.display === 'none' ? 'minus' : 'plus'
      })
  const [first, ...others] = faq.items
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
})

test('the page ends with a booking link and the footer', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Pick a time for your demo' })).toHaveAttribute(
    'href',
    '/book-demo',
  )
  const footer = page.getByRole('contentinfo')
  for (const { name } of site.areas)
    await expect(footer.getByText(name, { exact: true })).toBeVisible()
  await expect(footer.getByText(`© ${new Date().getFullYear()} ${site.legalName}`)).toBeVisible()
  for (const [name, href] of [
    ['Features', '/#features'],
    ['How It Works', '/#how-it-works'],
    ['Book Demo', '/book-demo'],
  ] as const)
    await expect(footer.getByRole('link', { name })).toHaveAttribute('href', href)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the visitor sees the example result without its controls, and opens questions', async ({
    page,
  }) => {
    await page.goto('/')
    await expect(calculator(page).getByText('$10,920', { exact: true })).toBeVisible()
    await expect(calculator(page).getByRole('slider')).toHaveCount(0)
    await expect(calculator(page).getByRole('spinbutton')).toHaveCount(0)
    const [first, second] = faq.items
    await expect(questions(page).getByText(first.answer)).toBeVisible()
    await questions(page).getByText(second.question).click()
    await expect(questions(page).getByText(second.answer)).toBeVisible()
  })
})
