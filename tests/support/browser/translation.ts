import type { Page } from '@playwright/test'

/** When the translation begins. Pages load their scripts after the first paint, or when a control needs them. */
export type Translation = 'before the scripts run' | 'while they load'

/**
 * Translates every page that is opened from now on, and what appears later, as Chrome and Edge do, which put two elements
 * around each text. Safari and Firefox change texts in place, which is no problem for React. A translated text ends with a
 * zero-width space, which Playwright ignores in texts and names, so that the usual helpers work.
 */
export async function translatePages(page: Page, translation: Translation): Promise<void> {
  await page.addInitScript(translate, translation)
}

/** The texts that are shown and are not translated. */
export const untranslatedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const parent = text.parentElement
      const isShown = parent?.checkVisibility({ visibilityProperty: true })
      const isTranslatable = !parent?.closest('script, style, textarea, [translate=no]')
      const { data } = text as Text
      if (isShown && isTranslatable && data.trim() && !data.endsWith('\u200b')) texts.push(data)
    }
    return texts
  })

/** Runs in the page. */
function translate(moment: Translation): void {
  const translated = new WeakMap<Text, string>()

  function translateText(text: Text): void {
    const parent = text.parentElement
    if (!parent || !text.data.trim() || translated.get(text) === text.data) return
    if (parent.closest('script, style, noscript, textarea, title, [translate=no]')) return
    if (parent.matches('font font')) return
    const data = `${text.data}\u200b`
    if (parent.matches('option')) {
      translated.set(text, data)
      text.data = data
      return
    }
    const outer = document.createElement('font')
    const inner = document.createElement('font')
    for (const font of [outer, inner]) font.style.verticalAlign = 'inherit'
    const copy = document.createTextNode(data)
    inner.append(copy)
    outer.append(inner)
    text.replaceWith(outer)
  }

  function textsIn(root: Node): Text[] {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = root instanceof Text ? [root] : []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    return texts
  }

  function translateAll(root: Node): void {
    for (const text of textsIn(root)) translateText(text)
  }

  let started = false
  function start(): void {
    if (started) return
    started = true
    document.documentElement.lang = 'es'
    document.documentElement.classList.add('translated-ltr')
    translateAll(document.documentElement)
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === 'characterData') translateText(target as Text)
        for (const node of addedNodes) translateAll(node)
      }
    }).observe(document, { childList: true, characterData: true, subtree: true })
  }

  if (moment === 'before the scripts run') document.addEventListener('DOMContentLoaded', start)
  else
    new MutationObserver(() => {
      if (document.head?.querySelector('script[src*="/_next/"]')) start()
    }).observe(document, { childList: true, subtree: true })
}
