import { type Browser, launch, type Page } from 'puppeteer-core'
import { visitor } from '../support/booking'
import { test as base, expect } from '../support/test'

/** Every flow in Firefox, through WebDriver BiDi, because Playwright needs its own build of Firefox. */

const test = base.extend<{ firefox: Page }>({
  firefox: async ({ extraHTTPHeaders }, use) => {
    const context = await browser.createBrowserContext()
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    await page.setExtraHTTPHeaders(extraHTTPHeaders ?? {})
    await use(page)
    await context.close()
  },
})

test.describe.configure({ mode: 'default' })

let browser: Browser
test.beforeAll(async () => {
  const executablePath = process.env.FIREFOX_PATH
  expect(executablePath, 'no Firefox: install it, on Debian as firefox-esr').toBeTruthy()
  browser = await launch({ browser: 'firefox', executablePath, headless: true })
})
test.afterAll(() => browser?.close())

/** Presses by keyboard, because a button that moves can make a click miss. */
async function press(page: Page, name: string, within = '') {
  const named = `//*[self::button[not(@disabled)] or self::a][contains(., "${name}")]`
  const target = await page.locator(`::-p-xpath(${within}${named})`).waitHandle()
  await target.focus()
  await page.keyboard.press('Enter')
}

const see = (page: Page, text: string) => page.locator(`::-p-text(${text})`).wait()

async function type(page: Page, selector: string, text: string) {
  await page.locator(selector).click()
  await page.keyboard.type(text)
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

test('in Firefox, a visitor uses the menu and the calculator, corrects an error, and requests a callback', async ({
  firefox: page,
  site,
  receiver,
}) => {
  await page.setViewport({ width: 390, height: 844 })
  await page.goto(site.url)
  await page.locator('[popovertarget=menu]').click()
  await press(page, 'Features', '//*[@id="menu"]')
  expect(page.url()).toContain('#features')
  await page.waitForFunction(() => !document.querySelector('#menu')?.matches(':popover-open'))

  const monthlyLoss = () => page.$eval('[data-figure=month]', (figure) => figure.textContent)
  const before = await monthlyLoss()
  await page.locator('input[type=range][data-loss=calls]').click()
  await page.keyboard.press('End')
  await page.waitForFunction(
    (old) => document.querySelector('[data-figure=month]')?.textContent !== old,
    {},
    before,
  )

  await page.locator('[data-slot=sticky-bar] [commandfor=call-our-ai]').click()
  await type(page, '#call-our-ai-name', 'R2D2')
  await type(page, '#call-our-ai-phone', visitor.phoneNumber)
  await type(page, '#call-our-ai-businessName', visitor.businessName)
  await press(page, 'Get a Call', '//dialog[@open]')
  await see(page, 'Invalid input')
  await page.waitForFunction(() => document.activeElement?.id === 'call-our-ai-name')
  await page.keyboard.press('End')
  await page.keyboard.type(' ')
  for (let letters = 0; letters < 5; letters++) await page.keyboard.press('Backspace')
  await page.keyboard.type('Ana Ruiz')
  await press(page, 'Get a Call', '//dialog[@open]')
  await page.locator('[data-slot=toast][role=status]').wait()
  expect(receiver.onlyBody).toMatchObject({ Name: 'Ana Ruiz', Company: visitor.businessName })

  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await press(page, 'See Live AI in Action')
  await page.locator('#see-ai-in-action-email').wait()
  await page.keyboard.press('Escape')
  await page.waitForFunction(() => !document.querySelector('dialog[open]'))
  expect(await focused(page)).toBe('See Live AI in Action')
})

test('in Firefox, a visitor books a demo and sees the calendar links', async ({
  firefox: page,
  site,
  receiver,
}) => {
  await page.goto(`${site.url}/book-demo?services=chat-agent`)
  await type(page, '#fullName', visitor.fullName)
  await type(page, '#email', visitor.email)
  await type(page, '#phoneNumber', visitor.phoneNumber)
  await press(page, 'Next Step')
  await type(page, '#businessName', visitor.businessName)
  await type(page, '#businessDescription', visitor.businessDescription)
  await page.locator('input[value="Manage referrals"]').click()
  await press(page, 'Next Step')
  await page.locator('#preferredDate').click()
  await page.locator('#calendar [role=grid]').wait()
  await page.waitForFunction(() => document.activeElement?.closest('[role=grid]'))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => !document.querySelector('#calendar')?.matches(':popover-open'))
  const day = await page.$eval('[name=preferredDate]', (field) => (field as HTMLInputElement).value)
  expect(day).toMatch(/^\d{4}-\d\d-\d\d$/)
  await page.select('#preferredTime', '1:30 PM')
  await press(page, 'Next Step')
  await see(page, 'Chat Agent')
  await press(page, 'Book My Free Demo')
  await see(page, 'Demo Booked Successfully!')
  expect(receiver.onlyBody).toMatchObject({
    fullName: "Ana O'Brien",
    challenges: 'Manage referrals',
    interestedServices: 'Chat Agent',
    preferredDate: day,
    preferredTime: '1:30 PM',
  })
  const google = `a[href*="dates=${day.replaceAll('-', '')}T133000"]`
  await page.locator(google).wait()
  await page.locator('a[download]').wait()
  await press(page, 'Back to Home')
  await see(page, 'Get Personalized Demo')
  await page.goto(`${site.url}/nowhere`)
  await see(page, 'Oops! Page not found')
})
