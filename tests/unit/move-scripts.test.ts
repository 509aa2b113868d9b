import { describe, expect, it } from 'vitest'
import { hashOf } from '../../scripts/bundle-loader.mjs'
import { moveScripts } from '../../scripts/move-scripts.mjs'

const loader = 'startLoader()'
const options = { page: 'index', loaderHash: hashOf(loader) }
const chunk = '/_next/static/chunks'

const head = `<link rel="stylesheet" href="${chunk}/a.css"/><link rel="preload" as="script" fetchPriority="low" href="${chunk}/main.js"/><script src="${chunk}/react.js" async=""></script>`
const body = `<p>1 < 2 &amp; more</p><script type="application/ld+json">{"@type":"Thing"}</script><script>${loader}</script>`
const end = `<script src="${chunk}/old.js" noModule=""></script><script id="_R_">(globalThis["TURBOPACK"] || []).push({})</script><script src="${chunk}/main.js" async=""></script><script>(self.__next_f=self.__next_f||[]).push([0])</script><script>self.__next_f.push([1,"<p>data<\\/p>"])</script>`
const page = (extra = '') =>
  `<!DOCTYPE html><html lang="en"><head>${head}</head><body>${body}${extra}${end}</body></html>`

describe('moveScripts', () => {
  const moved = moveScripts(page(), options)

  it('keeps the loader, which lists all files, and the structured data', () => {
    const list = `${chunk}/${moved.file?.name} ${chunk}/react.js ${chunk}/main.js`
    expect(moved.html).toBe(
      `<!DOCTYPE html><html lang="en"><head><link rel="stylesheet" href="${chunk}/a.css"/></head><body>${body.replace('<script>', `<script data-scripts="${list}">`)}</body></html>`,
    )
    expect(moved.scripts.join(' ')).toBe(list)
  })

  it('moves the inline scripts into one file in the same order', () => {
    expect(moved.file?.text).toBe(
      '(globalThis["TURBOPACK"] || []).push({})\n(self.__next_f=self.__next_f||[]).push([0])\nself.__next_f.push([1,"<p>data<\\/p>"])\n',
    )
  })

  it('names that file after the page and a hash of its content', () => {
    expect(moved.file?.name).toMatch(/^index-[\da-f]{16}\.js$/)
    expect(moveScripts(page(), options).file?.name).toBe(moved.file?.name)
    const changed = moveScripts(page().replace('data', 'other'), options)
    expect(changed.file?.name).not.toBe(moved.file?.name)
  })

  it('removes all scripts from the error page of Next.js', () => {
    const own = `<!DOCTYPE html><html><head>${head}</head><body><p>500</p>${end}</body></html>`
    expect(moveScripts(own, { ...options, page: '_global-error' })).toEqual({
      html: `<!DOCTYPE html><html><head><link rel="stylesheet" href="${chunk}/a.css"/></head><body><p>500</p></body></html>`,
      scripts: [],
    })
  })
})

describe('a page with unexpected content stops the build', () => {
  it.each([
    ['without a loader', page().replace(loader, ''), 'an inline script is unknown'],
    ['with a different loader', page().replace(loader, 'x()'), 'an inline script is unknown'],
    ['with two loaders', page(`<script>${loader}</script>`), 'it has 2 loaders instead of one'],
    ['with an inline script that moves content', page('<script>$RC("B:0")</script>'), '$RC("B:0")'],
    [
      'with a script that has another attribute',
      page('<script type="module">1</script>'),
      '"type"',
    ],
    [
      'with a script from another site',
      page('<script src="//cdn.example/x.js"></script>'),
      '//cdn',
    ],
    [
      'without the React data',
      page().replaceAll('__next_f', '__other'),
      'an inline script is unknown',
    ],
    ['without any script', `<body><script>${loader}</script></body>`, 'it has no script files'],
  ])('%s', (_, html, reason) => {
    const run = () => moveScripts(html, options)
    expect(run).toThrow('The page "index" is not as scripts/move-scripts.mjs expects')
    expect(run).toThrow(reason)
  })
})
