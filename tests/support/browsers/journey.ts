import { expect } from '@playwright/test'
import { click, clickText, see, type Tab, until } from './tab'

/** What the journeys of a visitor have in common. */

/** Presses the visible button with this text by keyboard. */
export async function pressButton(tab: Tab, text: string) {
  await until(
    tab,
    `the button "${text}" to have the focus`,
    (text) => {
      const button = [...document.querySelectorAll('button')].find(
        (button) =>
          button.textContent === text && !button.disabled && button.getClientRects().length > 0,
      )
      button?.focus()
      return button !== undefined && document.activeElement === button
    },
    text,
  )
  await tab.press('Enter')
}

/** Presses until the page shows an element. The site rejects a submission within two seconds of the last one. */
export async function pressUntil(tab: Tab, button: string, selector: string) {
  await expect(async () => {
    const isShown = () =>
      tab.evaluate((selector) => document.querySelector(selector) !== null, selector)
    if (!(await isShown())) await pressButton(tab, button)
    await expect.poll(isShown, { timeout: 3000 }).toBe(true)
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

/** The focused element is below the header, or the title of a dialog, and above the end of the window. */
export function expectFocusInWindow(tab: Tab, id = ''): Promise<void> {
  return until(
    tab,
    `the focus${id && ` on ${id}`} to be in the window`,
    (id) => {
      const focused = document.activeElement
      if (!focused || (id && focused.id !== id)) return false
      const { top, bottom } = focused.getBoundingClientRect()
      const bar = focused.closest('dialog')?.firstElementChild ?? document.querySelector('header')
      return top >= (bar?.getBoundingClientRect().bottom ?? 0) && bottom <= innerHeight
    },
    id,
  )
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
