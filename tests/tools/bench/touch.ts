import type { Browser, Locator, Page } from '@playwright/test'
import { untilHydrated } from '../../support/browser/scripts'
import { sleep } from '../../support/process/wait'
import { openAtStep, requiredFields, visitor } from '../../support/visitor/booking'

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
  | FirstStep
  | 'open the calendar'
  | 'pick a day'

/** Of the booking, from its load on. */
type FirstStep =
  `${'first field' | 'first key' | 'first Next'} of /book-demo ${'at once' | 'later'}`

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

  for (const when of ['at once', 'later'] as const)
    Object.assign(times, await firstTouches(browser, site, when))

  const schedule = await openPage(browser, (page) =>
    openAtStep(page, 'preferredDate', { site, entries: visitor }).then(() => untilHydrated(page)),
  )
  const opener = schedule.getByRole('button', { name: 'Preferred Date' })
  await opener.waitFor()
  await tap('open the calendar', opener)
  const day = schedule.locator('#calendar [data-day]:not([data-disabled], [data-outside])').first()
  await day.waitFor()
  await tap('pick a day', day.getByRole('button'))
  await schedule.context().close()
  return times as Record<Step, number>
}

/** The key comes half a second after the tap, while the scripts can be running. */
async function firstTouches(browser: Browser, site: string, when: 'at once' | 'later') {
  const page = await newPage(browser)
  await page.goto(`${site}/book-demo`)
  if (when === 'later') await sleep(2000)
  await tapNow(page.getByLabel('Full Name'))
  await sleep(500)
  await page.keyboard.press('A')
  await sleep(2000)
  for (const { label, value } of requiredFields(1)) await page.getByLabel(label).fill(value)
  const next = page.getByRole('button', { name: 'Next Step', disabled: false })
  await next.waitFor()
  await sleep(1000)
  await tapNow(next)
  await page.locator('#step-2:focus').waitFor()
  await untilIdle(page)
  const events = await page.evaluate(() =>
    [...recorded.events, ...recorded.observer.takeRecords()].map(
      ({ name, startTime, duration }) => ({ name, startTime, duration }),
    ),
  )
  await page.context().close()
  const keyAt = events.find(({ name }) => name === 'keydown')?.startTime ?? 0
  const slowest = (matches: (event: (typeof events)[number]) => boolean) =>
    Math.max(16, ...events.filter(matches).map(({ duration }) => duration))
  const isPress = (name: string) =>
    /^(pointer(down|up)|mouse(down|up)|touch(start|end)|click)$/.test(name)
  return {
    [`first field of /book-demo ${when}`]: slowest(
      ({ name, startTime }) => isPress(name) && startTime < keyAt,
    ),
    [`first key of /book-demo ${when}`]: slowest(
      ({ name, startTime }) => /^key/.test(name) && startTime >= keyAt,
    ),
    [`first Next of /book-demo ${when}`]: slowest(
      ({ name, startTime }) => isPress(name) && startTime > keyAt,
    ),
  }
}

/** Without waiting for anything. */
async function tapNow(target: Locator) {
  const { x, y, width, height } = (await target.boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  }
  await target.page().touchscreen.tap(x + width / 2, y + height / 2)
}

const openerOf = (page: Page) => page.getByRole('button', { name: 'See Live AI in Action' }).first()

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

async function openPage(browser: Browser, open: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await newPage(browser)
  await open(page)
  await untilIdle(page)
  return page
}

/** A first-time visitor's: with an empty cache. */
async function newPage(browser: Browser): Promise<Page> {
  const viewport = { width: 390, height: 844 }
  const context = await browser.newContext({ viewport, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  await page.addInitScript(recordEvents)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
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
