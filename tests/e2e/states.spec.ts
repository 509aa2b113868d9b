import type { Locator, Page } from '@playwright/test'
import { launchBrowser } from '../support/browser/browser'
import { expectNoViolations, walkBooking, walkPages } from '../support/browser/states'
import { expect, test } from '../support/browser/test'
import { otherBuild } from '../support/site/other-build'

/** Every state of every page, in windows of every kind: what must be true of all of them. */

/** What has the shape of an input: components/ui/field.css. */
const inputs = ':is([data-slot=input], [data-slot=textarea], [data-slot=select], .input):visible'

type Size = {
  width: number
  height: number
  /** The least width and height of what a visitor presses. */
  target: number
}

type Window = {
  /** The visit has the first size. Each state is checked at all of them. */
  sizes: [Size, ...Size[]]
  style?: string
  /** As twice the usual size in the settings of the browser. */
  isTextLarge?: boolean
  /** As low as above an on-screen keyboard: each field must show when it has the focus. */
  isLow?: boolean
  /** Axe checks the states in these colors. */
  axe?: 'light' | 'dark'
  isDeep?: boolean
  /** Both, if not given. */
  parts?: (keyof typeof walks)[]
  /** Another build than the one under test. */
  build?: string
}

// Seven days of the calendar share its width.
const small = { width: 320, height: 640, target: 38 }
const wide = { width: 1280, height: 800, target: 24 }
/** The width at which axe checks them. */
const axeWidths = { pages: 320, booking: 1280 }

const walks = { pages: walkPages, booking: walkBooking }

const windows: Record<string, Window> = {
  '320 and 1280 pixels': { sizes: [small, wide], axe: 'light' },
  '320 and 1280 pixels, dark, with every setting that pages show': {
    sizes: [small, wide],
    axe: 'dark',
    isDeep: true,
    build: otherBuild,
  },
  // `interactive-widget=resizes-content` leaves this much of a screen of 360 × 640.
  '360 × 340 pixels, above an on-screen keyboard': {
    sizes: [{ width: 360, height: 340, target: 42 }],
    parts: ['booking'],
    isLow: true,
    isDeep: true,
  },
  '320 pixels, text twice as large': {
    sizes: [small],
    isTextLarge: true,
    isDeep: true,
  },
  '320 × 256 pixels, as zoomed to 400 %, more space between letters, words, lines and paragraphs': {
    sizes: [{ width: 320, height: 256, target: 24 }],
    style: `* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important;
      line-height: 1.5 !important } p { margin-bottom: 2em !important }`,
    isDeep: true,
  },
}

// Adds style sheets.
test.use({ bypassCSP: true, expectedErrors: [/404/] })

for (const [name, window] of Object.entries(windows))
  test.describe(name, () => {
    test.use({ build: window.build })

    for (const part of window.parts ?? (['pages', 'booking'] as const))
      test(`${part}: nothing is cut off, too small, too wide or inaccessible, and every text can be translated`, {
        tag: [...(window.isDeep ? ['@deep'] : []), ...(window.build ? ['@other-build'] : [])],
      }, async ({ page: usualPage, baseURL, extraHTTPHeaders, failOnErrors }) => {
        const { sizes, style = '' } = window
        let page = usualPage
        if (window.isTextLarge) {
          const browser = await launchBrowser('--blink-settings=defaultFontSize=32')
          page = await browser.newPage({ baseURL, extraHTTPHeaders, reducedMotion: 'reduce' })
          await failOnErrors(page)
        }
        await page.setViewportSize(sizes[0])
        await page.emulateMedia({ colorScheme: window.axe ?? 'light' })
        const visit = async (path: string) => {
          await page.goto(path)
          if (style) await page.addStyleTag({ content: style })
        }
        await walks[part](page, visit, async (state) => {
          for (const size of sizes) {
            await page.setViewportSize(size)
            const at = `${state} at ${size.width}`
            expect.soft(await page.evaluate(findFaults, { ...size, style }), at).toEqual([])
            if (window.isLow && state !== 'toast') await expectFieldsShown(page, state)
            const isForAxe = size.width === axeWidths[part]
            if (window.axe && isForAxe) await expectNoViolations(page)
          }
          await page.setViewportSize(sizes[0])
        })
        // The last page may still be loading its scripts.
        await page.close()
        if (page !== usualPage) await page.context().browser()?.close()
      })
  })

/**
 * In the page: texts that are cut off, beside the window, out of a bubble or over a later item, broken words, small targets, scrolling
 * sideways, and texts beside other nodes. React would change or remove these, but a translation can have replaced them.
 */
function findFaults({ width, target, style }: Size & { style: string }): string[] {
  const shown = [...document.querySelectorAll('body *')].filter(
    (element) => element.checkVisibility() && !element.closest('.sr-only'),
  )
  const cutOff = shown.filter((element) => {
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === 3 && node.textContent?.trim(),
    )
    const isAddress = element.textContent === location.pathname
    if (!hasText || isAddress || element.closest('[aria-hidden=true]')) return false
    const { overflowX, overflowY } = getComputedStyle(element)
    const tooWide = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
    const tooHigh = overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 1
    const { left, right } = element.getBoundingClientRect()
    return tooWide || tooHigh || left < -1 || right > innerWidth + 1
  })
  const tooSmall = shown.filter((element) => {
    const isTarget = element.matches('a[href], button, select, summary, label:has([type=checkbox])')
    // A link within a sentence may be as low as its line.
    if (!isTarget || getComputedStyle(element).display === 'inline') return false
    const box = element.getBoundingClientRect()
    return box.width < target || box.height < target
  })
  const textBox = (element: Element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getBoundingClientRect()
  }
  const overlapping = shown.filter((element) => {
    if (!element.matches('li, dt')) return false
    const box = textBox(element)
    const siblings = [...(element.parentElement?.children ?? [])]
    const later = siblings.slice(siblings.indexOf(element) + 1)
    return later.map(textBox).some(({ left, right, top, bottom, width }) => {
      const isOver = box.right > left + 1 && box.left < right && box.bottom > top + 1
      return width > 0 && isOver && box.top < bottom
    })
  })
  const outOfBubble = shown.filter(
    (element) =>
      element.matches('.call-line') &&
      textBox(element).right > element.getBoundingClientRect().right,
  )
  // Words with more space between letters may be broken, and addresses and what a visitor enters.
  const broken = shown.flatMap((element) =>
    [...element.childNodes].flatMap((node) => {
      const isAddress = element.textContent === location.pathname
      const isExempt = style || isAddress || element.clientWidth === 1 || element.closest('form dd')
      if (!(node instanceof Text) || isExempt) return []
      return [...node.data.matchAll(/[^\s-]+/g)].filter(({ 0: word, index }) => {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        return range.getClientRects().length > 1 && !word.includes('://')
      })
    }),
  )
  const besideNodes = [...document.querySelectorAll('body, body *')].filter(
    (element) =>
      element.childNodes.length > 1 &&
      !element.closest('script, style, noscript, [translate=no]') &&
      [...element.childNodes].some((node) => node instanceof Text && node.data.trim()),
  )
  // Visitors neither see nor focus the honeypot, and browsers do not fill it in.
  const honeypots = [
    ...document.querySelectorAll<HTMLInputElement>('input[name=reference_note]'),
  ].filter(
    (input) =>
      input.tabIndex !== -1 || input.autocomplete !== 'off' || !input.closest('[aria-hidden=true]'),
  )
  const scrolled = document.documentElement.scrollWidth
  return [
    ...broken.map(({ 0: word, input }) => `broken: ${word} in ${input}`),
    ...cutOff.map((element) => `cut off: ${element.outerHTML.slice(0, 160)}`),
    ...tooSmall.map((element) => `too small: ${element.outerHTML.slice(0, 160)}`),
    ...overlapping.map((element) => `overlaps the next: ${element.outerHTML.slice(0, 160)}`),
    ...outOfBubble.map((element) => `out of its bubble: ${element.textContent}`),
    ...besideNodes.map((element) => `text beside a node: ${element.outerHTML.slice(0, 160)}`),
    ...honeypots.map((input) => `honeypot: ${input.outerHTML}`),
    ...(scrolled === width ? [] : [`scrolls sideways: ${scrolled}`]),
  ]
}

/** Every field and its error show when the field has the focus, and so does the button below them. */
async function expectFieldsShown(page: Page, state: string) {
  const dialog = page.getByRole('dialog')
  const form = (await dialog.count()) > 0 ? dialog : page.locator('main form:not(dialog *)')
  // Nothing of it is cut off, or covered at its first and last line.
  const isShown = (element: Locator) =>
    element.evaluate((shown) => {
      const { left, right, top, bottom } = shown.getBoundingClientRect()
      return [top + 4, bottom - 4].every((y) =>
        shown.contains(document.elementFromPoint((left + right) / 2, y)),
      )
    })
  for (const field of await form.locator(inputs).all()) {
    // A long text makes its field higher than the window.
    if (((await field.boundingBox())?.height ?? 0) > 160) continue
    // A field that has the focus already would not be scrolled into view.
    await field.blur()
    await field.focus()
    const id = await field.getAttribute('id')
    expect.soft(await isShown(field), `${id}, ${state}`).toBe(true)
    const error = page.locator(`#${id}-error`)
    if (await error.count()) expect.soft(await isShown(error), `${id}, error, ${state}`).toBe(true)
  }
  const button = form.getByRole('button', {
    name: /^(Next Step|Get a Call|Book My Free Demo|Close)$/,
    disabled: false,
  })
  for (const each of await button.all()) {
    await each.focus()
    expect.soft(await isShown(each), `button, ${state}`).toBe(true)
  }
  const progress = page.getByRole('progressbar').locator('..')
  if (await progress.count())
    expect.soft((await progress.boundingBox())?.height, state).toBeLessThan(340 / 3)
}
