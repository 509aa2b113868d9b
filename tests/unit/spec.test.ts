import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

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
    // Each title between `›`, as it is written in the file.
    const source = read(file).replaceAll(/%[sdifjoO]|\$\{[^}]+\}|\$\w+/g, '…')
    const titles = named.filter((test) => test.file === file).map(({ title }) => title)
    const exists = (part: string) => ["'", '"', '`'].some((q) => source.includes(q + part + q))
    expect(titles.filter((title) => !title.split(' › ').every(exists))).toEqual([])
  })
})
