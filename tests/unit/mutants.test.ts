import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { mutants } from '../mutants'

it('each mutation of `npm run test:mutants` changes one place of the product', () => {
  for (const [file, text] of Object.values(mutants).flat())
    expect(readFileSync(file, 'utf8').split(text), `${file}: ${text}`).toHaveLength(2)
})
