import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const sources = ['app', 'components', 'lib'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name)),
)
const text = (file: string) => readFileSync(file, 'utf8')
const hasLine = (file: string, line: string) => new RegExp(`^${line}$`, 'm').test(text(file))

const isServerFile = (file: string) => hasLine(file, "import 'server-only'")

/** The project files whose code this file loads, statically or with import(). */
function importsOf(file: string): string[] {
  return resolve(file, /^(?:import|export)(?! type)[^']*'([@.][^']+)'|import\('([^']+)'\)/gm)
}

/** The same and the files of imported types, also with `typeof import()`. */
function allImportsOf(file: string): string[] {
  return resolve(file, /^(?:import|export)[^']*'([@.][^']+)'|import\('([^']+)'\)/gm)
}

function resolve(file: string, imports: RegExp): string[] {
  return [...text(file).matchAll(imports)]
    .map(([, fromStatic, fromDynamic]) => fromStatic ?? fromDynamic ?? '')
    .map((name) => (name.startsWith('@/') ? name.slice(2) : join(dirname(file), name)))
    .flatMap((name) => [`${name}.ts`, `${name}.tsx`, `${name}/index.ts`].filter(existsSync))
}

/** All files that the browser loads. Server actions are called over HTTP, so their code stays on the server. */
function browserFiles(): string[] {
  const files = new Set(sources.filter((file) => hasLine(file, "'use client'")))
  for (const file of files)
    for (const imported of importsOf(file))
      if (!hasLine(imported, "'use server'")) files.add(imported)
  return [...files]
}

it('every file of the rooms that run on the server imports server-only', () => {
  const files = sources.filter((file) => /^lib\/(leads|ops|http|cli)\//.test(file))
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter((file) => !isServerFile(file))).toEqual([])
})

it('the browser loads no file that imports server-only', () => {
  expect(browserFiles().length).toBeGreaterThan(30)
  expect(browserFiles().filter(isServerFile)).toEqual([])
})

/** What these files load before anything is imported with import(). */
function loadedAtFirst(...files: string[]): string[] {
  const loaded = new Set(files)
  for (const file of loaded)
    for (const imported of resolve(file, /^(?:import|export)(?! type)[^'()]*'([@.][^']+)'/gm))
      if (!hasLine(imported, "'use server'")) loaded.add(imported)
  return [...loaded]
}

it('a page loads only the fields of its own form at first, and the inline script no code for dates', () => {
  expect(loadedAtFirst('components/callback/callback-dialog.tsx')).toContain(
    'lib/forms/callback-forms.ts',
  )
  expect(loadedAtFirst('components/callback/callback-dialog.tsx')).not.toContain(
    'lib/forms/booking-form.ts',
  )
  expect(loadedAtFirst('components/booking/wizard.tsx')).toContain('lib/forms/booking-form.ts')
  expect(loadedAtFirst('components/booking/wizard.tsx')).not.toContain(
    'lib/forms/callback-forms.ts',
  )
  const inline = loadedAtFirst('lib/loader/inline-script.ts')
  expect(inline).toContain('lib/forms/session-storage.ts')
  expect(inline).not.toContain('lib/pacific.ts')
})

const isIn = (folder: string) => (file: string) => file.startsWith(folder)
it.each([
  ['lib', /^lib\//],
  ['components/ui', /^(components\/ui\/|lib\/utils\.ts$)/],
  // The rooms, in the order in which they use each other.
  ['lib/forms', /^lib\/(?!(leads|ops|http|cli)\/)/],
  ['lib/leads', /^lib\/(?!(ops|http|cli)\/)/],
  ['lib/ops', /^lib\/(?!(http|cli)\/)/],
  ['lib/http', /^lib\/(?!cli\/)/],
])('%s imports nothing from above', (folder, allowed) => {
  const imports = sources
    .filter(isIn(`${folder}/`))
    .flatMap((file) => importsOf(file).map((imported) => ({ file, imported })))
  expect(imports.length).toBeGreaterThan(0)
  expect(imports.filter(({ imported }) => !allowed.test(imported))).toEqual([])
})

/** The groups of files in which each imports the others, directly or through others of the group. */
function circles(): string[][] {
  const reachable = new Map(sources.map((file) => [file, new Set(allImportsOf(file))]))
  for (const files of reachable.values())
    for (const file of files) for (const next of reachable.get(file) ?? []) files.add(next)
  const reaches = (from: string, to: string) => reachable.get(from)?.has(to) ?? false
  const groups = sources.map((file) =>
    sources.filter((other) => reaches(file, other) && reaches(other, file)),
  )
  return groups.filter((group, index) => group[0] === sources[index])
}

it('imports and type imports form no circle', () => {
  expect(circles()).toEqual([])
})
