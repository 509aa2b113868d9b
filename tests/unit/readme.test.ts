import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8').replaceAll('\r\n', '\n')

const readme = read('README.md')
const prose = readme.replaceAll(/^```[\s\S]*?^```$/gm, '')
/** The text of each pair of backticks outside the code blocks. */
const spans = [...prose.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span.replace(/\s+/g, ' '))
const all = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map(([, found = '']) => found)),
]

describe('the README', () => {
  it('has these sections in this order, in at most 200 lines', () => {
    expect(all(prose, /^#+ (.+)$/gm)).toEqual([
      'Plumbing Xperience',
      'Two commands',
      'Where things live',
      'Configuration',
      'Deploying',
      'Operating',
      'What is promised to a lead',
      'Staying up',
      'Performance',
      'Dependencies',
    ])
    expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(200)
  })

  it('names every script in package.json, and no others', () => {
    const { scripts } = JSON.parse(read('package.json'))
    const named = [
      ...all(readme, /\bnpm\s+(start|test)\b/g),
      ...all(readme, /\bnpm\s+run\s+([\w:-]+)/g),
    ]
    expect(named.sort()).toEqual(Object.keys(scripts).sort())
  })

  it('shows one image of at most 150 KB', () => {
    const images = all(readme, /!\[[^\]]+\]\(([^)]+)\)/g)
    expect(images).toHaveLength(1)
    for (const path of images) expect(statSync(join(root, path)).size).toBeLessThan(150_000)
  })
})

describe('a path in the README', () => {
  /** Folders in .gitignore need not exist, because commands create them. */
  const ignored = read('.gitignore')
    .split('\n')
    .filter((line) => /^[\w./-]+$/.test(line))
  const isIgnored = (path: string) =>
    ignored.some((rule) => rule.endsWith('/') && `${path}/`.startsWith(rule))
  /** A path of this repository has a slash or a file extension. Routes and absolute paths begin with a slash. */
  const isPath = (span: string) =>
    /^\.?\w[\w.[\]/-]*$/.test(span) && /\/|\.(ts|tsx|mjs|json|md|css|example)$/.test(span)
  const paths = [...new Set(spans.filter(isPath))].filter((path) => !isIgnored(path))

  it.each(paths)('%s exists', (path) => {
    expect(existsSync(join(root, path))).toBe(true)
    expect(statSync(join(root, path)).isDirectory()).toBe(path.endsWith('/'))
  })

  it('is recognized, whether folder or file', () => {
    expect(paths).toEqual(
      expect.arrayContaining(['app/', 'lib/leads/server/submit.ts', '.env.example']),
    )
  })
})

describe('every variable', () => {
  const example = all(read('.env.example'), /^([A-Z][A-Z0-9_]*)=/gm)
  const described = all(spans.join('\n'), /^([A-Z][A-Z0-9_]*)(?:=.*)?$/gm)
  /** Tests read these from the shell, not from .env. */
  const shellOnly = ['CI', 'TRACE']
  const readByNext = 'NEXT_SERVER_ACTIONS_ENCRYPTION_KEY'
  const setByVercel = /^VERCEL_/

  it('in the README is in .env.example, and vice versa', () => {
    const named = described.filter((name) => !shellOnly.includes(name))
    expect(named.sort()).toEqual(example.sort())
  })

  it('that the site reads is in .env.example, and vice versa', () => {
    const source = read('lib/server/env.ts')
    const [, secrets = ''] = /secretNames = \[([^\]]*)\]/.exec(source) ?? []
    const files = all(secrets, /'(\w+)'/g).map((name) => `${name}_FILE`)
    const environment = [...new Set([...all(source, /\b([A-Z]+(?:_[A-Z]+)+)\b/g), ...files])]
    const listening = all(read('scripts/start.mjs'), /\b(PORT|HOSTNAME)\b/g)
    const known = [...environment, ...listening, readByNext].filter(
      (name) => !setByVercel.test(name),
    )
    expect(known.sort()).toEqual(example.sort())
  })
})

it.each(['README.md', '.env.example'])(
  '%s names the ends of the original webhook addresses',
  (path) => {
    expect(read(path)).toContain('/plumbing_xperience')
    expect(read(path)).toContain('/landing_page_book_demo')
  },
)
