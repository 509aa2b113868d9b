import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const sources = ['app', 'components', 'lib'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name)),
)
const text = (file: string) => readFileSync(file, 'utf8')
const hasLine = (file: string, line: string) => new RegExp(`^${line}$`, 'm').test(text(file))

const isServerFile = (file: string) => /^lib\/(.*\/)?server\//.test(file)
const isClientFile = (file: string) =>
  /^lib\/(.*\/)?client\//.test(file) || hasLine(file, "'use client'")

/** The project files that this file imports, statically or with import(). Type imports load no code. */
function importsOf(file: string): string[] {
  const specifiers = text(file).matchAll(
    /^(?:import|export)(?! type)[^']*'([@.][^']+)'|import\('([^']+)'\)/gm,
  )
  return [...specifiers]
    .map(([, fromStatic, fromDynamic]) => fromStatic ?? fromDynamic ?? '')
    .map((name) => (name.startsWith('@/') ? name.slice(2) : join(dirname(file), name)))
    .flatMap((name) => [`${name}.ts`, `${name}.tsx`].filter(existsSync))
}

/** All files that the browser loads. Server actions are called over HTTP, so their code stays on the server. */
function browserFiles(): string[] {
  const files = new Set(sources.filter(isClientFile))
  for (const file of files)
    for (const imported of importsOf(file))
      if (!hasLine(imported, "'use server'")) files.add(imported)
  return [...files]
}

describe('the path of a file shows where its code runs', () => {
  it('every file in a server folder imports server-only', () => {
    const files = sources.filter(isServerFile)
    expect(files.length).toBeGreaterThan(20)
    expect(files.filter((file) => !hasLine(file, "import 'server-only'"))).toEqual([])
  })

  it('no browser code imports from a server folder', () => {
    expect(browserFiles().length).toBeGreaterThan(30)
    expect(browserFiles().filter(isServerFile)).toEqual([])
  })

  const isIn = (folder: string) => (file: string) => file.startsWith(folder)
  it.each([
    ['no server file imports from a client folder', isServerFile, /^(?!lib\/(.*\/)?client\/)/],
    ['lib imports neither app nor components', isIn('lib/'), /^lib\//],
    ['components/ui imports only from itself', isIn('components/ui/'), /^components\/ui\//],
  ])('%s', (_, isOne, allowed) => {
    const imports = sources
      .filter(isOne)
      .flatMap((file) => importsOf(file).map((imported) => ({ file, imported })))
    expect(imports.filter(({ imported }) => !allowed.test(imported))).toEqual([])
  })
})
