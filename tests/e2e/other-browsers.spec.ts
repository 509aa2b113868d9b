import { writeFileSync } from 'node:fs'
import { bookableDay, visitor } from '../support/booking'
import {
  expectFocusInWindow,
  expectTopInWindow,
  goOn,
  openOptionalFields,
  pressUntil,
  value,
} from '../support/browsers/journey'
import { openTab, programs } from '../support/browsers/open-tab'
import { RecordingProxy } from '../support/browsers/recording-proxy'
import {
  click,
  clickText,
  fill,
  fillBooking,
  hidden,
  see,
  select,
  type Tab,
  type TabOptions,
  until,
  untilSubmissionId,
  visible,
} from '../support/browsers/tab'
import { newClientAddress } from '../support/client-address'
import { test as base, expect } from '../support/test'

/** The journeys of a visitor in Firefox and in WebKit, the engine of every browser on an iPhone. */

const test = base.extend<{
  recordingProxy: RecordingProxy
  newTab: (options?: Partial<TabOptions>) => Promise<Tab>
  engine: 'firefox' | 'webkit'
}>({
  engine: ['webkit', { option: true }],

  recordingProxy: async ({ site }, use) => {
    const proxy = await RecordingProxy.start(site.url, newClientAddress())
    await use(proxy)
    await proxy.stop()
    const expected = /404: no page at/
    expect(proxy.errors.filter((error) => !expected.test(error))).toEqual([])
  },

  newTab: async ({ engine: name, recordingProxy: _ }, use, testInfo) => {
    const tabs: Tab[] = []
    await use(async (options) => {
      const tab = await openTab(name, { ...phone, ...options })
      tabs.push(tab)
      return tab
    })
    for (const [index, tab] of tabs.entries()) {
      if (testInfo.status !== testInfo.expectedStatus)
        // A frozen page has none.
        await tab
          .screenshot()
          .then((png) => writeFileSync(testInfo.outputPath(`tab-${index}.png`), png))
          .catch(() => undefined)
      await tab.close()
    }
  },
})

const phone = { width: 430, height: 932 }
const desktop = { width: 1300, height: 900 }

for (const name of ['firefox', 'webkit'] as const)
  test.describe(name, () => {
    test.use({ engine: name })
    test.skip(!programs[name] && !process.env.CI, `${name} is not installed`)

    for (const size of [phone, desktop])
      test(`a visitor books with the calendar, ${size.width} pixels wide`, {
        tag: size === desktop ? '@deep' : [],
      }, async ({ newTab, recordingProxy: { url }, receiver }) => {
        const tab = await newTab(size)
        await tab.goto(`${url}/book-demo?services=chat-agent`)
        await fillBooking(tab, ['fullName', 'email', 'phoneNumber'])
        await goOn(tab, 'Tell us about your business')
        await fillBooking(tab, ['businessName', 'businessDescription'])
        await openOptionalFields(tab)
        await click(tab, 'input[value="Manage referrals"]')
        await goOn(tab, 'When works for you?')
        await tab.reload()
        await see(tab, 'Step 3 of 4')
        await click(tab, 'button#preferredDate')
        await visible(tab, '#calendar [data-day] button:focus')
        if (size === phone) await click(tab, '#calendar [data-day]:not([data-disabled]) button')
        else {
          await tab.press('ArrowRight')
          await tab.press('Enter')
        }
        await hidden(tab, '#calendar')
        await visible(tab, 'button#preferredDate:focus')
        const day = await value(tab, 'preferredDate')
        expect(day).toMatch(/^\d{4}-\d\d-\d\d$/)
        await select(tab, '#preferredTime', '1:30 PM')
        await goOn(tab, 'Review & Submit')
        await see(tab, 'Chat Agent')

        await clickText(tab, 'Change Phone Number')
        await expectFocusInWindow(tab, 'phoneNumber')
        await goOn(tab, 'Tell us about your business')
        await goOn(tab, 'When works for you?')
        await goOn(tab, 'Review & Submit')

        await clickText(tab, 'Book My Free Demo')
        await see(tab, 'Demo Booked Successfully!')
        expect(receiver.onlyBody).toMatchObject({
          fullName: "Ana O'Brien",
          challenges: 'Manage referrals',
          interestedServices: 'Chat Agent',
          preferredDate: day,
          preferredTime: '1:30 PM',
        })
        await visible(tab, `a[href*="dates=${day.replaceAll('-', '')}T133000"]`)
        await visible(tab, 'a[download]')
        // Not at once: the driver waits for the answer of this page.
        await tab.evaluate(() => setTimeout(() => history.back()))
        await visible(tab, 'form')
        await until(
          tab,
          'no button to say that it is still sending',
          () => !document.body.textContent?.includes('Booking Demo...'),
        )
      })

    test('a visitor corrects, repeats and sends a callback request', {
      tag: '@deep',
    }, async ({ newTab, recordingProxy: { url }, receiver }) => {
      const tab = await newTab()
      await tab.goto(url)
      await tab.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }))
      await click(tab, '[data-slot=sticky-bar] [commandfor=call-our-ai]')
      await fill(tab, '#call-our-ai-name', 'R2D2')
      await fill(tab, '#call-our-ai-phone', visitor.phoneNumber)
      await fill(tab, '#call-our-ai-businessName', visitor.businessName)
      await untilSubmissionId(tab, '#call-our-ai')
      await clickText(tab, 'Get a Call', 'dialog[open]')
      await see(tab, 'Invalid input', 'dialog[open] [data-slot=toast] p')
      await expectFocusInWindow(tab, 'call-our-ai-name')
      expect(receiver.received).toHaveLength(0)

      receiver.respondWith(500)
      await tab.press('End')
      for (const _ of 'R2D2') await tab.press('Backspace')
      await tab.type('Ana Ruiz')
      await clickText(tab, 'Get a Call', 'dialog[open]')
      await see(tab, 'Error', 'dialog[open] [data-slot=toast] p')
      expect(await value(tab, 'businessName', '#call-our-ai')).toBe(visitor.businessName)

      receiver.reset()
      await pressUntil(tab, 'Get a Call', '[data-slot=toast][role=status]')
      await hidden(tab, 'dialog#call-our-ai')
      expect(receiver.onlyBody).toEqual({
        Name: 'Ana Ruiz',
        Phone: visitor.phoneNumber,
        Company: visitor.businessName,
        source: 'Plumbing Xperience: Call Our AI',
      })

      await click(tab, '[data-slot=toast] button')
      await hidden(tab, '[data-slot=toast]')
      await click(tab, '[aria-label="Close this bar"]')
      await hidden(tab, '[data-slot=sticky-bar]')
      await clickText(tab, 'See Live AI in Action')
      await visible(tab, '#see-ai-in-action-email')
      await tab.press('Escape')
      await hidden(tab, 'dialog#see-ai-in-action')
      await see(tab, 'See Live AI in Action', 'button:focus')
    })

    test('the booking page shows only its first step, all if its scripts do not arrive, and reads an autofill without events', {
      tag: '@deep',
    }, async ({ newTab, recordingProxy }) => {
      recordingProxy.cutsScripts = true
      const tab = await newTab()
      await tab.goto(`${recordingProxy.url}/book-demo`)
      await visible(tab, '#fullName')
      await hidden(tab, '#businessName')
      await fillBooking(tab, ['fullName', 'email', 'phoneNumber'])
      await hidden(tab, '#businessName')
      await visible(tab, '#businessName')

      recordingProxy.cutsScripts = false
      await tab.goto(`${recordingProxy.url}/book-demo`)
      await click(tab, '#fullName')
      await untilSubmissionId(tab, 'main')
      await tab.evaluate(
        (values) => {
          for (const [name, value] of Object.entries(values)) {
            const field = document.querySelector<HTMLInputElement>(`main [name=${name}]`)
            if (field) field.value = value
          }
        },
        { fullName: visitor.fullName, email: visitor.email, phoneNumber: visitor.phoneNumber },
      )
      await click(tab, '#step-1')
      await goOn(tab, 'Tell us about your business')
    })

    test('the landing page plays its call, opens its menu, anchors and questions, calculates, and loads scripts only then', {
      tag: '@deep',
    }, async ({ newTab, recordingProxy: { url } }) => {
      const tab = await newTab({ motion: true })
      await tab.goto(url)
      await until(tab, 'the first paint', () => performance.getEntriesByType('paint').length > 0)
      await tab.evaluate(() =>
        document.querySelector('.call-example .ticket')?.scrollIntoView({ block: 'center' }),
      )
      await see(tab, 'Play again', '.call-example .when-done')
      await until(tab, 'the stamp', () => {
        const stamp = document.querySelector('.call-example .stamp')
        return Boolean(stamp && getComputedStyle(stamp).opacity === '1')
      })
      for (const [link, section] of [
        ['How It Works', '#how-it-works'],
        ['Features', '#features'],
      ] as const) {
        await click(tab, '[popovertarget=menu]')
        await clickText(tab, link, '#menu')
        await hidden(tab, '#menu')
        await expectTopInWindow(tab, section)
      }
      await click(tab, 'details:not([open]) summary')
      await until(
        tab,
        'two open questions',
        () => document.querySelectorAll('details[open]').length === 2,
      )
      const scripts = () => tab.evaluate(() => document.querySelectorAll('script[src]').length)
      expect(await scripts()).toBe(0)
      const sum = () =>
        tab.evaluate(() => document.querySelector('[data-figure=month]')?.textContent)
      const before = await sum()
      await click(tab, 'input[type=range][data-loss=calls]')
      await tab.press('End')
      await expect.poll(sum).not.toBe(before)
      expect(await scripts()).toBeGreaterThan(0)
      await tab.goto(`${url}/book-demo`)
      await click(tab, '[popovertarget=menu]')
      await clickText(tab, 'How It Works', '#menu')
      await visible(tab, '#how-it-works')
      await expectTopInWindow(tab, '#how-it-works')
    })

    test('every page fits 320 pixels and is dark in the dark', {
      tag: '@deep',
    }, async ({ newTab, recordingProxy: { url } }) => {
      const tab = await newTab({ width: 320, height: 700, dark: true })
      for (const path of ['/', '/book-demo', '/thank-you', '/nowhere']) {
        await tab.goto(url + path)
        await visible(tab, 'h1')
        const state = await tab.evaluate(() => ({
          width: innerWidth,
          fits: document.documentElement.scrollWidth <= innerWidth,
          // On an iPhone, the page zooms in when a field with smaller text gets the focus.
          smallestField: Math.min(
            16,
            ...[...document.querySelectorAll('input, select, textarea')].map((field) =>
              Number.parseFloat(getComputedStyle(field).fontSize),
            ),
          ),
          background: getComputedStyle(document.body).backgroundColor,
        }))
        expect({ path, ...state }).toEqual({
          path,
          width: 320,
          fits: true,
          smallestField: 16,
          background: 'rgb(11, 30, 36)',
        })
      }
    })

    test('without scripts, a visitor books and requests a callback', {
      tag: '@deep',
    }, async ({ newTab, recordingProxy, receiver, site }) => {
      const tab = await newTab({ scripts: false })
      await tab.goto(`${recordingProxy.url}/book-demo`)
      await fillBooking(tab, Object.keys(visitor) as (keyof typeof visitor)[])
      const day = bookableDay()
      await tab.evaluate((day) => {
        const date = document.querySelector<HTMLInputElement>('[name=preferredDate]')
        if (date) date.value = day
      }, day)
      await select(tab, '#preferredTime', '1:00 PM')
      await clickText(tab, 'Book My Free Demo')
      await see(tab, 'Demo Booked Successfully!')
      expect(receiver.onlyBody).toMatchObject({ fullName: "Ana O'Brien", preferredDate: day })

      receiver.reset()
      // The site rejects a second submission of a client within two seconds.
      const other = await RecordingProxy.start(site.url, newClientAddress())
      await tab.goto(other.url)
      // Without scripts, only invoker commands open the dialog.
      if (await tab.evaluate(() => 'command' in HTMLButtonElement.prototype)) {
        await clickText(tab, 'See Live AI in Action')
        await fill(tab, '#see-ai-in-action-name', 'Ana Ruiz')
        await fill(tab, '#see-ai-in-action-phone', visitor.phoneNumber)
        await fill(tab, '#see-ai-in-action-email', visitor.email)
        await fill(tab, '#see-ai-in-action-businessName', visitor.businessName)
        await clickText(tab, 'Get a Call', 'dialog[open]')
        await see(tab, 'Success!')
        expect(receiver.onlyBody.Name).toBe('Ana Ruiz')
      }
      await other.stop()
    })
  })
