import { describe, expect, it } from 'vitest'
import { dark, darkTicket, light } from '@/scripts/theme'

/*
 * The contrast of the colors in app/tokens.css. axe cannot measure text on a ticket, because a pseudo-element draws the
 * paper.
 */

/** Text colors by the color behind them. */
const page = {
  background: [
    'foreground',
    'muted-foreground',
    'primary',
    'primary-hover',
    'water',
    'destructive',
  ],
  muted: ['foreground', 'muted-foreground', 'water'],
  deep: ['deep-foreground', 'deep-muted-foreground', 'glow'],
  primary: ['primary-foreground'],
  'primary-hover': ['primary-foreground'],
  'bubble-ai': ['foreground'],
  'bubble-caller': ['deep-foreground'],
}
const ticket = {
  muted: ['foreground', 'muted-foreground'],
  card: ['foreground', 'muted-foreground', 'primary', 'primary-hover', 'water', 'destructive'],
  primary: ['primary-foreground'],
  'primary-hover': ['primary-foreground'],
}

describe.each([
  { name: 'the light page', colors: light, pairs: { ...page, ...ticket } },
  { name: 'the dark page', colors: dark, pairs: { ...page, card: ticket.card } },
  { name: 'a ticket on the dark page', colors: darkTicket, pairs: ticket },
])('on $name', ({ colors, pairs }) => {
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
