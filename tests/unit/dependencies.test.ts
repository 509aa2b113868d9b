import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { allowScripts, dependencies } from '../../package.json'

it('@next/env has the version of Next.js, whose part it is', () => {
  expect(dependencies['@next/env']).toBe(dependencies.next)
})

it('package.json allows every install script of the packages, which npm 12 would skip, and no other', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const withScript = Object.entries<{ hasInstallScript?: true }>(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.split('node_modules/').at(-1))
  expect(Object.keys(allowScripts)).toEqual(withScript)
})
