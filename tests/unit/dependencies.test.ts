import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')

type Package = { dev?: boolean; license?: string; version?: string }

const { dependencies, devDependencies } = JSON.parse(read('package.json'))
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
