import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { builtinModules } from 'node:module'
import { join, resolve } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { hashOf } from '@/lib/page/loader/bundle.mjs'
import { moveScripts } from '@/lib/page/loader/move-scripts.mjs'
import { errorPageFrom } from '../../components/site/error-page.mjs'
import { engines, scripts } from '../../package.json'
import { completeStandalone } from '../../scripts/build.mjs'
import { buildFingerprint, buildStamp, isBuilt, isInstalled } from '../../scripts/setup.mjs'
import { temporaryFolder } from '../support/process/files'
import { bundledPrograms } from '../support/site/cli'
import { publicValues } from '../support/site/other-build'

/** What no end-to-end test sees of a build and of the commands. */

it('a build says in a sentence each which settings the server refuses, and which are none', () => {
  const folder = temporaryFolder('settings')
  const build = (settings: string) => {
    writeFileSync(join(folder, '.env'), settings)
    const env = { PATH: process.env.PATH, NODE_ENV: 'production' } as const
    const args = [resolve('scripts/build.mjs')]
    return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env })
  }
  const refused = build('SUPPORT_EMAIL=help@example\nLEADS_PER_HOUR=0\nTZ=UTC\n')
  expect(refused).toMatchObject({
    status: 1,
    stdout:
      'SUPPORT_EMAIL must be an email address such as help@example.com.\nLEADS_PER_HOUR must be a number from 1 to 999999.\n',
    stderr: '',
  })
  const names = ['OTHER', 'WEBHOK_SECRET', 'CALBAK_WEBHOOK_URL', 'TERMS_UR', 'DATABASE_URL_FILE']
  expect(build(names.map((name) => `${name}=/nowhere\n`).join(''))).toMatchObject({
    status: 1,
    stdout: [
      'OTHER is not a setting of the site.',
      'WEBHOK_SECRET is not a setting of the site: is it WEBHOOK_SECRET?',
      'CALBAK_WEBHOOK_URL is not a setting of the site: is it CALLBACK_WEBHOOK_URL?',
      'TERMS_UR is not a setting of the site: is it TERMS_URL?',
      '',
    ].join('\n'),
    stderr: '',
  })
})

it('the standalone build has the static files and npm run leads, and no other file of the project, and its first request has its address', () => {
  const root = temporaryFolder('build')
  const standalone = join(root, '.next/standalone')
  for (const folder of [standalone, join(root, 'public'), join(root, '.next/static')])
    mkdirSync(folder, { recursive: true })
  for (const name of ['.env', '.env.production', '.env.local'])
    writeFileSync(join(standalone, name), 'CALLBACK_WEBHOOK_URL=https://hooks.example/secret')
  mkdirSync(join(standalone, 'data'))
  writeFileSync(join(standalone, 'data/leads.db'), 'Ana Ruiz')
  writeFileSync(join(standalone, 'package.json'), JSON.stringify({ type: 'module', scripts }))
  const server = `import { createServer } from 'node:http'
    const server = createServer(({ headers }, response) => response.end(Object.keys(headers).join()))
    server.listen(0, async () => {
      console.log(await (await fetch('http://127.0.0.1:' + server.address().port)).text())
      process.exit()
    })`
  writeFileSync(join(standalone, 'server.js'), server)
  completeStandalone(root)
  expect(readdirSync(standalone).sort()).toEqual([
    '.next',
    'before-server.mjs',
    'leads.mjs',
    'package.json',
    'public',
    'server.js',
  ])
  const started = spawnSync(process.execPath, ['server.js'], { cwd: standalone, encoding: 'utf8' })
  expect(JSON.parse(started.stdout), started.stderr).toMatchObject({
    event: 'console',
    text: expect.stringMatching(/,x-socket-address-\w{32}$/),
  })
  symlinkSync(resolve('node_modules'), join(standalone, 'node_modules'), 'junction')
  const help = spawnSync('npm run --silent leads -- help', {
    shell: true,
    cwd: standalone,
    encoding: 'utf8',
  })
  expect(help.stdout, help.stderr).toContain('Usage: npm run leads -- COMMAND')
})

const packages = {
  'node_modules/pg': { version: '2.0.0' },
  'node_modules/vitest': { version: '2.0.0', dev: true },
  'node_modules/for-other-platforms': { version: '2.0.0', optional: true },
}
const listed = (change = {}) => JSON.stringify({ packages: { ...packages, ...change } })
it.each([
  ['nothing is installed', '', false],
  ['the lockfile is installed', listed(), true],
  ['an optional package is left out', listed({ 'node_modules/for-other-platforms': null }), true],
  ['a dev package is left out', listed({ 'node_modules/vitest': null }), false],
  ['another version is installed', listed({ 'node_modules/pg': { version: '1.9.0' } }), false],
  ['an installation stopped while it wrote its list', listed().slice(0, -9), false],
])('whether the packages are installed: %s', (_, list, installed) => {
  const root = temporaryFolder('packages')
  mkdirSync(join(root, 'node_modules'))
  writeFileSync(join(root, 'package-lock.json'), listed({ '': { version: '1.0.0' } }))
  if (list) writeFileSync(join(root, 'node_modules/.package-lock.json'), list)
  expect(isInstalled(root)).toBe(installed)
})

it('the page that Next.js sends when it fails says so, leads home, and has no scripts', () => {
  const page = errorPageFrom(
    '<html><head><title>Page not found</title><link rel="expect" href="#loaded" blocking="render"/><link rel="stylesheet" href="/a.css"/></head><body><header>Menu</header><main id="content"><h1>Oops! Page not found</h1></main><script data-scripts="/a.js">start()</script></body></html>',
  )
  expect(page).toBe(
    '<html><head><title>Unexpected Application Error!</title><link rel="stylesheet" href="/a.css"/></head><body><header>Menu</header><main id="content"><section class="wrap py-section"><h1 class="text-head">Unexpected Application Error!</h1><p class="mt-4 mb-8 text-lg">Something broke on our end. Anything you typed is still in this tab.</p><a class="button" href="/">Back to the home page</a></section></main></body></html>',
  )
})

it('a build is needed again when a source file, or in .env a value that is built in, has changed', () => {
  const root = temporaryFolder('stamp')
  const write = (path: string, text: string) => writeFileSync(join(root, path), text)
  for (const name of ['.next', 'lib']) mkdirSync(join(root, name))
  // A shell may export the variable without a value.
  vi.stubEnv('NEXT_SERVER_ACTIONS_ENCRYPTION_KEY', '')
  const settings = Object.entries(publicValues).map(([name, value]) => `${name}="${value}"\n`)
  for (const [path, text] of [
    ['lib/a.ts', 'one'],
    ['lib/a.ts', 'two'],
    ['tsconfig.json', '{}'],
    ['package.json', '{}'],
    ['.env', 'NEXT_SERVER_ACTIONS_ENCRYPTION_KEY=a-key'],
    ['.env', ''],
    // Each adds one value, so none changes it by what it leaves out.
    ...settings.map((_, index) => ['.env', settings.slice(0, index + 1).join('')] as const),
  ] as const) {
    write(path, text)
    expect(isBuilt(root)).toBe(false)
    write(buildStamp, buildFingerprint(root))
    expect(isBuilt(root)).toBe(true)
  }
})

describe('npm run leads in a clone', () => {
  let root: string
  beforeEach(() => {
    root = temporaryFolder('clone')
    for (const path of ['components', 'lib', 'scripts', 'package.json', 'tsconfig.json'])
      cpSync(path, join(root, path), { recursive: true })
    symlinkSync(resolve('node_modules'), join(root, 'node_modules'), 'junction')
  })
  const leads = () => {
    const { PATH = '' } = process.env
    const env = { PATH, NODE_ENV: 'production' as const }
    const args = [join(root, 'scripts/leads.mjs'), 'help']
    return spawnSync(process.execPath, args, { encoding: 'utf8', cwd: root, env })
  }

  it('runs the source of now, not that of the last build', () => {
    expect(leads()).toMatchObject({ status: 0, stderr: '' })
    const path = join(root, 'lib/cli/commands.ts')
    const source = readFileSync(path, 'utf8')
    writeFileSync(path, source.replace('Usage: npm run leads', 'Use: npm run leads'))
    expect(leads().stdout).toMatch(/^Use: npm run leads/)
  })

  it('says what to do if the source is newer and the program cannot be written', () => {
    const program = join(root, '.next/standalone/leads.mjs')
    mkdirSync(program, { recursive: true })
    utimesSync(program, 0, 0)
    const { status, stdout, stderr } = leads()
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(
      /^The source is newer than the build, and this user cannot bundle it: .*leads\.mjs: .*\. Build first: npm run build\. On a server, see "To change a text" in docs\/deploying\.md\n$/,
    )
  })
})

it('npm run leads loads nothing but itself, Node and the database drivers', () => {
  const folder = bundledPrograms()
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const program = readFileSync(join(folder, 'leads.mjs'), 'utf8')
  const imported = [...program.matchAll(/^import .*?from ["'](?:node:)?([^"']+)/gm)]
  for (const [, from] of imported) expect(['libsql', 'pg', ...builtinModules]).toContain(from)
})

it.each([
  ['18.20.8', 1, 'This site needs Node 20.19 or newer, and this is Node 18.20.8.\n'],
  ['20.18.3', 1, 'This site needs Node 20.19 or newer, and this is Node 20.18.3.\n'],
  ['20.19.0', 0, ''],
  ['26.1.0', 0, ''],
])('the commands check Node %s first', (version, status, stderr) => {
  const fake = `Object.defineProperty(process, 'version', { value: 'v${version}' })`
  const code = `${fake}; require('./scripts/check-node.cjs')`
  const run = spawnSync(process.execPath, ['--eval', code], { encoding: 'utf8' })
  expect(run).toMatchObject({ status, stderr })
  expect(engines.node).toMatch(/^>=20\.19\.0 /)
  for (const command of Object.values(scripts)) {
    const [, file] = /node (scripts\/\S+)/.exec(command) ?? []
    if (file)
      expect(readFileSync(file, 'utf8').split('\n')[0], file).toBe("import './check-node.cjs'")
  }
})

const loader = 'startLoader()'
const data =
  '<script>self.__next_f.push([1])</script><script src="/_next/static/chunks/x.js" async=""></script>'
it('a page lists its scripts in their order, but not those for old browsers', () => {
  const old = '<script src="/_next/static/chunks/old.js" nomodule=""></script>'
  const options = { page: 'index', loaderHash: hashOf(loader), when: 'on touch' }
  const { html, scripts } = moveScripts(`<script>${loader}</script>${old}${data}`, options)
  expect(scripts).toEqual([expect.stringContaining('/index-'), '/_next/static/chunks/x.js'])
  expect(html).toBe(
    `<script data-scripts="${scripts.join(' ')}" data-when="on touch">${loader}</script>`,
  )
})

it('a page runs React DOM in a task of its own, and the rest of the framework after its own files', () => {
  const start = (chunks: string, id: number) =>
    `(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push({"otherChunks":[${chunks}],"runtimeModuleIds":[${id}]})`
  const files = ['own.js', 'react.js', 'turbopack-1.js', 'last.js', 'next.js']
  const body = files.map((name) => `<script src="/_next/static/chunks/${name}" async=""></script>`)
  const framework = '"static/chunks/react.js","static/chunks/next.js"'
  const { file, scripts } = moveScripts(
    `<script>${loader}</script>${body.join('')}<script>${start(framework, 1)};</script>${data}`,
    { page: 'index', loaderHash: hashOf(loader), when: 'on touch', reactDom: '46480' },
  )
  expect(scripts.slice(1).map((path) => path.split('/').at(-1))).toEqual([
    'react.js',
    'turbopack-1.js',
    'next.js',
    'own.js',
    'last.js',
    'x.js',
  ])
  expect(file?.text).toBe(
    `${start(framework, 46480)};${start(`${framework},"static/chunks/x.js"`, 1)};\nself.__next_f.push([1])\n`,
  )
})

it.each([
  ['an unknown inline script', `<script>${loader}</script><script>x()</script>${data}`, 'unknown'],
  ['a different loader', `<script>x()</script>${data}`, 'an inline script is unknown'],
  ['two loaders', `<script>${loader}</script>`.repeat(2) + data, 'it has 2 loaders'],
  ['an unknown attribute', `<script>${loader}</script><script type="module">1</script>`, '"type"'],
  ['a script from elsewhere', `<script>${loader}</script><script src="//cdn/x.js">`, '//cdn'],
  ['no script files', `<script>${loader}</script>`, 'it has no script files'],
])('a page with %s stops the build', (_, body, reason) => {
  const run = () =>
    moveScripts(body, { page: 'index', loaderHash: hashOf(loader), when: 'on touch' })
  expect(run).toThrow('The page "index" is not as lib/page/loader/move-scripts.mjs expects')
  expect(run).toThrow(reason)
})
