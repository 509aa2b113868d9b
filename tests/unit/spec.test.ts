import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parseAst } from 'vitest/node'

const read = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8').replaceAll(
    '\r\n',
    '\n',
  )

type Item = { sentence: string; tests: { file: string; title: string }[] }

/** The items of the lists below each numbered heading. */
const sections = read('spec.md')
  .split(/^## /m)
  .slice(1)
  .map((text) => ({ number: Number.parseInt(text, 10), items: itemsIn(text) }))
const items = sections.flatMap((section) => section.items)

function itemsIn(section: string): Item[] {
  const [, ...texts] = section.split(/^- /m)
  return texts.map((text) => ({
    sentence: text.split('\n')[0] ?? '',
    tests: [...text.matchAll(/^ {2}- `((?:unit|e2e)\/[^`]+)` › `([^`]+)`$/gm)].map(
      ([, file = '', title = '']) => ({ file, title }),
    ),
  }))
}

describe('tests/spec.md', () => {
  it('has every section of the specification', () => {
    expect(sections.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(sections.filter((section) => section.items.length === 0)).toEqual([])
  })

  it('has a test for every sentence', () => {
    expect(items.filter(({ tests }) => tests.length === 0)).toEqual([])
  })

  it('has only decisions and tests below a sentence', () => {
    const other = /^ +- (?!Decision: |`(?:unit|e2e)\/[^`]+` › `[^`]+`$).*/gm
    expect(read('spec.md').match(other)).toBeNull()
  })

  const named = items.flatMap(({ tests }) => tests)
  it.each([...new Set(named.map(({ file }) => file))])('names existing tests of %s', (file) => {
    const existing = titlesIn(read(file), file)
    const titles = named.filter((test) => test.file === file).map(({ title }) => title)
    expect(titles.filter((title) => !existing.includes(title))).toEqual([])
  })
})

type Node = { type: string } & Record<string, unknown>

function titlesIn(source: string, file: string): string[] {
  const lang = file.endsWith('x') ? 'tsx' : 'ts'
  return [...testsIn(parseAst(source, { lang }), [])]
}

/** Finds the calls of test functions, such as `it.each(…)('title', …)`, anywhere in a tree. */
function* testsIn(tree: unknown, path: string[]): Generator<string> {
  if (Array.isArray(tree)) for (const node of tree) yield* testsIn(node, path)
  if (!isNode(tree)) return
  const names = tree.type === 'CallExpression' ? namesIn(tree.callee) : []
  const title = ['test', 'it', 'base', 'describe'].includes(names[0] ?? '')
    ? titleOf(tree.arguments)
    : null
  const inner = title === null ? path : [...path, title]
  if (title !== null && !names.includes('describe')) yield inner.join(' › ')
  for (const child of Object.values(tree)) yield* testsIn(child, inner)
}

function isNode(tree: unknown): tree is Node {
  return typeof tree === 'object' && tree !== null && 'type' in tree
}

/** `['it', 'each']` of the callee `it.each(…)`. */
function namesIn(callee: unknown): string[] {
  if (!isNode(callee)) return []
  if (callee.type === 'Identifier') return [String(callee.name)]
  if (callee.type === 'CallExpression') return namesIn(callee.callee)
  return [...namesIn(callee.object), ...namesIn(callee.property)]
}

function titleOf(args: unknown): string | null {
  const [first] = args as Node[]
  if (first?.type === 'Literal' && typeof first.value === 'string')
    return first.value.replaceAll(/%[sdifjoO]|\$\w+/g, '…')
  if (first?.type !== 'TemplateLiteral') return null
  const quasis = first.quasis as { value: { cooked: string } }[]
  return quasis.map(({ value }) => value.cooked).join('…')
}
