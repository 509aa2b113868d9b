import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { brandFiles } from '@/scripts/brand'

it('the images in public/ are what npm run brand draws', async () => {
  for (const [name, content] of Object.entries(await brandFiles()))
    expect(readFileSync(join('public', name)).equals(content), name).toBe(true)
})
