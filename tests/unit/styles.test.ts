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

/** Styles of more than one component, by what imports them. `app/globals.css` imports those of `components/ui`. */
const shared: Record<string, string> = {
  'components/booking/booking.css': 'app/book-demo/page.tsx',
  'components/landing/pipe-run.css': 'app/page.tsx',
}

it('a style sheet is imported by the component beside it that has its name', () => {
  const sheets = ofBrowser.filter((path) => /^components\/(?!ui\/).*\.css$/.test(path))
  const importers = sheets.map((sheet) => {
    const name = sheet.split('/').at(-1)
    return [sheet, components.filter((path) => read(path).includes(`/${name}'`))]
  })
  expect(importers).toEqual(
    sheets.map((sheet) => [sheet, [shared[sheet] ?? sheet.replace('.css', '.tsx')]]),
  )
})

it('only files that Tailwind reads have classes', () => {
  const others = filesIn('scripts', 'lib/page').filter((path) => /\.(tsx?|mjs)$/.test(path))
  const found = others.filter((path) => / class(Name)?="/.test(read(path)))
  expect([others.includes('scripts/build.mjs'), found]).toEqual([true, []])
})
