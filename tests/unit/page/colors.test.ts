import { expect, it } from 'vitest'
import { plainPage } from '@/lib/cli/plain-page'
import { colors } from '@/lib/page/colors'

it('a page without the style sheet declares the colors of both schemes, and uses no other', () => {
  const page = plainPage('Title', '<p>Text</p>', '')
  const blocks = [...page.matchAll(/:root \{([^}]*)\}/g)].map(([, block = '']) =>
    Object.fromEntries([...block.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, ...color]) => color)),
  )
  expect(blocks).toEqual([colors.light, colors.dark])
  for (const [, name] of page.matchAll(/var\(--([\w-]+)\)/g))
    expect(colors.light).toHaveProperty(name ?? '')
})
