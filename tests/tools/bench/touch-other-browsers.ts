import { type BrowserName, openTab } from '../../support/other-browsers/open-tab'
import { click, type Tab, until, visible } from '../../support/other-browsers/tab'
import { sleep } from '../../support/process/wait'
import { visitor } from '../../support/visitor/booking'

/**
 * How long a click waits for the frame that answers it, in milliseconds, in a browser whose CPU cannot be slowed and that
 * may not have the Event Timing API.
 */

type Step =
  | 'plain page'
  | 'open the menu'
  | 'open a dialog'
  | 'Next Step'
  | 'open the calendar'
  | 'pick a day'

export type ClickTimes = Record<Step, number>

export async function measureClicks(
  name: BrowserName,
  site: string,
  plainPage: string,
): Promise<ClickTimes> {
  const tab = await openTab(name, { width: 390, height: 844 })
  const open = async (url: string, selector: string) => {
    await tab.goto(url)
    await visible(tab, selector)
    // A page that has just loaded is still busy. WebKit does not tell when it is idle.
    await sleep(500)
    return timeClick(tab, selector)
  }
  const openStep = async (step: number, selector: string) => {
    await tab.goto(`${site}/robots.txt`)
    await tab.evaluate(
      (draft) => sessionStorage.setItem('bookingDraft', draft),
      JSON.stringify({ step, entries: visitor }),
    )
    return open(`${site}/book-demo`, selector)
  }
  const times = {
    'plain page': await open(plainPage, 'button'),
    'open the menu': await open(site, '[popovertarget=menu]'),
    'open a dialog': await open(site, '[commandfor=see-ai-in-action]'),
    'Next Step': await openStep(1, 'button[aria-describedby=missing]:not(:disabled)'),
    'open the calendar': await openStep(3, 'button[aria-haspopup=dialog]'),
    'pick a day': await timeClick(tab, '#calendar [data-day]:not([data-disabled]) button'),
  }
  await tab.close()
  return times
}

async function timeClick(tab: Tab, selector: string): Promise<number> {
  await tab.evaluate(() => {
    delete document.documentElement.dataset.answered
    addEventListener(
      'click',
      ({ timeStamp }) => {
        requestAnimationFrame(() =>
          setTimeout(() => {
            document.documentElement.dataset.answered = String(performance.now() - timeStamp)
          }),
        )
      },
      { capture: true, once: true },
    )
  })
  await click(tab, selector)
  await until(tab, 'a frame', () => 'answered' in document.documentElement.dataset)
  return tab.evaluate(() => Number(document.documentElement.dataset.answered))
}
