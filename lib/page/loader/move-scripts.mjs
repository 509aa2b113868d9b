import { createHash } from 'node:crypto'
import { hashOf } from './bundle.mjs'
import { elementsOf } from './html.mjs'

/** @typedef {{ startOffset: number, endOffset: number, insert?: string }} Change */

/** The beginnings of Next.js's inline scripts. None of them changes what the visitor sees. */
const frameworkInline = ['(self.__next_f=', 'self.__next_f.', '(globalThis["TURBOPACK"]']
const frameworkFile = /^\/_next\/static\/[\w./~-]+\.js$/
const frameworkAttributes = ['src', 'async', 'id', 'nomodule']
/** Next.js's error page. It does not use our layout and needs no scripts. */
const frameworkPages = ['_global-error', '500']

/**
 * Removes Next.js's scripts from a prerendered page. The inline scripts become one file. The attribute `data-scripts`
 * of the page's loader lists that file, then all other script files, and `data-when` says when they load. Structured data
 * stays. Next.js's error page gets no scripts.
 *
 * Throws when the page contains anything unexpected: the Content-Security-Policy would block a script that stays, and
 * React would not start if one were missing.
 *
 * @param {string} html
 * @param {{ page: string, loaderHash: string, when: string, reactDom?: string }} options
 * @returns {{ html: string, file?: { name: string, text: string }, scripts: string[] }}
 */
export function moveScripts(html, { page, loaderHash, when, reactDom }) {
  const fail = (/** @type {string} */ reason) => {
    throw new Error(
      `The page "${page}" is not as lib/page/loader/move-scripts.mjs expects: ${reason}. ` +
        'A new version of Next.js may write its scripts differently.',
    )
  }

  const { loaders, files, inline, removals } = scriptsOf(html, loaderHash, fail)
  if (frameworkPages.includes(page)) return { html: replaceAll(html, removals), scripts: [] }
  const [loader] = loaders
  if (!loader?.startTag || loaders.length > 1)
    return fail(`it has ${loaders.length} loaders instead of one`)
  if (files.length === 0) fail('it has no script files')
  if (inline.length === 0) fail('it has no inline scripts')

  const { start, order } = inPieces(inline.join('\n'), files, reactDom)
  const text = `${start}\n`
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8)
  const name = `${page.replaceAll(/[/\\]/g, '-')}-${hash}.js`
  const scripts = [`/_next/static/chunks/${name}`, ...order]
  const tagEnd = loader.startTag.endOffset - 1
  const list = {
    startOffset: tagEnd,
    endOffset: tagEnd,
    insert: ` data-scripts="${scripts.join(' ')}" data-when="${when}"`,
  }
  return { html: replaceAll(html, [...removals, list]), file: { name, text }, scripts }
}

/**
 * Finds the page's loader, Next.js's script files and inline scripts, and what is removed of them.
 *
 * @param {string} html
 * @param {string} loaderHash
 * @param {(reason: string) => never} fail
 */
function scriptsOf(html, loaderHash, fail) {
  const loaders = []
  const files = []
  const inline = []
  const removals = []
  for (const { tag, attributes, text, location } of elementsOf(html)) {
    if (!location) continue
    if (tag === 'link' && attributes.rel === 'preload' && attributes.as === 'script')
      removals.push(location)
    if (tag !== 'script' || attributes.type === 'application/ld+json') continue

    if (hashOf(text) === loaderHash) {
      loaders.push(location)
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
      // Every supported browser ignores `nomodule` scripts.
      if (attributes.nomodule === undefined) files.push(attributes.src)
    }
    removals.push(location)
  }
  return { loaders, files, inline, removals }
}

/**
 * Next.js runs the framework in one task, once its files are there, and a key would wait for it. This way React DOM runs in a
 * task of its own, and the rest once the page's own files are there, too, which follow.
 *
 * @param {string} text The inline scripts.
 * @param {string[]} files
 * @param {string | undefined} reactDom The id of its module.
 */
function inPieces(text, files, reactDom) {
  const [start = '', chunks = ''] =
    /\(globalThis\["TURBOPACK"\][^{]*\{"otherChunks":\[([^\]]*)\],[^)]*\)/.exec(text) ?? []
  const isOwn = (/** @type {string} */ file) =>
    !file.includes('/turbopack-') && !chunks.includes(file.replace('/_next/', ''))
  const last = files.filter(isOwn).at(-1)?.replace('/_next/', '')
  if (!reactDom || !last) return { start: text, order: files }
  const pieces = [
    start.replace(/"runtimeModuleIds":\[.*?\]/, `"runtimeModuleIds":[${reactDom}]`),
    start.replace(chunks, `${chunks},"${last}"`),
  ]
  return {
    start: text.replace(start, pieces.join(';')),
    order: [...files.filter((file) => !isOwn(file)), ...files.filter(isOwn)],
  }
}

/** @param {string} text @param {Change[]} changes */
function replaceAll(text, changes) {
  return changes
    .sort((a, b) => b.startOffset - a.startOffset)
    .reduce(
      (result, { startOffset, endOffset, insert = '' }) =>
        result.slice(0, startOffset) + insert + result.slice(endOffset),
      text,
    )
}
