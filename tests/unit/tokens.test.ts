import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/*
 * The contrast of the colors in app/tokens.css. axe cannot measure text on a ticket, because a pseudo-element draws the
 * paper.
 */

const css = readFileSync(new URL('../../app/tokens.css', import.meta.url), 'utf8')

/** The colors that a block sets. */
function colorsIn(block: RegExp): Record<string, string> {
  const [, body = ''] = block.exec(css) ?? []
  return Object.fromEntries(
    [...body.matchAll(/--color-([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]),
  )
}

const light = colorsIn(/@theme \{([^}]*)\}/)
const dark = { ...light, ...colorsIn(/color-scheme: dark\) \{\s*:root \{([^}]*)\}/) }
const darkTicket = { ...dark, ...colorsIn(/\.ticket \{([^}]*)\}/) }

/** Text colors by the color behind them. */
const page = {
  paper: ['ink', 'ink-2', 'copper', 'copper-2', 'water', 'ok', 'wrong'],
  'paper-2': ['ink', 'ink-2', 'water'],
  deep: ['on-deep', 'on-deep-2', 'glow'],
  copper: ['on-copper'],
  'copper-2': ['on-copper'],
  'bubble-ai': ['ink'],
  'bubble-caller': ['on-deep'],
}
const ticket = {
  ticket: ['ink', 'ink-2', 'copper', 'copper-2', 'water', 'wrong'],
  copper: ['on-copper'],
  'copper-2': ['on-copper'],
}

describe.each([
  { name: 'the light page', colors: light, pairs: { ...page, ...ticket } },
  { name: 'the dark page', colors: dark, pairs: { ...page, ticket: [...ticket.ticket, 'ok'] } },
  { name: 'a ticket on the dark page', colors: darkTicket, pairs: ticket },
])('on $name', ({ colors, pairs }) => {
  it.each(
    Object.entries(pairs).flatMap(([behind, texts]) => texts.map((text) => ({ behind, text }))),
  )('$text is readable on $behind', ({ behind, text }) => {
    expect(contrast(colors[text], colors[behind])).toBeGreaterThanOrEqual(4.5)
  })
})

it('a ticket on the dark page is light', () => {
  expect(luminance(darkTicket.ticket)).toBeGreaterThan(0.7)
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
