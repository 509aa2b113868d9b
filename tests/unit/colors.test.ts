import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import manifest from '@/app/manifest'
import { colors } from '@/lib/colors'
import { noticePage } from '@/lib/http/plain-page'
import { light } from '@/scripts/theme'

it('a page without the style sheet declares the colors of both schemes, and uses no other', () => {
  const page = noticePage('Title', '<p>Text</p>')
  const blocks = [...page.matchAll(/:root \{([^}]*)\}/g)].map(([, block = '']) =>
    Object.fromEntries([...block.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, ...color]) => color)),
  )
  expect(blocks).toEqual([colors.light, colors.dark])
  for (const [, name] of page.matchAll(/var\(--([\w-]+)\)/g))
    expect(colors.light).toHaveProperty(name ?? '')
})

it('the manifest has the colors of the light scheme', () => {
  const { background_color, theme_color } = manifest()
  expect({ background_color, theme_color }).toEqual({
    background_color: light.background,
    theme_color: light.deep,
  })
})

it('no other file has a color of its own', () => {
  const files = ['app', 'components', 'lib', 'scripts'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((name) => /\.(tsx?|mjs|css)$/.test(name)),
  )
  const withColors = files.filter((file) =>
    /#[0-9a-f]{6}\b|\brgba?\(/i.test(readFileSync(file, 'utf8')),
  )
  expect(withColors).toEqual([join('app', 'tokens.css'), join('lib', 'colors.ts')])
})
