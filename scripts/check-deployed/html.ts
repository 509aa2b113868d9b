import { type DefaultTreeAdapterTypes, parse, defaultTreeAdapter as tree } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node
export type HtmlElement = { tag: string; attributes: Record<string, string>; text: string }

/** All elements of a page, in their order. */
export function elementsOf(html: string): HtmlElement[] {
  return [...elementsIn(parse(html))]
}

function* elementsIn(node: Node): Generator<HtmlElement> {
  if (tree.isElementNode(node)) {
    const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]))
    yield { tag: node.tagName, attributes, text: textOf(node) }
  }
  if ('childNodes' in node) for (const child of node.childNodes) yield* elementsIn(child)
}

function textOf(node: Node): string {
  if (tree.isTextNode(node)) return node.value
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''
}

/** The id of the server action of a form with these hidden fields. */
export function actionIdOf(hidden: Record<string, string>): string {
  return /"id":"(\w+)"/.exec(Object.values(hidden).join(' '))?.[1] ?? ''
}
