import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { resubmitDelayMs } from '@/lib/forms/fields'
import { leadKinds } from '@/lib/forms/forms'
import { sampleValues } from '@/lib/forms/samples'
import { buildPayload } from '@/lib/leads/accept'
import { schema, secretNames, webhookNames } from '@/lib/server/env'
import { filesIn } from '../support/process/files'
import { root } from '../support/site/site'

const read = (path: string) => readFileSync(join(root, path), 'utf8').replaceAll('\r\n', '\n')
const all = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map(([, found = '']) => found)),
]

const guides = `${read('README.md')}\n${read('CONTRIBUTING.md')}`
/** The text of each pair of backticks outside the code blocks. */
const spansOf = (text: string) =>
  all(text.replaceAll(/^```[\s\S]*?^```$/gm, ''), /`([^`]+)`/g).map((span) =>
    span.replace(/\s+/g, ' '),
  )

it('every path in the README exists', () => {
  /** Folders in .gitignore need not exist, because commands create them. */
  const ignored = all(read('.gitignore'), /^\/?([\w./-]+\/)$/gm)
  /** Routes and absolute paths begin with a slash. */
  const isPath = (span: string) =>
    /^\.?\w[\w.[\]/-]*$/.test(span) && /\/|\.(ts|tsx|mjs|json|md|css|example)$/.test(span)
  const paths = spansOf(guides)
    .filter(isPath)
    .filter((path) => !ignored.some((rule) => `${path}/`.startsWith(rule)))
  expect(paths).toContain('.env.example')
  for (const path of paths)
    expect(statSync(join(root, path)).isDirectory(), path).toBe(path.endsWith('/'))
})

it('the README has the facts that a visitor who doubts looks for, by what they are worth', () => {
  const [, section = ''] = /^## Facts about you$([\s\S]*?)^## /m.exec(read('README.md')) ?? []
  expect(all(section, /^\d\. `(\w+)`/gm)).toEqual(
    'person priceFrom recording trial rating otherCalls'.split(' '),
  )
})

it('every link of the documents leads to a file, and to a heading that it has', () => {
  const documents = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...filesIn('docs')]
  const slugs = (document: string) =>
    all(document, /^#+ (.*)$/gm).map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    )
  const broken = documents
    .filter((path) => path.endsWith('.md'))
    .flatMap((path) =>
      all(read(path), /\]\((?!https?:|\?)([^)\s]+)\)/g).map((link) => [path, link]),
    )
    .filter(([path = '', link = '']) => {
      const [file, heading] = link.split('#')
      const target = file ? join(dirname(path), file) : path
      if (!existsSync(join(root, target))) return true
      return heading !== undefined && !slugs(read(target)).includes(heading)
    })
  expect(broken).toEqual([])
})

it.each(['README.md', 'docs/deploying.md', 'docs/vercel.md', 'scripts/install-debian.sh'])(
  '%s sets the address of every webhook',
  (guide) => {
    expect(webhookNames.filter((name) => !read(guide).includes(name))).toEqual([])
  },
)

it('docs/configuration.md has the default of each number', () => {
  const defaults = Object.entries(schema.parse({})).filter(([, value]) => typeof value === 'number')
  const document = read('docs/configuration.md')
  const row = (name: string) => new RegExp(`^\\| \`${name}\` +\\|[^|]*\\| (\\d+) `, 'm')
  const described = defaults.map(([name]) => [name, Number(row(name).exec(document)?.[1])])
  expect(Object.fromEntries(described)).toEqual(Object.fromEntries(defaults))
})

it('docs/security.md has the delay between leads', () => {
  expect(read('docs/security.md')).toContain(`one lead in ${resubmitDelayMs / 1000} s of`)
})

it('docs/delivery.md names every key that receivers get', () => {
  const keys = leadKinds.flatMap((kind) =>
    Object.keys(buildPayload({ kind, ...sampleValues(kind) }, new Date())),
  )
  const document = read('docs/delivery.md')
  expect(keys.filter((key) => !document.includes(`\`${key}\``))).toEqual([])
})

it('the README, .env.example and the site name the same variables', () => {
  const example = all(read('.env.example'), /^([A-Z][A-Z0-9_]*)=/gm).sort()
  const described = all(
    spansOf(read('docs/configuration.md')).join('\n'),
    /^([A-Z][A-Z0-9_]*)(?:=.*)?$/gm,
  )
  expect(described.sort()).toEqual(example)

  const known = [
    ...Object.keys(schema.shape),
    ...secretNames.map((name) => `${name}_FILE`),
    'PORT',
    'HOSTNAME',
  ]
  expect(known.sort()).toEqual(example)
})
