import { launchBrowser } from '../support/browser/browser'
import { expectNoViolations, walkBooking, walkPages } from '../support/browser/states'
import { expect, test } from '../support/browser/test'
import { otherBuild } from '../support/site/other-build'

/** Every state of every page, in windows of every kind: what must be true of all of them. */

/** What has the shape of an input: components/ui/field.css. */
const inputs = ':is([data-slot=input], [data-slot=textarea], [data-slot=select], .input)'

type Window = {
  width: number
  height: number
  /** The least width and height of what a visitor presses. */
  target: number
  /** A style sheet of the visitor. */
  style?: string
  /** As low as above an on-screen keyboard: each field must show when it has the focus. */
  isLow?: boolean
}

// Seven days of the calendar share its width.
const small: Window = { width: 320, height: 640, target: 38 }
const wide: Window = { width: 1280, height: 800, target: 24 }
const windows: Window[] = [
  small,
  { width: 390, height: 844, target: 44 },
  wide,
  // `interactive-widget=resizes-content` leaves this much of a screen of 360 × 640 above an on-screen keyboard.
  { width: 360, height: 340, target: 42, isLow: true },
  // Zoomed to 400 %, with more space between letters, words, lines and paragraphs.
  {
    width: 320,
    height: 256,
    target: 24,
    style: `* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important;
      line-height: 1.5 !important } p { margin-bottom: 2em !important }`,
  },
]
/** With the window in which axe checks the states: a phone has the menu, a wide window the ticket that fills in. */
const walks = [
  { part: 'pages', walk: walkPages, axeWindow: small },
  { part: 'booking', walk: walkBooking, axeWindow: wide },
]

// Adds style sheets.
test.use({ bypassCSP: true, expectedErrors: [/404/] })

for (const { part, walk, axeWindow } of walks) {
  test(`${part}: nothing is cut off, covered, too small, too wide or inaccessible, and every text can be translated`, async ({
    page,
  }) => {
    await page.setViewportSize(small)
    await walk(page, async (state) => {
      for (const { width, height, target, style = '', isLow } of windows) {
        await page.setViewportSize({ width, height })
        const sheet = style && (await page.addStyleTag({ content: style }))
        const faults = await page.evaluate(findFaults, { width, target, style })
        expect.soft(faults, `${state} at ${width} × ${height}`).toEqual([])
        if (isLow && state !== 'toast')
          expect.soft(await page.evaluate(findHidden, inputs), state).toEqual([])
        if (sheet) await sheet.evaluate((element) => (element as Element).remove())
      }
      await page.setViewportSize(axeWindow)
      await expectNoViolations(page)
      await page.setViewportSize(small)
    })
    // The last page may still be loading its scripts.
    await page.close()
  })

  test.describe(() => {
    test.use({ colorScheme: 'dark', build: otherBuild })

    test(`${part}: in dark, with every setting that pages show, nothing is cut off or inaccessible`, {
      tag: ['@deep', '@other-build'],
    }, async ({ page }) => {
      await page.setViewportSize(small)
      await walk(page, async (state) => {
        expect.soft(await page.evaluate(findFaults, { ...small, style: '' }), state).toEqual([])
        await page.setViewportSize(axeWindow)
        await expectNoViolations(page)
        await page.setViewportSize(small)
      })
      await page.close()
    })
  })
}

test('where text is twice as large, nothing of the pages is cut off or too wide', {
  tag: '@deep',
}, async ({ baseURL, extraHTTPHeaders, failOnErrors }) => {
  const browser = await launchBrowser('--blink-settings=defaultFontSize=32')
  for (const { walk } of walks) {
    const page = await browser.newPage({ baseURL, extraHTTPHeaders, reducedMotion: 'reduce' })
    await failOnErrors(page)
    await page.setViewportSize(small)
    await walk(page, async (state) => {
      expect.soft(await page.evaluate(findFaults, { ...small, style: '' }), state).toEqual([])
    })
    await page.close()
  }
  await browser.close()
})

/**
 * In the page: texts that are cut off, beside the window, out of a bubble or over a later item, broken words, small targets, scrolling
 * sideways, and texts beside other nodes. React would change or remove these, but a translation can have replaced them.
 */
function findFaults({
  width,
  target,
  style,
}: Pick<Window, 'width' | 'target'> & { style: string }): string[] {
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

/** In the page: fields, their errors and buttons that are cut off or covered when they have the focus. */
function findHidden(inputs: string): string[] {
  const form = document.querySelector('dialog[open]') ?? document.querySelector('main form')
  const all = (selector: string) =>
    [...(form?.querySelectorAll<HTMLElement>(selector) ?? [])].filter(
      (element) => element.checkVisibility() && !element.closest('.sr-only'),
    )
  // At its first and last line.
  const isShown = (element: Element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return [top + 4, bottom - 4].every((y) =>
      element.contains(document.elementFromPoint((left + right) / 2, y)),
    )
  }
  const hidden: (string | null)[] = []
  for (const field of all(inputs)) {
    // A long text makes its field higher than the window.
    if (field.offsetHeight > 160) continue
    // A field that has the focus already would not be scrolled into view.
    field.blur()
    field.focus()
    if (!isShown(field)) hidden.push(field.id)
    const error = document.querySelector(`#${field.id}-error`)
    if (error && !isShown(error)) hidden.push(error.id)
  }
  const names = /^(Next Step|Get a Call|Book My Free Demo|Close)$/
  for (const button of all('button:enabled')) {
    if (!names.test(button.ariaLabel ?? button.innerText)) continue
    button.focus()
    if (!isShown(button)) hidden.push(button.innerText)
  }
  const progress = document.querySelector('progress')?.parentElement
  if ((progress?.offsetHeight ?? 0) > innerHeight / 3) hidden.push('progress')
  return hidden.map(String)
}
