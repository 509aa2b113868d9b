import { createHash } from 'node:crypto'
import { parse, defaultTreeAdapter as tree } from 'parse5'
import { hashOf } from './bundle-loader.mjs'

/** How the framework's inline scripts begin. None of them changes what the visitor sees. */
const frameworkInline = ['(self.__next_f=', 'self.__next_f.', '(globalThis["TURBOPACK"]']
const frameworkFile = /^\/_next\/static\/[\w./~-]+\.js$/
const frameworkAttributes = ['src', 'async', 'id', 'nomodule']
/** The framework's own error page, which has neither our layout nor anything that needs scripts. */
const frameworkPages = ['_global-error', '500']

/**
 * Takes the framework's scripts out of a prerendered page. Its inline scripts become the text of one file. The page's
 * loader gets the list of all files, that one first, in the attribute `data-scripts`. Structured data stays. The
 * framework's own error page loses its scripts.
 *
 * Throws when the page has anything unexpected: a script that stays behind would be blocked by the policy, and one
 * that is missing would leave the page without React.
 *
 * @param {string} html
 * @param {{ page: string, loaderHash: string }} options
 * @returns {{ html: string, file?: { name: string, text: string }, scripts: string[] }}
 */
export function moveScripts(html, { page, loaderHash }) {
  const fail = (/** @type {string} */ reason) => {
    throw new Error(
      `The page "${page}" does not look as scripts/move-scripts.mjs expects: ${reason}. ` +
        'A new version of Next.js may write its scripts in another way.',
    )
  }

  const loaders = []
  const files = []
  const inline = []
  const cuts = []
  for (const element of elementsOf(parse(html, { sourceCodeLocationInfo: true }))) {
    const attributes = Object.fromEntries(element.attrs.map(({ name, value }) => [name, value]))
    if (element.tagName === 'link' && attributes.rel === 'preload' && attributes.as === 'script')
      cuts.push(element.sourceCodeLocation)
    if (element.tagName !== 'script' || attributes.type === 'application/ld+json') continue

    const [content] = element.childNodes
    const text = content && tree.isTextNode(content) ? content.value : ''
    if (hashOf(text) === loaderHash) {
      loaders.push(element.sourceCodeLocation)
      continue
    }
    const unknown = Object.keys(attributes).find((name) => !frameworkAttributes.includes(name))
    if (unknown) fail(`a script has the attribute "${unknown}"`)
    if (attributes.src === undefined) {
      if (!frameworkInline.some((start) => text.startsWith(start)))
        fail(`an inline script is unknown: ${text.slice(0, 80)}`)
      inline.push(text)
    } else {
      if (!frameworkFile.test(attributes.src)) fail(`a script comes from ${attributes.src}`)
      // Every browser that the site supports knows modules.
      if (attributes.nomodule === undefined) files.push(attributes.src)
    }
    cuts.push(element.sourceCodeLocation)
  }

  if (frameworkPages.includes(page)) return { html: replaceAll(html, cuts), scripts: [] }
  const [loader] = loaders
  if (loaders.length !== 1) fail(`it has ${loaders.length} loaders instead of one`)
  if (files.length === 0) fail('it has no script files')
  if (inline.length === 0) fail('it has no inline scripts')

  const text = `${inline.join('\n')}\n`
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16)
  const name = `${page}-${hash}.js`
  const scripts = [`/_next/static/chunks/${name}`, ...files]
  const at = loader.startTag.endOffset - 1
  const list = { startOffset: at, endOffset: at, by: ` data-scripts="${scripts.join(' ')}"` }
  return { html: replaceAll(html, [...cuts, list]), file: { name, text }, scripts }
}

/** Every element of a tree, in document order. */
function* elementsOf(node) {
  if (tree.isElementNode(node)) yield node
  for (const child of node.childNodes ?? []) yield* elementsOf(child)
}

function replaceAll(text, changes) {
  return changes
    .sort((a, b) => b.startOffset - a.startOffset)
    .reduce(
      (all, { startOffset, endOffset, by = '' }) =>
        all.slice(0, startOffset) + by + all.slice(endOffset),
      text,
    )
}
