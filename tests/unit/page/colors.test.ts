import { expect, it } from 'vitest'
import { htmlReport } from '@/lib/cli/html-report'
import { colors } from '@/lib/page/colors'

it('a page without the style sheet declares the colors of both schemes, and uses no other', () => {
  const page = htmlReport({ title: 'Title', range: '', sections: [] }, new Date())
  const blocks = [...page.matchAll(/:root \{([^}]*)\}/g)].map(([, block = '']) =>
    Object.fromEntries([...block.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, ...color]) => color)),
  )
  expect(blocks).toEqual([colors.light, colors.dark])
  for (const [, name] of page.matchAll(/var\(--([\w-]+)\)/g))
    expect(colors.light).toHaveProperty(name ?? '')
})
