import type { Page } from '@playwright/test'
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
    region.getByText('60 calls × 25% missed × 35% jobs × $480 × 52/12 weeks'),
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
  await region.getByLabel('Would have become jobs', { exact: true }).fill('50')
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

test('a visitor opens every question', async ({ page }) => {
  await page.goto('/')
  for (const { question, answer } of faq.items) {
    await expect(questions(page).getByText(answer)).toBeHidden()
    await questions(page).getByText(question).click()
    await expect(questions(page).getByText(answer)).toBeVisible()
  }
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
    const [first] = faq.items
    await questions(page).getByText(first.question).click()
    await expect(questions(page).getByText(first.answer)).toBeVisible()
  })
})
