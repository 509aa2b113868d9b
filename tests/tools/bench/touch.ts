import type { Browser, Locator, Page } from '@playwright/test'
import { untilHydrated } from '../../support/browser/scripts'
import { openAtStep, visitor } from '../../support/visitor/booking'

/**
 * How long a touch waits for the frame that answers it, on a phone whose CPU is four times slower: the longest event of each
 * step, in milliseconds, by the Event Timing API, which counts from 16.
 */

const slowdown = 4

export type Step =
  | 'open the menu'
  | 'open a dialog'
  | 'touch its first field'
  | 'type in it at once'
  | 'type in it later'
  | 'touch the first field of /book-demo'
  | 'Next Step'
  | 'open the calendar'
  | 'pick a day'

export async function measureTouches(
  browser: Browser,
  site: string,
): Promise<Record<Step, number>> {
  const times: Partial<Record<Step, number>> = {}
  const tap = async (step: Step, target: Locator) => {
    times[step] = await slowestEventOf(target.page(), await locateTap(target))
  }
  const type = async (step: Step, page: Page) => {
    times[step] = await slowestEventOf(page, () => typeName(page))
  }

  const menu = await openPage(browser, (page) => page.goto(site))
  await tap('open the menu', menu.getByRole('button', { name: 'Menu' }))
  await menu.context().close()

  const landing = await openPage(browser, (page) => page.goto(site))
  await tap('open a dialog', openerOf(landing))
  const dialog = landing.getByRole('dialog', { name: 'See AI in Action' })
  await tap('touch its first field', dialog.getByLabel('Full Name'))
  await type('type in it at once', landing)
  await untilHydrated(landing)
  await untilIdle(landing)
  await type('type in it later', landing)
  await landing.context().close()

  const booking = await openPage(browser, (page) => page.goto(`${site}/book-demo`))
  await tap('touch the first field of /book-demo', booking.getByLabel('Full Name'))
  await booking.context().close()

  const contact = await openPage(browser, (page) =>
    openAtStep(page, 'fullName', { site, entries: visitor }).then(() => untilHydrated(page)),
  )
  const next = contact.getByRole('button', { name: 'Next Step', disabled: false })
  await next.waitFor()
  await tap('Next Step', next)
  await contact.context().close()

  const schedule = await openPage(browser, (page) =>
    openAtStep(page, 'preferredDate', { site, entries: visitor }).then(() => untilHydrated(page)),
  )
  const opener = schedule.getByRole('button', { name: 'Preferred Date' })
  await opener.waitFor()
  await tap('open the calendar', opener)
  const day = schedule.locator('#calendar [data-day]:not([data-disabled], [data-outside])').nth(1)
  await day.waitFor()
  await tap('pick a day', day.getByRole('button'))
  await schedule.context().close()
  return times as Record<Step, number>
}

const openerOf = (page: Page) => page.getByRole('button', { name: 'See Live AI in Action' })

/** The same on a page with a native dialog and inputs, and without scripts or rules of its own. */
export async function measurePlainTouches(browser: Browser) {
  const page = await openPage(browser, (page) =>
    page.goto(`data:text/html,${encodeURIComponent(plainPage)}`),
  )
  const dialog = await slowestEventOf(page, await locateTap(page.getByRole('button')))
  const field = await slowestEventOf(page, await locateTap(page.getByLabel('Full Name')))
  const key = await slowestEventOf(page, () => typeName(page))
  await page.context().close()
  return { dialog, field, key }
}

const plainPage = `<!doctype html><html lang="en"><title>Plain</title>
<meta name="viewport" content="width=device-width">
<button onclick="document.querySelector('dialog').showModal()">Open</button>
<dialog><form>${['Full Name', 'Phone Number', 'Email Address', 'Business Name']
  .map((label) => `<p><label>${label}<br><input></label></p>`)
  .join('')}</form></dialog>`

/** A first-time visitor's: with an empty cache. */
async function openPage(browser: Browser, open: (page: Page) => Promise<unknown>): Promise<Page> {
  const viewport = { width: 390, height: 844 }
  const context = await browser.newContext({ viewport, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  await page.addInitScript(recordEvents)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await open(page)
  await untilIdle(page)
  return page
}

/** Finds the target before the tap, because Playwright's own checks would be measured too. */
async function locateTap(target: Locator): Promise<() => Promise<void>> {
  const page = target.page()
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error('There is nothing to tap')
  await untilIdle(page)
  return () => page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
}

const typeName = (page: Page) => page.keyboard.type('Ana Ruiz', { delay: 60 })

const untilIdle = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))

/** In the page. */
declare const recorded: {
  events: PerformanceEventTiming[]
  observer: PerformanceObserver
}

function recordEvents() {
  const events: PerformanceEntry[] = []
  const observer = new PerformanceObserver((list) => events.push(...list.getEntries()))
  observer.observe({
    type: 'event',
    buffered: true,
    durationThreshold: 16,
  } as PerformanceObserverInit)
  Object.assign(window, { recorded: { events, observer } })
}

async function slowestEventOf(page: Page, step: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    recorded.observer.takeRecords()
    recorded.events.length = 0
  })
  await step()
  return page.evaluate(async () => {
    // The browser creates an event's entry after the next frame.
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    await new Promise((resolve) => requestIdleCallback(resolve))
    const events = [
      ...recorded.events,
      ...recorded.observer.takeRecords(),
    ] as typeof recorded.events
    return Math.max(16, ...events.map(({ duration }) => duration))
  })
}
