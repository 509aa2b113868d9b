import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { brandFiles } from '@/scripts/brand'

it('the images in public/ have the name and the colors of now', async () => {
  for (const [name, content] of Object.entries(await brandFiles()))
    expect(
      readFileSync(join('public', name)).equals(content),
      `public/${name} is outdated. Run: npm run brand`,
    ).toBe(true)
})
