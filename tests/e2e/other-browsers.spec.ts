import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { test as base, expect } from '../support/browser/test'
import { type BrowserName, openTab } from '../support/other-browsers/open-tab'
import {
  click,
  clickText,
  fill,
  hidden,
  see,
  select,
  type Tab,
  type TabOptions,
  until,
  visible,
} from '../support/other-browsers/tab'
import { programs } from '../support/process/programs'
import { startChangingProxy } from '../support/site/changing-proxy'
import { bookingBody, requiredFields, visitor } from '../support/visitor/booking'
import { leadEntries } from '../support/visitor/lead-post'

/** The forms in Firefox and in WebKit, the engine of every browser on an iPhone: what differs between engines. */

type Fixtures = { engine: BrowserName; url: string; newTab: NewTab }

const test = base.extend<Fixtures>({
  engine: ['webkit', { option: true }],

  /** The site, behind a proxy that gets every error of its pages, because the driver of WebKit reports none. */
  url: async ({ site }, use) => {
    const scriptHash = `'sha256-${createHash('sha256').update(recorder).digest('base64')}'`
    const errors: string[] = []
    const { port, stop } = await startChangingProxy(site.url, {
      take: (path, body) => path === errorPath && errors.push(body.toString('utf8')) > 0,
      answer: (answer) => {
        if (!answer.headers['content-type']?.startsWith('text/html')) return
        const policy = String(answer.headers['content-security-policy'])
        const allowed = policy.replace("script-src 'self'", `script-src 'self' ${scriptHash}`)
        answer.headers['content-security-policy'] = allowed
        answer.body = answer.body.replace(
          /<head[^>]*>/,
          (head) => `${head}<script>${recorder}</script>`,
        )
      },
    })
    await use(`http://127.0.0.1:${port}`)
    await stop()
    expect(errors.filter((error) => !error.includes('404: no page at'))).toEqual([])
  },

  newTab: async ({ engine, url: _ }, use, testInfo) => {
    const tabs: Tab[] = []
    await use(async (options) => {
      const tab = await openTab(engine, { width: 320, height: 932, dark: true, ...options })
      tabs.push(tab)
      return tab
    })
    for (const tab of tabs) {
      // A frozen page has none.
      const picture = await tab.screenshot().catch(() => null)
      if (picture && testInfo.status !== testInfo.expectedStatus)
        writeFileSync(testInfo.outputPath('tab.png'), picture)
      await tab.close()
    }
  },
})

type NewTab = (options?: Partial<TabOptions>) => Promise<Tab>

const errorPath = '/recorded-error'
/** A browser cancels a `fetch` when its page is left, except with `keepalive`. */
const recorder = `(() => {
  const report = (text) => { fetch('${errorPath}', { method: 'POST', body: text, keepalive: true }) }
  addEventListener('error', ({ message, filename }) => report('exception: ' + (message || filename)))
  addEventListener('unhandledrejection', ({ reason }) => report('rejection: ' + reason))
  addEventListener('securitypolicyviolation', (event) => report('policy: ' + event.violatedDirective + ' ' + event.blockedURI))
  for (const level of ['error', 'warn']) {
    const print = console[level]
    console[level] = (...values) => { report('console: ' + values.join(' ')); print.apply(console, values) }
  }
})()`

for (const engine of ['firefox', 'webkit'] as const)
  test.describe(engine, () => {
    test.use({ engine })
    test.skip(!programs[engine], `${engine} is not installed`)

    test('a visitor corrects and sends a callback request, books with the calendar, and goes back', async ({
      newTab,
      url,
      receiver,
    }) => {
      const tab = await newTab()
      await tab.goto(url)
      await expectNarrowAndDark(tab, 'the landing page')
      await click(tab, '[popovertarget=menu]')
      await clickText(tab, 'Features', '#menu')
      await hidden(tab, '#menu')
      await click(tab, '[data-slot=sticky-bar] [commandfor=call-our-ai]')
      await untilButtonShown(tab)
      const { phone, businessName } = leadEntries
      for (const [name, text] of Object.entries({ name: 'R2D2', phone, businessName }))
        await fill(tab, `#call-our-ai-${name}`, text)
      await untilSubmissionId(tab, '#call-our-ai')
      await clickText(tab, 'Get a Call', 'dialog[open]')
      await see(tab, 'Invalid input', 'dialog[open] [data-slot=message] *')
      await expectFocusInWindow(tab, 'call-our-ai-name')
      await tab.press('End')
      for (const _ of 'R2D2') await tab.press('Backspace')
      await tab.type('Ana Ruiz')
      await tab.press('Enter')
      await hidden(tab, 'dialog#call-our-ai')
      await see(tab, phone, '[data-slot=callback-ticket] dd *')
      expect(receiver.onlyBody.Name).toBe('Ana Ruiz')
      await clickText(tab, 'See Live AI in Action')
      await visible(tab, 'dialog#see-ai-in-action')
      await tab.press('Escape')
      await hidden(tab, 'dialog#see-ai-in-action')
      await see(tab, 'See Live AI in Action', 'button:focus')

      receiver.reset()
      await tab.goto(`${url}/book-demo`)
      await fill(tab, '#email', visitor.email)
      await untilSubmissionId(tab, 'main')
      // As an autofill does that sends no events. The next touch or key reads it.
      await setValues(tab, { fullName: visitor.fullName })
      await click(tab, '#email')
      await see(tab, 'Still needed: Phone Number.', '#missing')
      await setValues(tab, { phoneNumber: visitor.phoneNumber })
      await tab.press('Enter')
      await see(tab, 'Tell us about your business', 'h2:focus *')
      await expectFocusInWindow(tab)
      await fillBooking(tab, 2)
      await goOn(tab, 'When works for you?')
      await tab.reload()
      await see(tab, 'Step 3 of 4')
      const day = await pickDay(tab)
      await select(tab, '#preferredTime', '1:30 PM')
      await goOn(tab, 'Review & Submit')

      await tab.goBack()
      await see(tab, 'When works for you?', 'h2:focus *')
      await expectFocusInWindow(tab)
      await goOn(tab, 'Review & Submit')
      await clickText(tab, 'Book My Free Demo')
      await see(tab, 'Demo Booked Successfully!')
      const booked = { preferredDate: day, preferredTime: '1:30 PM' }
      expect(receiver.onlyBody).toEqual(bookingBody(booked))
      await visible(tab, `a[href*="dates=${day.replaceAll('-', '')}T133000"]`)
      await tab.goBack()
      await see(tab, 'A demo is booked')
      await hidden(tab, 'form [type=submit]')
      await expectNarrowAndDark(tab, 'the booked demo')
    })
  })

/** Picks a day of the second month and returns it. The first bookable day could end while the test runs. */
async function pickDay(tab: Tab): Promise<string> {
  await click(tab, 'button#preferredDate')
  await visible(tab, '#calendar [data-day] button:focus')
  await click(tab, '#calendar [aria-label*="Next Month"]')
  await expectNarrowAndDark(tab, 'the calendar')
  await click(tab, '#calendar [data-day]:not([data-disabled], [data-outside]) button')
  await hidden(tab, '#calendar')
  await visible(tab, 'button#preferredDate:focus')
  return value(tab, 'preferredDate')
}

/** The required fields of a step. */
async function fillBooking(tab: Tab, step: number): Promise<void> {
  for (const { name, type, value } of requiredFields(step))
    await (type === 'select' ? select : fill)(tab, `#${name}`, value)
}

/** The button of the open dialog is in the window. */
function untilButtonShown(tab: Tab): Promise<void> {
  return until(tab, 'the button of the dialog to be in the window', () => {
    const button = document.querySelector('dialog[open] [type=submit]')
    const { bottom = 9999 } = button?.getBoundingClientRect() ?? {}
    return bottom <= innerHeight
  })
}

function setValues(tab: Tab, values: Record<string, string>): Promise<void> {
  return tab.evaluate((values) => {
    for (const [name, value] of Object.entries(values)) {
      const field = document.querySelector<HTMLInputElement>(`main [name=${name}]`)
      if (field) field.value = value
    }
  }, values)
}

/** Waits until the scripts of a form run: before that, it is sent as without scripts. */
function untilSubmissionId(tab: Tab, within: string): Promise<void> {
  return until(
    tab,
    `the form in ${within} to have an id`,
    (within) => document.querySelector(`${within} [name=submissionId]:not([value=""])`) !== null,
    within,
  )
}

function value(tab: Tab, name: string): Promise<string> {
  return tab.evaluate(
    (name) => document.querySelector<HTMLInputElement>(`main [name=${name}]`)?.value ?? '',
    name,
  )
}

/** Goes on to the next step, whose heading then has the focus and is in the window. */
async function goOn(tab: Tab, heading: string) {
  await clickText(tab, 'Next Step')
  await see(tab, heading, 'h2:focus *')
  await expectFocusInWindow(tab)
}

/** The focused element is below the header, or the title of a dialog, and above the end of the window, or the dialog's button. */
function expectFocusInWindow(tab: Tab, id = ''): Promise<void> {
  return until(
    tab,
    `the focus${id && ` on ${id}`} to be in the window`,
    (id) => {
      const focused = document.activeElement
      if (!focused || (id && focused.id !== id)) return false
      const { top, bottom } = focused.getBoundingClientRect()
      const dialog = focused.closest('dialog')
      const bar = dialog?.firstElementChild ?? document.querySelector('header')
      const end = dialog?.querySelector('[type=submit]')?.getBoundingClientRect().top
      return top >= (bar?.getBoundingClientRect().bottom ?? 0) && bottom <= (end ?? innerHeight)
    },
    id,
  )
}

/** The page is dark and fits a window of 320 pixels. */
async function expectNarrowAndDark(tab: Tab, where: string): Promise<void> {
  const state = await tab.evaluate(() => ({
    width: innerWidth,
    fits: document.documentElement.scrollWidth <= innerWidth,
    // On an iPhone, the page zooms in when a field with smaller text gets the focus.
    smallestField: Math.min(
      16,
      ...[...document.querySelectorAll('input:not([type=hidden]), select, textarea')].map((field) =>
        Number.parseFloat(getComputedStyle(field).fontSize),
      ),
    ),
    background: getComputedStyle(document.body).backgroundColor,
  }))
  expect({ where, ...state }).toEqual({
    where,
    width: 320,
    fits: true,
    smallestField: 16,
    background: 'rgb(11, 30, 36)',
  })
}
