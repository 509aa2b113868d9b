import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')

type Package = {
  dev?: boolean
  license?: string
  version?: string
  bin?: Record<string, string>
}

const { dependencies, devDependencies, scripts } = JSON.parse(read('package.json'))
const locked: [string, Package][] = Object.entries(JSON.parse(read('package-lock.json')).packages)
const direct: [string, string][] = Object.entries({ ...dependencies, ...devDependencies })

it.each(direct)('%s is pinned to one version, which the lockfile has', (name, version) => {
  expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
  expect(locked.find(([path]) => path === `node_modules/${name}`)?.[1].version).toBe(version)
})

it('CONTRIBUTING lists every license of the packages that the site runs with', () => {
  const [, list = ''] = /^Licenses[^:]*: ([\s\S]*?)\n\n/m.exec(read('CONTRIBUTING.md')) ?? []
  const licenses = new Set(
    locked
      .filter(([path, { dev }]) => path && !dev)
      .flatMap(([path, { license }]) => license?.split(' AND ') ?? [`none: ${path}`]),
  )
  expect(new Set(list.match(/[\w.]+(?:-[\w.]+)*(?= \()/g))).toEqual(licenses)
})

const folders = ['app', 'components', 'lib', 'scripts', 'tests/e2e', 'tests/support', 'tests/unit']
const files = [
  ...readdirSync('.'),
  ...readdirSync('tests').map((name) => `tests/${name}`),
  ...folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  ),
]
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.(css|cjs|mjs|tsx?)$/.test(file))

/** The packages that a file imports, without what it imports for types only. */
function importsOf(file: string): string[] {
  const pattern =
    /^(?:import|export)\s+(?!type\b)(?:[\w{}\s,*$]*?from\s+)?['"]([^'"]+)['"]|\b(?:import|require)\(\s*['"]([^'"]+)['"]|@import "([^"]+)"/gm
  return [...read(file).matchAll(pattern)]
    .map(([, statement, call, style]) => statement ?? call ?? style ?? '')
    .filter((name) => /^(?!node:|@\/)[\w@]/.test(name))
    .map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    )
}

/** What runs in the browser and on the server, and the programs that a clone of the site starts with. */
const runs = files.filter(
  (file) =>
    /^(app|components|lib)\/.*\.tsx?$|^(proxy|instrumentation)\.ts$/.test(file) ||
    ['scripts/start.mjs', 'scripts/leads.mjs'].includes(file),
)
const runtimeImports = new Set(runs.flatMap(importsOf))
const allImports = new Set(files.flatMap(importsOf))

it('dependencies are exactly the packages that the site imports when it runs', () => {
  expect(runs.length).toBeGreaterThan(100)
  expect([...runtimeImports].sort()).toEqual(Object.keys(dependencies).sort())
})

it('every package that a file imports is named in package.json', () => {
  const names = direct.map(([name]) => name)
  expect([...allImports].filter((name) => !names.includes(name))).toEqual([])
})

it.each(Object.keys(devDependencies))('%s builds or tests the site', (name) => {
  const sources = files.filter((file) => !runs.includes(file)).map(read)
  const commands = Object.values<string>(scripts)
  const programs = Object.keys(
    locked.find(([path]) => path === `node_modules/${name}`)?.[1].bin ?? {},
  )
  const isUsed =
    // Imported or resolved, by a statement or as the name of a plugin.
    sources.some((source) => new RegExp(`['"\`]${name}['"\`/]`).test(source)) ||
    // Imported for its types, which are no code.
    files.some((file) => read(file).includes(`from '${name}'`)) ||
    commands.some((command) =>
      programs.some((program) => new RegExp(`(^|[\\s"])${program}(\\s|$)`).test(command)),
    ) ||
    // The types of Node, or of a package that is imported.
    name === '@types/node' ||
    (name.startsWith('@types/') && allImports.has(name.slice('@types/'.length)))
  expect(isUsed).toBe(true)
})

it('@next/env has the version of Next.js, whose part it is', () => {
  expect(dependencies['@next/env']).toBe(dependencies.next)
})
