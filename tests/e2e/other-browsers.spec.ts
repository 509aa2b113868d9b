import { site as product } from '../../lib/site'
import { expect } from '../support/browser/test'
import { translate } from '../support/browser/translation'
import {
  clickUntil,
  expectCalendarFile,
  expectDemoPhone,
  expectFocusInWindow,
  expectNarrowAndDark,
  expectPolicyLinks,
  expectSubmitInWindow,
  fillBooking,
  fillDialog,
  goOn,
  openOptionalFields,
  showNextMonth,
  untilSubmissionId,
  value,
} from '../support/other-browsers/journey'
import { RecordingProxy } from '../support/other-browsers/recording-proxy'
import { click, clickText, fill, hidden, see, select, visible } from '../support/other-browsers/tab'
import { inOtherBrowsers, narrowAndDark, test } from '../support/other-browsers/test'
import { otherKeyBuild } from '../support/site/other-builds'
import { bookingBody, closedAndOpenDay, visitor } from '../support/visitor/booking'
import { newClientAddress } from '../support/visitor/client-address'
import { leadEntries } from '../support/visitor/lead-post'

/** The forms in Firefox and in WebKit, the engine of every browser on an iPhone. */

const desktop = { width: 1300, height: 900 }

// Its pages show every setting.
test.use({ build: otherKeyBuild })

inOtherBrowsers(() => {
  test('a visitor books with the calendar, at 320 pixels and in the dark', async ({
    newTab,
    recordingProxy: { url },
    receiver,
  }) => {
    const tab = await newTab(narrowAndDark)
    await tab.goto(`${url}/book-demo?services=chat-agent`)
    await fill(tab, '#email', visitor.email.replace(/com$/, 'con'))
    await fillBooking(tab, ['fullName', 'phoneNumber'])
    await see(tab, 'Did you mean ', 'main [role=status] span')
    await expectNarrowAndDark(tab, 'the suggested address')
    await clickText(tab, `Did you mean ${visitor.email}?`)
    expect(await value(tab, 'email')).toBe(visitor.email)
    await expectPolicyLinks(tab)
    await goOn(tab, 'Tell us about your business')
    await fillBooking(tab, ['businessName', 'businessDescription'])
    await openOptionalFields(tab)
    await click(tab, 'input[value="Manage referrals"]')
    await goOn(tab, 'When works for you?')
    await tab.reload()
    await see(tab, 'Step 3 of 4')
    await click(tab, 'button#preferredDate')
    await visible(tab, '#calendar [data-day] button:focus')
    // The first bookable day could end while the test runs.
    await showNextMonth(tab)
    await expectNarrowAndDark(tab, 'the calendar')
    await click(tab, '#calendar [data-day]:not([data-disabled]) button')
    await hidden(tab, '#calendar')
    await visible(tab, 'button#preferredDate:focus')
    const day = await value(tab, 'preferredDate')
    expect(day).toMatch(/^\d{4}-\d\d-\d\d$/)
    await select(tab, '#preferredTime', '1:30 PM')
    await goOn(tab, 'Review & Submit')
    await see(tab, 'Chat Agent')

    await clickText(tab, 'Change Phone Number')
    await expectFocusInWindow(tab, 'phoneNumber')
    await goOn(tab, 'Review & Submit')
    for (const heading of ['When works for you?', 'Tell us about your business']) {
      await tab.evaluate(() => history.back())
      await see(tab, heading, 'h2:focus')
      await expectFocusInWindow(tab)
    }
    await tab.evaluate(() => history.go(2))
    await see(tab, 'Review & Submit', 'h2:focus')

    await clickText(tab, 'Book My Free Demo')
    await see(tab, 'Demo Booked Successfully!')
    expect(receiver.onlyBody).toEqual(
      bookingBody({
        challenges: 'Manage referrals',
        interestedServices: 'Chat Agent',
        preferredDate: day,
        preferredTime: '1:30 PM',
      }),
    )
    await visible(tab, `a[href*="dates=${day.replaceAll('-', '')}T133000"]`)
    await expectCalendarFile(tab)
    await expectNarrowAndDark(tab, 'the thank-you page')
    // Not at once: the driver waits for the answer of this page.
    await tab.evaluate(() => setTimeout(() => history.back()))
    await see(tab, 'A demo is booked')
    await hidden(tab, 'form [type=submit]')
    await expectNarrowAndDark(tab, 'the booked demo')
    await clickText(tab, 'Change it')
    await see(tab, 'This changes your demo on')
    await see(tab, 'Review & Submit')
    await expectNarrowAndDark(tab, 'the change of a demo')
    await fill(tab, '#additionalNotes', 'At the back door')
    await clickUntil(tab, 'form [type=submit]', '#thanks-title')
    const [first, second] = receiver.received
    expect(second?.headers['webhook-replaces']).toBe(first?.headers['webhook-id'])
    expect(JSON.parse(second?.body ?? '')).toMatchObject({
      preferredDate: day,
      additionalNotes: 'At the back door',
    })
    await tab.evaluate(() => setTimeout(() => history.back()))
    await see(tab, 'A demo is booked')
    await hidden(tab, 'form [type=submit]')
  })

  // These browsers translate in place. Chromium's tests cover all translators.
  test('a visitor whose browser translates gets a callback and books a demo on a wide screen with the keyboard', {
    tag: '@deep',
  }, async ({ newTab, recordingProxy: { url }, receiver }) => {
    const tab = await newTab(desktop)
    const translateNow = () =>
      tab.evaluate(translate, { translator: 'changes texts', moment: 'now' } as const)
    // Before the scripts run: the landing page loads them on touch.
    await tab.goto(url)
    await translateNow()
    await tab.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }))
    await click(tab, '[data-slot=sticky-bar] [commandfor=call-our-ai]')
    await fillDialog(tab, 'call-our-ai', leadEntries)
    await untilSubmissionId(tab, '#call-our-ai')
    await visible(tab, 'dialog#call-our-ai')
    await expectDemoPhone(tab, '#call-our-ai')
    expect(await value(tab, 'businessName', '#call-our-ai')).toBe(visitor.businessName)
    await click(tab, '#call-our-ai [type=submit]')
    await hidden(tab, 'dialog#call-our-ai')
    expect(receiver.onlyBody).toMatchObject({ Company: visitor.businessName })
    await expectPolicyLinks(tab)

    // After hydration.
    await tab.goto(`${url}/book-demo?services=chat-agent`)
    await visible(tab, '#step-1')
    await translateNow()
    const goOn = async (step: number) => {
      await click(tab, '[aria-describedby=missing]')
      await visible(tab, `progress[value="${step}"]`)
    }
    await fill(tab, '#email', visitor.email.replace(/com$/, 'con'))
    await fillBooking(tab, ['fullName', 'phoneNumber'])
    await click(tab, 'main [role=status] button')
    expect(await value(tab, 'email')).toBe(visitor.email)
    await goOn(2)
    await fillBooking(tab, ['businessName', 'businessDescription'])
    await goOn(3)
    await click(tab, 'button#preferredDate')
    await visible(tab, '#calendar [data-day] button:focus')
    await tab.press('ArrowRight')
    await tab.press('Enter')
    await hidden(tab, '#calendar')
    await visible(tab, 'button#preferredDate:focus')
    await select(tab, '#preferredTime', '1:30 PM')
    await goOn(4)
    await visible(tab, 'section [data-slot=ticket]')
    await clickUntil(tab, 'form [type=submit]', '#thanks-title')
    await expectCalendarFile(tab)
    expect(JSON.parse(receiver.received.at(-1)?.body ?? '')).toMatchObject({
      fullName: "Ana O'Brien",
      preferredTime: '1:30 PM',
      interestedServices: 'Chat Agent',
    })
  })

  test('a visitor corrects, repeats and sends a callback request, at 320 pixels and in the dark', {
    tag: '@deep',
  }, async ({ newTab, recordingProxy: { url }, receiver }) => {
    const tab = await newTab(narrowAndDark)
    await tab.goto(url)
    await tab.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }))
    await click(tab, '[data-slot=sticky-bar] [commandfor=call-our-ai]')
    await expectDemoPhone(tab, '#call-our-ai')
    await expectSubmitInWindow(tab)
    await fillDialog(tab, 'call-our-ai', { ...leadEntries, name: 'R2D2' })
    await untilSubmissionId(tab, '#call-our-ai')
    await clickText(tab, 'Get a Call', 'dialog[open]')
    await see(tab, 'Invalid input', 'dialog[open] [data-slot=toast] *')
    await expectFocusInWindow(tab, 'call-our-ai-name')
    expect(receiver.received).toHaveLength(0)

    receiver.respondWith(500)
    await tab.press('End')
    for (const _ of 'R2D2') await tab.press('Backspace')
    await tab.type('Ana Ruiz')
    await tab.press('Enter')
    await see(tab, 'Error', 'dialog[open] [data-slot=toast] *')
    expect(await value(tab, 'businessName', '#call-our-ai')).toBe(visitor.businessName)

    receiver.reset()
    await clickUntil(tab, '#call-our-ai [type=submit]', '[data-slot=toast][role=status]')
    await hidden(tab, 'dialog#call-our-ai')
    expect(receiver.onlyBody).toEqual({
      Name: 'Ana Ruiz',
      Phone: visitor.phoneNumber,
      Company: visitor.businessName,
      source: `${product.name}: Call Our AI`,
    })

    await click(tab, '[data-slot=toast] button')
    await hidden(tab, '[data-slot=toast]')
    await click(tab, '[aria-label="Close this bar"]')
    await hidden(tab, '[data-slot=sticky-bar]')
    await clickText(tab, 'See Live AI in Action')
    await expectDemoPhone(tab, '#see-ai-in-action')
    await fill(tab, '#see-ai-in-action-email', 'jose@gmial.con')
    await click(tab, '#see-ai-in-action-name')
    await clickText(tab, 'Did you mean jose@gmail.com?', '#see-ai-in-action')
    expect(await value(tab, 'email', '#see-ai-in-action')).toBe('jose@gmail.com')
    await expectNarrowAndDark(tab, 'a dialog')
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
    const setValues = (values: Record<string, string>) =>
      tab.evaluate((values) => {
        for (const [name, value] of Object.entries(values)) {
          const field = document.querySelector<HTMLInputElement>(`main [name=${name}]`)
          if (field) field.value = value
        }
      }, values)
    await setValues({ fullName: visitor.fullName, email: visitor.email })
    await click(tab, '#step-1')
    await see(tab, 'Still needed: Phone Number')
    await click(tab, '#fullName')
    await setValues({ phoneNumber: visitor.phoneNumber })
    await tab.press('Enter')
    await see(tab, 'Tell us about your business', 'h2:focus')
  })

  test('without scripts, a visitor reads the number of the AI, books another day than a closed one, and requests a callback', {
    tag: '@deep',
  }, async ({ newTab, recordingProxy, receiver, site }) => {
    const tab = await newTab({ scripts: false })
    await tab.goto(`${recordingProxy.url}/book-demo`)
    await expectPolicyLinks(tab)
    await fillBooking(tab, Object.keys(visitor) as (keyof typeof visitor)[])
    const { closedDay, openDay, refusal } = closedAndOpenDay()
    const chooseDay = (day: string) =>
      tab.evaluate((day) => {
        const date = document.querySelector<HTMLInputElement>('[name=preferredDate]')
        if (date) date.value = day
      }, day)
    await chooseDay(closedDay)
    await select(tab, '#preferredTime', '1:00 PM')
    await clickText(tab, 'Book My Free Demo')
    await see(tab, refusal.replaceAll('\u00a0', ' '), '#preferredDate-error')
    expect(receiver.received).toHaveLength(0)
    await chooseDay(openDay)
    await clickText(tab, 'Book My Free Demo')
    await see(tab, 'Demo Booked Successfully!')
    expect(receiver.onlyBody).toEqual(
      bookingBody({ preferredDate: openDay, preferredTime: '1:00 PM' }),
    )

    receiver.reset()
    // The site rejects a second submission of a client within two seconds.
    const other = await RecordingProxy.start(site.url, newClientAddress())
    await tab.goto(other.url)
    await click(tab, 'details:not([open]):has([href^="tel:"]) summary')
    await expectDemoPhone(tab, 'details')
    // Without scripts, only invoker commands open the dialog.
    if (await tab.evaluate(() => 'command' in HTMLButtonElement.prototype)) {
      await clickText(tab, 'See Live AI in Action')
      await fillDialog(tab, 'see-ai-in-action', { ...leadEntries, email: visitor.email })
      await clickText(tab, 'Get a Call', 'dialog[open]')
      await see(tab, 'Success!')
      expect(receiver.onlyBody.Name).toBe('Ana Ruiz')
    }
    await other.stop()
  })
})
