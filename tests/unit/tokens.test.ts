import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { darkTicket, light, themeCss, withColors } from '@/scripts/theme'

it('app/tokens.css and lib/page/colors.ts have the scales of the main colors', () => {
  const code = readFileSync('lib/page/colors.ts', 'utf8')
  const outdated = 'outdated. Run: npm run tool -- brand'
  expect(readFileSync('app/tokens.css', 'utf8'), outdated).toBe(themeCss)
  expect(code, outdated).toBe(withColors(code))
})

/** Text colors by the color behind them. axe cannot measure text on a ticket, because a pseudo-element draws the paper. */
const pairs = {
  muted: ['foreground', 'muted-foreground'],
  card: ['foreground', 'muted-foreground', 'primary', 'primary-hover', 'water', 'destructive'],
  primary: ['primary-foreground'],
  'primary-hover': ['primary-foreground'],
}

describe.each([
  { name: 'the light page', colors: light },
  { name: 'the dark page', colors: darkTicket },
])('on a ticket on $name', ({ colors }) => {
  it.each(
    Object.entries(pairs).flatMap(([behind, texts]) => texts.map((text) => ({ behind, text }))),
  )('$text is readable on $behind', ({ behind, text }) => {
    expect(contrast(colors[text], colors[behind])).toBeGreaterThanOrEqual(4.5)
  })
})

it('a ticket on the dark page is light', () => {
  expect(luminance(darkTicket.card)).toBeGreaterThan(0.7)
})

/** As WCAG defines it. */
function contrast(one?: string, other?: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(hex = ''): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
