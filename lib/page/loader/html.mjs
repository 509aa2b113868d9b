import { parse, defaultTreeAdapter as tree } from 'parse5'

/**
 * @import { DefaultTreeAdapterTypes as Tree, Token } from 'parse5'
 * @typedef {Record<string, string>} Attributes
 * @typedef {{ tag: string, attributes: Attributes, text: string, location?: Token.ElementLocation | null }} HtmlElement
 */

/**
 * All elements of a page, in their order. Those that the parser adds, such as <tbody>, have no location.
 * @param {string} html
 */
export function elementsOf(html) {
  return [...elementsIn(parse(html, { sourceCodeLocationInfo: true }))]
}

/** @param {Tree.Node} node @returns {Generator<HtmlElement>} */
function* elementsIn(node) {
  if (tree.isElementNode(node)) {
    const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]))
    yield { tag: node.tagName, attributes, text: textOf(node), location: node.sourceCodeLocation }
  }
  for (const child of 'childNodes' in node ? node.childNodes : []) yield* elementsIn(child)
}

/** @param {Tree.Node} node @returns {string} */
function textOf(node) {
  if (tree.isTextNode(node)) return node.value
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''
}
