import { chromium, type Page } from '@playwright/test'
import { dialogs } from '../../lib/content/callback'
import { callbackKinds } from '../../lib/forms/callback-forms'
import { descriptionOf, fieldsByStep } from '../../lib/forms/fields'
import { type Form, forms } from '../../lib/forms/forms'
import type { SubmitResult } from '../../lib/forms/result'
import { site as product } from '../../lib/site'
import config from '../playwright.config'
import { hydrate } from '../support/browser/scripts'
import { test as base, expect } from '../support/browser/test'
import { book, bookableDay, bookingBody, next, visitor } from '../support/visitor/booking'
import { submitOf } from '../support/visitor/callback'
import { newClientAddress, requiredValues } from '../support/visitor/visitor'

/** Chromium with WebMCP, through which pages offer their forms to AI agents. */
const test = base.extend({
  page: async ({ baseURL, extraHTTPHeaders, failOnErrors }, use) => {
    const launch = config.use?.launchOptions
    const args = [...(launch?.args ?? []), '--enable-features=WebMCP']
    const browser = await chromium.launch({ ...launch, args })
    const page = await browser.newPage({ baseURL, extraHTTPHeaders })
    await failOnErrors(page)
    await page.goto('/thank-you')
    base.skip(!(await page.evaluate(() => 'modelContext' in document)), 'no WebMCP in this browser')
    await use(page)
    await browser.close()
  },
})

type Tool = { name: string; description: string; inputSchema: string }
type ModelContext = {
  getTools(): Promise<Tool[]>
  executeTool(tool: Tool, input: object): Promise<unknown>
}

/** The forms that an agent sees, with their fields. Required fields end with an asterisk. */
function offeredForms(page: Page) {
  return page.evaluate(async () => {
    const { modelContext } = document as unknown as { modelContext: ModelContext }
    const tools = await modelContext.getTools()
    return Object.fromEntries(
      tools.map(({ name, inputSchema }) => {
        const { properties, required } =
          typeof inputSchema === 'string' ? JSON.parse(inputSchema) : inputSchema
        const fields = Object.keys(properties)
        return [name, fields.map((field) => (required.includes(field) ? `${field}*` : field))]
      }),
    )
  })
}

/** Those with a description, as `offeredForms` has them. */
function offeredFields(form: Form): string[] {
  return fieldsByStep(form)
    .filter(descriptionOf)
    .map(({ name, required }) => (required ? `${name}*` : name))
}

/** Fills in a form as an agent does. The outcome comes after the visitor submits, and outlives the page. */
async function fillAsAgent(page: Page, name: string, input: object) {
  await page.evaluate(
    async ([toolName, entries]) => {
      const { modelContext } = document as unknown as { modelContext: ModelContext }
      const tool = (await modelContext.getTools()).find((each) => each.name === toolName)
      sessionStorage.removeItem('outcome')
      if (tool)
        modelContext
          .executeTool(tool, entries as object)
          .then((outcome) => sessionStorage.setItem('outcome', String(outcome)))
    },
    [name, input] as const,
  )
}

async function expectOutcome(page: Page, expected: SubmitResult | { status: 'not-sent-yet' }) {
  const outcome = () => page.evaluate(() => sessionStorage.getItem('outcome'))
  await expect.poll(outcome).toBe(JSON.stringify(expected))
}

/** Waits until the page listens to what an agent's visitor submits. Its script comes after the others. */
async function untilListening(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  const { result } = await devTools.send('Runtime.evaluate', { expression: 'window' })
  const objectId = String(result.objectId)
  await expect
    .poll(() => devTools.send('DOMDebugger.getEventListeners', { objectId }))
    .toMatchObject({
      listeners: expect.arrayContaining([expect.objectContaining({ type: 'submit' })]),
    })
}

test('an agent finds the callback forms, and gets each result of what a visitor submits', {
  tag: '@deep',
}, async ({ page, receiver }) => {
  await page.clock.install()
  await page.goto('/')
  expect(await offeredForms(page)).toEqual(
    Object.fromEntries(
      callbackKinds.map((kind) => [dialogs[kind].tool.name, offeredFields(forms[kind])]),
    ),
  )
  expect(await page.locator('form[toolautosubmit]').count()).toBe(0)
  // Before it, a submission has no outcome yet.
  await hydrate(page)
  await untilListening(page)
  const dialog = page.getByRole('dialog', { name: 'Call Our AI' })
  const submit = async (name: string) => {
    const entries = { name, phone: '509-555-0147', businessName: 'Ruiz' }
    await fillAsAgent(page, 'request_ai_call_without_email', entries)
    await expect(dialog.getByLabel('Full Name')).toHaveValue(name)
    await submitOf(dialog).click()
  }
  await submit('R2D2')
  await expectOutcome(page, { status: 'invalid', fields: { name: 'Invalid name format' } })
  receiver.respondWith(500)
  await submit('Ana Ruiz')
  await expectOutcome(page, { status: 'undelivered' })
  // The page and the server allow one submission every two seconds.
  await page.clock.runFor(2000)
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': newClientAddress() })
  await submit('Ana Ruiz')
  await expectOutcome(page, { status: 'accepted' })
  expect(JSON.parse(receiver.received.at(-1)?.body ?? '')).toMatchObject({
    Name: 'Ana Ruiz',
    Phone: '509-555-0147',
    Company: 'Ruiz',
    source: `${product.name}: Call Our AI`,
  })
})

test('an agent finds the booking form, and a visitor reviews and sends what it filled in', {
  tag: '@deep',
}, async ({ page, receiver }) => {
  const day = bookableDay()
  await page.goto('/book-demo')
  const offered = fieldsByStep(forms.booking).filter(descriptionOf)
  expect(await offeredForms(page)).toEqual({ book_demo: offeredFields(forms.booking) })
  expect(await page.locator('form[toolautosubmit]').count()).toBe(0)
  const described = await page
    .locator('[toolparamdescription]')
    .evaluateAll((all) => all.map((one) => [one.id, one.getAttribute('toolparamdescription')]))
  expect(Object.fromEntries(described)).toEqual(
    Object.fromEntries(offered.map((field) => [field.name, descriptionOf(field)])),
  )
  const chosen = { preferredDate: day, preferredTime: '1:00 PM' }
  const entries = {
    ...requiredValues('booking'),
    ...visitor,
    challenges: ['Manage referrals'],
    ...chosen,
  }
  await hydrate(page)
  await untilListening(page)
  await fillAsAgent(page, 'book_demo', entries)
  await page.getByLabel('Full Name').press('Enter')
  await expectOutcome(page, { status: 'not-sent-yet' })
  for (let step = 2; step < 4; step++) await next(page).click()
  await fillAsAgent(page, 'book_demo', entries)
  // The browser stays on the page until the agent has the outcome.
  await page.route('**/thank-you', (route) => route.fulfill({ status: 204 }))
  await book(page).click()
  await expectOutcome(page, { status: 'accepted' })
  expect(receiver.onlyBody).toEqual(bookingBody({ challenges: 'Manage referrals', ...chosen }))
})
