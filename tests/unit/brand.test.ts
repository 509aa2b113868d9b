import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { brandFiles } from '@/scripts/brand'

it('the images in public/ and the scales of the main colors are those of now', async () => {
  for (const [name, content] of Object.entries(await brandFiles()))
    expect(
      readFileSync(name).equals(content),
      `${name} is outdated. Run: npm run tool -- brand`,
    ).toBe(true)
})
