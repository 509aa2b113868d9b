import { wcagContrast, wcagLuminance } from 'culori'
import { describe, expect, it } from 'vitest'
import { backgrounds } from '@/lib/page/colors'
import { dark, darkTicket, light } from '@/scripts/theme'

it('lib/page/colors.ts has the backgrounds of app/tokens.css', () => {
  expect(backgrounds).toEqual({ light: light.background, dark: dark.background })
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
    expect(wcagContrast(colors[text] ?? '', colors[behind] ?? '')).toBeGreaterThanOrEqual(4.5)
  })
})

it.each([light, dark])('the main color is readable on the page', ({ primary, background }) => {
  expect(wcagContrast(primary ?? '', background ?? '')).toBeGreaterThanOrEqual(4.5)
})

it('a ticket on the dark page is light', () => {
  expect(wcagLuminance(darkTicket.card ?? '')).toBeGreaterThan(0.7)
})
