import { expect } from '@playwright/test'
import { calendarEvent, thankYou } from '../../../lib/content/thank-you'
import { isClosed } from '../../../lib/dates/bookable-days'
import { publicValues } from '../site/canaries'
import { closedDays, visitor } from '../visitor/booking'
import { click, clickText, fill, see, type Tab, until, visible } from './tab'

/** What the journeys of a visitor have in common. */

/** Fills in these fields of the booking page. */
export async function fillBooking(tab: Tab, names: (keyof typeof visitor)[]): Promise<void> {
  for (const name of names) await fill(tab, `#${name}`, visitor[name])
}

/** Fills in these fields of the dialog with this id. */
export async function fillDialog(
  tab: Tab,
  id: 'call-our-ai' | 'see-ai-in-action',
  entries: Record<string, string>,
): Promise<void> {
  for (const [name, text] of Object.entries(entries)) await fill(tab, `#${id}-${name}`, text)
}

/** Waits until the scripts of a form run: before that, it is sent as without scripts. */
export function untilSubmissionId(tab: Tab, within: string): Promise<void> {
  return until(
    tab,
    `the form in ${within} to have an id`,
    (within) => document.querySelector(`${within} [name=submissionId]:not([value=""])`) !== null,
    within,
  )
}

/** Clicks until the page shows an element. The site rejects a submission within two seconds of the last one. */
export async function clickUntil(tab: Tab, button: string, selector: string): Promise<void> {
  const exists = (selector: string) =>
    tab.evaluate((selector) => document.querySelector(selector) !== null, selector)
  await expect(async () => {
    // The button is gone while the next page loads.
    if (!(await exists(selector)) && (await exists(button))) await click(tab, button)
    await expect.poll(() => exists(selector), { timeout: 3000 }).toBe(true)
  }).toPass()
}

export function value(tab: Tab, name: string, within = 'main'): Promise<string> {
  return tab.evaluate(
    (name, within) =>
      document.querySelector<HTMLInputElement>(`${within} [name=${name}]`)?.value ?? '',
    name,
    within,
  )
}

/** Goes on to the next step, whose heading then has the focus and is in the window. */
export async function goOn(tab: Tab, heading: string) {
  await clickText(tab, 'Next Step')
  await see(tab, heading, 'h2:focus')
  await expectFocusInWindow(tab)
}

/** Where the optional fields are not always open. */
export async function openOptionalFields(tab: Tab) {
  const summary = 'form summary'
  const isShown = (selector: string) =>
    Boolean(document.querySelector(selector)?.getClientRects().length)
  if (await tab.evaluate(isShown, summary)) await click(tab, summary)
}

/** The focused element is below the header, or the title of a dialog, and above the end of the window, or the dialog's button. */
export function expectFocusInWindow(tab: Tab, id = ''): Promise<void> {
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

/** The button of the open dialog is in the window. */
export function expectSubmitInWindow(tab: Tab): Promise<void> {
  return until(tab, "the dialog's button to be in the window", () => {
    const box = document.querySelector('dialog[open] [type=submit]')?.getBoundingClientRect()
    return box !== undefined && box.height > 0 && box.top > 0 && box.bottom <= innerHeight
  })
}

/** The browser has scrolled to an element, which begins below the header. */
export function expectTopInWindow(tab: Tab, selector: string): Promise<void> {
  return until(
    tab,
    `${selector} to begin below the header`,
    (selector) => {
      const top = document.querySelector(selector)?.getBoundingClientRect().top ?? -1
      const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
      return top >= header && top < innerHeight / 2
    },
    selector,
  )
}

/** The open calendar goes on to the next month, and offers each open day of it and no closed one. */
export async function showNextMonth(tab: Tab): Promise<void> {
  const days = () =>
    tab.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('#calendar [data-day]:not([data-outside])')].map(
        (cell) => ({ day: cell.dataset.day ?? '', open: !cell.querySelector('button')?.disabled }),
      ),
    )
  const [before] = await days()
  await click(tab, '#calendar [aria-label*="Next Month"]')
  await expect.poll(async () => (await days())[0]?.day).not.toBe(before?.day)
  const shown = await days()
  expect(shown.length).toBeGreaterThan(27)
  expect(shown).toEqual(shown.map(({ day }) => ({ day, open: !isClosed(day, closedDays) })))
}

/** The number of the AI can be tapped in this part of the page. */
export function expectDemoPhone(tab: Tab, within: string): Promise<void> {
  const link = `${within} a[href="tel:${publicValues.DEMO_PHONE.replace(/\D/g, '')}"]`
  return until(
    tab,
    `${link} to be in the window's width`,
    (link) => {
      const { left, right } = document.querySelector(link)?.getBoundingClientRect() ?? new DOMRect()
      return left > 0 && right > left && right <= innerWidth
    },
    link,
  )
}

export async function expectPolicyLinks(tab: Tab): Promise<void> {
  const links = await tab.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('footer a[href^=https]')]
      .filter((link) => link.getClientRects().length > 0)
      .map((link) => link.href),
  )
  expect(links).toEqual([publicValues.PRIVACY_URL, publicValues.TERMS_URL])
}

/** The calendar file reminds an hour before, and says which number is called and how to reach us. */
export async function expectCalendarFile(tab: Tab): Promise<void> {
  await visible(tab, 'a[download="demo.ics"]')
  const href = await tab.evaluate(
    () => document.querySelector<HTMLAnchorElement>('a[download]')?.href ?? '',
  )
  const lines = decodeURIComponent(href).replaceAll('\r\n ', '').split('\r\n')
  const details = [
    calendarEvent.details,
    calendarEvent.call(visitor.phoneNumber.slice(-4)),
    thankYou.icsSupport([publicValues.SUPPORT_EMAIL, publicValues.SUPPORT_PHONE]),
  ]
  expect(lines.filter((line) => /^(DESCRIPTION|TRIGGER)/.test(line))).toEqual([
    `DESCRIPTION:${details.join('\\n')}`,
    `DESCRIPTION:${calendarEvent.title}`,
    'TRIGGER:-PT1H',
  ])
}

/** The page is dark and fits a window of 320 pixels. */
export async function expectNarrowAndDark(tab: Tab, where: string): Promise<void> {
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
