import { expect, it } from 'vitest'
import { dependencies } from '../../package.json'

it('@next/env has the version of Next.js, whose part it is', () => {
  expect(dependencies['@next/env']).toBe(dependencies.next)
})
