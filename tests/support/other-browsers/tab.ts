import { waitUntil } from '../process/wait'

/** A tab of Firefox or WebKit. Of the browsers that Linux distributions ship, Playwright can drive only Chromium. */
export interface Tab {
  goto(url: string): Promise<void>
  reload(): Promise<void>
  /** Goes back in the history of the tab. Returns before the page has changed. */
  goBack(): Promise<void>
  /**
   * Runs a function in the page. It must not use variables of its surroundings, nor leave the page: it runs once more when
   * the page is left before it answers.
   */
  evaluate<Args extends unknown[], Result>(
    work: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>>
  /** Clicks at a point of the window, in whole pixels. */
  clickAt(point: Point): Promise<void>
  /** Types into the focused element. */
  type(text: string): Promise<void>
  press(key: Key): Promise<void>
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

export type Point = { x: number; y: number }

export type Key = 'Enter' | 'Escape' | 'Backspace' | 'End'

export type TabOptions = {
  width: number
  height: number
  dark?: boolean
}

/** Only to end a test whose page is frozen: long enough for a slow and busy machine. */
export const tabTimeoutSeconds = 60

/** Waits until a function returns true in the page. */
export function until<Args extends unknown[]>(
  tab: Tab,
  what: string,
  condition: (...args: Args) => boolean,
  ...args: Args
): Promise<void> {
  return waitUntil(tabTimeoutSeconds, what, () => tab.evaluate(condition, ...args))
}

/** Waits until an element is in the page and visible. */
export function visible(tab: Tab, selector: string): Promise<void> {
  return untilVisible(tab, selector, true)
}

export function hidden(tab: Tab, selector: string): Promise<void> {
  return untilVisible(tab, selector, false)
}

function untilVisible(tab: Tab, selector: string, expected: boolean): Promise<void> {
  return until(
    tab,
    `${selector} to be ${expected ? 'visible' : 'hidden'}`,
    (selector, expected) => {
      const { width, height } =
        document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
      return (width > 0 && height > 0) === expected
    },
    selector,
    expected,
  )
}

/**
 * Scrolls an element into the window at once, waits until it can be clicked and has been at the same place for 50
 * milliseconds, and clicks its middle. Some browsers scroll in another process, and would click what was there before.
 */
export async function click(tab: Tab, selector: string): Promise<void> {
  let last: Point | null = null
  await waitUntil(
    tabTimeoutSeconds,
    `${selector} to be visible, enabled and not covered`,
    async () => {
      const point = await tab.evaluate(scrollToMiddle, selector)
      const isStill = point !== null && point.x === last?.x && point.y === last.y
      last = point
      if (isStill) await tab.clickAt(point)
      return isStill
    },
  )
}

/** Returns null while a click into the middle would not reach the element. */
function scrollToMiddle(selector: string): Point | null {
  const element = document.querySelector<HTMLElement>(selector)
  if (!element || (element as HTMLButtonElement).disabled) return null
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = element.getBoundingClientRect()
  if (width === 0 || height === 0) return null
  const point = { x: Math.floor(left + width / 2), y: Math.floor(top + height / 2) }
  const hit = document.elementFromPoint(point.x, point.y)
  return hit && (element.contains(hit) || hit.contains(element)) ? point : null
}

/** Clicks the visible button or link with exactly this text, which may be visible to screen readers only. */
export async function clickText(tab: Tab, text: string, within = 'body'): Promise<void> {
  const mark = 'data-test-click'
  await until(
    tab,
    `a button or link "${text}" in ${within}`,
    (text, within, mark) => {
      for (const marked of document.querySelectorAll(`[${mark}]`)) marked.removeAttribute(mark)
      const found = [...document.querySelectorAll<HTMLElement>(`${within} :is(a, button)`)].find(
        (element) =>
          element.getClientRects().length > 0 &&
          !(element as HTMLButtonElement).disabled &&
          element.textContent?.replace(/\s+/g, ' ').trim() === text,
      )
      found?.setAttribute(mark, '')
      return Boolean(found)
    },
    text,
    within,
    mark,
  )
  await click(tab, `[${mark}]`)
}

/** Clicks into a field and types. */
export async function fill(tab: Tab, selector: string, text: string): Promise<void> {
  await click(tab, selector)
  await tab.type(text)
}

/** Chooses an option as a visitor does, whose browser then fires both events. */
export function select(tab: Tab, selector: string, value: string): Promise<void> {
  return tab.evaluate(
    (selector, value) => {
      const field = document.querySelector<HTMLSelectElement>(selector)
      if (!field) throw new Error(`There is no ${selector}`)
      field.value = value
      for (const type of ['input', 'change'])
        field.dispatchEvent(new Event(type, { bubbles: true }))
    },
    selector,
    value,
  )
}

/** Waits until the page shows this text in an element. */
export function see(tab: Tab, text: string, selector = 'body *'): Promise<void> {
  return until(
    tab,
    `"${text}" in ${selector}`,
    (text, selector) =>
      [...document.querySelectorAll(selector)].some((element) => {
        const shown = element.textContent?.replace(/\s+/g, ' ') ?? ''
        const isInner = [...element.children].some((child) => child.textContent?.includes(text))
        return shown.includes(text) && !isInner && element.checkVisibility()
      }),
    text,
    selector,
  )
}
