import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** What no file of these folders imports: a path from the top folder, which begins with a slash, or a package. */
const rules: [reason: string, files: RegExp, imported: RegExp][] = [
  [
    'lib imports nothing from the other folders',
    /^lib\//,
    /^\/(app|components|scripts|tests)(\/|$)/,
  ],
  [
    "pages and forms import of lib/leads only '@/lib/leads'",
    /^([\w.]+$|app\/|components\/|lib\/(?!leads\/|ops\/|cli\/|http\/|server\/))/,
    /^\/lib\/leads\//,
  ],
  [
    'lib/leads imports nothing from what uses it',
    /^lib\/(leads|server)\//,
    /^\/lib\/(ops|http|cli)\//,
  ],
  [
    'only lib/leads/store imports the drivers of databases',
    /^(?!lib\/leads\/store\/)/,
    /^(libsql|pg)$/,
  ],
  [
    'the loader, which is in every page, imports only its own files and two small ones',
    /^lib\/page\/loader\/[^/]+\.ts$/,
    /^(?!\/lib\/(page\/loader\/|after-next-paint$|forms\/client\/storage$))/,
  ],
  [
    'components/ui has no product words: beside its own files it imports only lib/utils',
    /^components\/ui\//,
    /^\/(?!components\/ui\/|lib\/utils$)/,
  ],
]

const files = [
  ...readdirSync('.'),
  ...['app', 'components', 'lib'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) =>
      `${folder}/${path}`.replaceAll('\\', '/'),
    ),
  ),
].filter((path) => /\.(tsx?|mjs)$/.test(path))

const imports = files.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)].map(
    ([, name = '']) => ({ file, imported: resolved(file, name) }),
  ),
)

function resolved(file: string, name: string): string {
  if (name.startsWith('@/')) return name.slice(1)
  return name.startsWith('.') ? join('/', file, '..', name).replaceAll('\\', '/') : name
}

describe('imports', () => {
  it.each(rules)('%s', (_, importers, forbidden) => {
    expect(files.filter((file) => importers.test(file))).not.toEqual([])
    const wrong = imports.filter(
      ({ file, imported }) => importers.test(file) && forbidden.test(imported),
    )
    expect(wrong).toEqual([])
  })

  it('of every file of the folders of the server have server-only', () => {
    const ofServer = files.filter((file) => /^lib\/(leads|ops|http|cli|server)\/.*\.ts$/.test(file))
    const marked = imports.filter(({ imported }) => imported === 'server-only')
    const without = ofServer.filter((file) => !marked.some((each) => each.file === file))
    expect([ofServer.length > 20, without]).toEqual([true, []])
  })
})
