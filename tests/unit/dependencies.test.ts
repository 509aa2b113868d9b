import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { dependencies } from '../../package.json'

it('the workflow names each action of GitHub by a commit, because a tag can be moved', () => {
  const workflow = readFileSync('.github/workflows/ci.yml', 'utf8')
  const actions = workflow.match(/(?<=uses: ).*/g) ?? []
  expect(actions.length).toBeGreaterThan(0)
  for (const action of actions) expect(action).toMatch(/^[\w/-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/)
})

it('@next/env has the version of Next.js, whose part it is', () => {
  expect(dependencies['@next/env']).toBe(dependencies.next)
})

it('CONTRIBUTING.md names each license of the packages that the site runs with', () => {
  const text = readFileSync('CONTRIBUTING.md', 'utf8').replaceAll(/\s+/g, ' ')
  const [, list = ''] = /^.* the site runs with: (.*?)\. /.exec(text) ?? []
  const named = list.replaceAll(/ \(.*?\)/g, '').split(/, (?:and )?/)
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const licenses = Object.values<{ dev?: true; license?: string }>(packages)
    .filter(({ dev }) => !dev)
    .flatMap(({ license }) => license?.split(' AND ') ?? [])
  expect(named.sort()).toEqual([...new Set(licenses)].sort())
})
