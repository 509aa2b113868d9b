import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
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

  it('names every script of package.json, and no other', () => {
    const { scripts } = JSON.parse(read('package.json'))
    const named = [
      ...all(readme, /\bnpm\s+(start|test)\b/g),
      ...all(readme, /\bnpm\s+run\s+([\w:-]+)/g),
    ]
    expect(named.sort()).toEqual(Object.keys(scripts).sort())
  })

  it('shows one picture of at most 150 KB', () => {
    const pictures = all(readme, /!\[[^\]]+\]\(([^)]+)\)/g)
    expect(pictures).toHaveLength(1)
    for (const path of pictures) expect(statSync(join(root, path)).size).toBeLessThan(150_000)
  })
})

describe('a path in the README', () => {
  /** Folders that git ignores need not exist: commands create them. */
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

  it('is recognized, be it a folder or a file', () => {
    expect(paths).toEqual(
      expect.arrayContaining(['app/', 'lib/leads/server/submit.ts', '.env.example']),
    )
  })
})

describe('a variable', () => {
  const example = all(read('.env.example'), /^([A-Z][A-Z0-9_]*)=/gm)
  const described = all(spans.join('\n'), /^([A-Z][A-Z0-9_]*)(?:=.*)?$/gm)
  /** Builds and tests read these from the shell, not from .env. */
  const shellOnly = ['CI', 'NEXT_SERVER_ACTIONS_ENCRYPTION_KEY', 'TRACE']
  const setByVercel = /^VERCEL_/

  it('that the README names is in .env.example, and the other way round', () => {
    const named = described.filter((name) => !shellOnly.includes(name))
    expect(named.sort()).toEqual(example.sort())
  })

  it('that the site reads is in .env.example, and the other way round', () => {
    const environment = all(read('lib/server/env.ts'), /\b([A-Z]+(?:_[A-Z]+)+)\b/g)
    const listening = all(read('scripts/start.mjs'), /\b(PORT|HOSTNAME)\b/g)
    const known = [...environment, ...listening].filter((name) => !setByVercel.test(name))
    expect(known.sort()).toEqual(example.sort())
  })
})

const systemd = !spawnSync('systemd-analyze', ['--version']).error

describe.skipIf(!systemd)('the systemd unit in the README (needs systemd-analyze)', () => {
  it('is valid', () => {
    const [unit = ''] = all(readme, /^```ini\n([\s\S]*?)^```$/gm)
    expect(unit.split('/usr/bin/node ')).toHaveLength(2)
    const folder = mkdtempSync(join(tmpdir(), 'unit-'))
    const path = join(folder, 'site.service')
    try {
      writeFileSync(path, unit.replace('/usr/bin/node ', `${process.execPath} `))
      const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', path], {
        encoding: 'utf8',
      })
      const complaints = `${stdout}${stderr}`.split('\n').filter((line) => line.includes(path))
      expect(complaints).toEqual([])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
