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
const sheets = ofBrowser.filter((path) => path.endsWith('.css'))
const sheetsOfComponents = sheets.filter((path) => path.startsWith('components/'))

/** In a class: `[&>p]:`, `[:only-child>&]:`, `*:`, or `has-[p]:`. A condition of the window may stand there. */
const selectors =
  /(?:\[[^\s\]'"`]*&[^\s'"`]*\]|(?<=[\s'"`:])\*{1,2}|\bhas-\[[^\s'"`]*\]|(?<=[\s'"`:])(?:before|after|(?:group|peer|in)-[^\s'"`:]+)):/g

it('no class of a component has a selector', () => {
  const examples =
    "'mt-2 md:[&>p]:mt-2 lg:[:only-child>&]:mt-2 *:mt-2 has-[p]:mt-2 [@media(print)]:mt-2 lg:before:mt-2 group-hover:mt-2'"
  expect(examples.match(selectors)).toEqual([
    '[&>p]:',
    '[:only-child>&]:',
    '*:',
    'has-[p]:',
    'before:',
    'group-hover:',
  ])
  const found = components.flatMap((path) =>
    (read(path).match(/(?:'[^'\n]*'|"[^"\n]*"|`[^`]*`)/g) ?? [])
      .flatMap((text) => text.match(selectors) ?? [])
      .map((selector) => `${path}: ${selector}`),
  )
  expect([components.length > 40, found]).toEqual([true, []])
})

it('app/globals.css imports every other style sheet once, and nothing else imports one', () => {
  const others = sheets.filter((path) => path !== 'app/globals.css')
  const imported = read('app/globals.css').match(/(?<=@import ")\.[^"]*/g) ?? []
  const paths = imported.map((path) => new URL(path, 'file:///app/').pathname.slice(1))
  expect([others.length > 15, paths.toSorted()]).toEqual([true, others.toSorted()])
  const importers = components.filter((path) => /^import '.*\.css'$/m.test(read(path)))
  expect(importers).toEqual(['app/global-error.tsx', 'app/layout.tsx'])
})

it('the style sheet of a component has its name, or says what crosses components', () => {
  const found = sheetsOfComponents.filter(
    (path) => !ofBrowser.includes(path.replace('.css', '.tsx')),
  )
  expect(found.toSorted()).toEqual([
    'components/booking/booking.css',
    'components/landing/pipe-run.css',
  ])
})

it('the rules of a component are in a layer, so that classes override them', () => {
  const topLevel = /^(?![\s}]|@layer |@keyframes |\/?\*|$).*/gm
  expect('.a {\n  color: red;\n}\n@layer b {\n}'.match(topLevel)).toEqual(['.a {'])
  expect(sheetsOfComponents.flatMap((path) => read(path).match(topLevel) ?? [])).toEqual([])
})

it('selectors go by position only for the times of a call and the last field of a dialog', () => {
  const byPosition = /:(?:nth|first|last)-/
  const found = sheets.filter((path) => byPosition.test(read(path)))
  expect(found.toSorted()).toEqual([
    'components/landing/call-example.css',
    'components/ui/dialog.css',
  ])
})

it('text has a size of the scale', () => {
  const tokens = read('app/tokens.css')
  const steps = [...tokens.matchAll(/--text-([a-z]+): /g)].map(([, step]) => step)
  expect(steps).toEqual(['cell', 'sm', 'base', 'lg', 'title', 'subhead', 'head', 'hero'])
  const own = [
    ...components.flatMap(
      (path) => read(path).match(/\b(?:text|leading|tracking)-\[[^\]]*\]/g) ?? [],
    ),
    ...sheetsOfComponents.flatMap(
      (path) => read(path).match(/font-size: (?!var\(--text-)[^;]*/g) ?? [],
    ),
  ]
  expect(own).toEqual([])
})

it('only files that Tailwind reads have classes', () => {
  const others = filesIn('scripts', 'lib/page').filter((path) => /\.(tsx?|mjs)$/.test(path))
  const found = others.filter((path) => / class(Name)?="/.test(read(path)))
  expect([others.includes('scripts/build.mjs'), found]).toEqual([true, []])
})
