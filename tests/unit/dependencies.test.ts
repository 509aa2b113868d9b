import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { dependencies } from '../../package.json'
import lock from '../../package-lock.json'

type Package = { dev?: boolean; license?: string; version?: string }
const locked: Record<string, Package> = lock.packages

it('the workflow names each action of GitHub by a commit, because a tag can be moved', () => {
  const workflow = readFileSync('.github/workflows/ci.yml', 'utf8')
  const actions = workflow.match(/(?<=uses: ).*/g) ?? []
  expect(actions.length).toBeGreaterThan(0)
  for (const action of actions) expect(action).toMatch(/^[\w/-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/)
})

it('CONTRIBUTING lists every license of the packages that the site runs with', () => {
  const guide = readFileSync('CONTRIBUTING.md', 'utf8')
  const [, list = ''] = /^Licenses[^:]*: ([\s\S]*?)\n\n/m.exec(guide) ?? []
  const licenses = Object.entries(locked)
    .filter(([path, { dev }]) => path && !dev)
    .flatMap(([path, { license }]) => license?.split(' AND ') ?? [`none: ${path}`])
  expect(new Set(list.match(/[\w.]+(?:-[\w.]+)*(?= \()/g))).toEqual(new Set(licenses))
})

it('@next/env has the version of Next.js, whose part it is', () => {
  expect(dependencies['@next/env']).toBe(dependencies.next)
})
