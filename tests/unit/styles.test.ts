import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (path: string) => readFileSync(path, 'utf8')
const filesIn = (...folders: string[]) =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
      (path) => `${folder}/${path.replaceAll('\\', '/')}`,
    ),
  )
const ofBrowser = filesIn('app', 'components')
const components = ofBrowser.filter((path) => path.endsWith('.tsx'))

/** In a class: `[&>p]:`, `[:only-child>&]:`, `*:`, or `has-[p]:`. A condition of the window may stand there. */
const selectors = /(?:\[[^\s\]'"`]*&[^\s'"`]*\]|(?<=[\s'"`:])\*{1,2}|\bhas-\[[^\s'"`]*\]):/g

it('no class of a component has a selector', () => {
  const examples =
    "'mt-2 md:[&>p]:mt-2 lg:[:only-child>&]:mt-2 *:mt-2 has-[p]:mt-2 [@media(print)]:mt-2'"
  expect(examples.match(selectors)).toEqual(['[&>p]:', '[:only-child>&]:', '*:', 'has-[p]:'])
  const found = components.flatMap((path) =>
    (read(path).match(/(?:'[^'\n]*'|"[^"\n]*"|`[^`]*`)/g) ?? [])
      .flatMap((text) => text.match(selectors) ?? [])
      .map((selector) => `${path}: ${selector}`),
  )
  expect([components.length > 40, found]).toEqual([true, []])
})

/** What imports a style sheet of more than one component or page. Of `components/ui`, it is `app/globals.css`. */
const shared: Record<string, string> = {
  'components/booking/booking.css': 'app/book-demo/page.tsx',
  'components/forms/form-message.css': 'app/globals.css',
  'components/landing/pipe-run.css': 'app/page.tsx',
  'components/site/header.css': 'app/globals.css',
}

it('a style sheet is imported once: for every page, or by its component', () => {
  const sheets = ofBrowser.filter((path) => /^components\/.*\.css$/.test(path))
  const importers = sheets.map((sheet) => {
    const imports = new RegExp(`import ['"][^'"]*/${sheet.split('/').at(-1)}['"]`)
    return [
      sheet,
      ofBrowser.filter((path) => /\.(tsx|css)$/.test(path) && imports.test(read(path))),
    ]
  })
  const importerOf = (sheet: string) =>
    shared[sheet] ??
    (sheet.startsWith('components/ui/') ? 'app/globals.css' : sheet.replace('.css', '.tsx'))
  expect(importers).toEqual(sheets.map((sheet) => [sheet, [importerOf(sheet)]]))
})

it('text has a size of the scale', () => {
  const tokens = read('app/tokens.css')
  const steps = [...tokens.matchAll(/--text-([a-z]+): /g)].map(([, step]) => step)
  expect(steps).toEqual(['cell', 'sm', 'base', 'lg', 'title', 'subhead', 'head', 'hero'])
  const own = [
    ...components.flatMap(
      (path) => read(path).match(/\b(?:text|leading|tracking)-\[[^\]]*\]/g) ?? [],
    ),
    ...ofBrowser
      .filter((path) => /^components\/.*\.css$/.test(path))
      .flatMap((path) => read(path).match(/font-size: (?!var\(--text-)[^;]*/g) ?? []),
  ]
  expect(own).toEqual([])
})

it('only files that Tailwind reads have classes', () => {
  const others = filesIn('scripts', 'lib/page').filter((path) => /\.(tsx?|mjs)$/.test(path))
  const found = others.filter((path) => / class(Name)?="/.test(read(path)))
  expect([others.includes('scripts/build.mjs'), found]).toEqual([true, []])
})
