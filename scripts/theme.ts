import { readFileSync } from 'node:fs'
import { clampRgb, converter, formatHex } from 'culori'

/** The colors of app/tokens.css. `npm run tool -- brand` writes those that come from `--primary` of each scheme. */

/** What is added to the lightness, what multiplies the chroma, and what is added to the hue. */
type Step = [lightness: number, chroma: number, hue: number]

const ofLight: Record<string, Step> = {
  'primary-hover': [-0.0848, 0.8652, -0.86],
  glow: [0.2369, 0.8188, 11.38],
  'pipe-lit': [0.2225, 0.8138, 14.53],
  'pipe-body': [0.0651, 0.9907, 3.64],
  'pipe-shade': [-0.1025, 0.8391, -1.15],
  fitting: [-0.0041, 0.9186, 3.1],
  'fitting-lit': [0.1745, 0.7675, 8.73],
}
const ofDark: Record<string, Step> = {
  'primary-hover': [0.0777, 0.8252, 1.62],
  'pipe-lit': [-0.038, 0.8535, 2.33],
  'pipe-body': [-0.1981, 0.9379, -7.5],
  'pipe-shade': [-0.4009, 0.655, -11.44],
  fitting: [-0.2719, 0.8296, -7.25],
  'fitting-lit': [-0.0892, 0.8361, -1.94],
}
/** Of a ticket on the dark page, from the main color of the light scheme: a ticket stays light. */
const ofTicket: Record<string, Step> = {
  primary: [-0.0498, 0.9333, -0.69],
  'primary-hover': [-0.1237, 0.7957, -1.21],
}

const lightBlock = /:root \{[^}]*\}/
const darkBlock = /color-scheme: dark\) \{\s*:root \{[^}]*\}/
const ticketBlock = /^ {2}\.ticket \{[^}]*\}/m

const scales = [
  { block: lightBlock, scheme: lightBlock, steps: ofLight },
  { block: darkBlock, scheme: darkBlock, steps: ofDark },
  { block: ticketBlock, scheme: lightBlock, steps: ofTicket },
]

export const themeCss = withScales(readFileSync('app/tokens.css', 'utf8'))

export const light = colorsIn(themeCss, lightBlock)
export const dark = { ...light, ...colorsIn(themeCss, darkBlock) }
export const darkTicket = { ...dark, ...colorsIn(themeCss, ticketBlock) }

function colorsIn(css: string, block: RegExp): Record<string, string> {
  const [body = ''] = block.exec(css) ?? []
  const colors = body.matchAll(/--([\w-]+): (#[0-9a-f]{6}|rgb\([^)]*\));/g)
  return Object.fromEntries([...colors].map(([, name, color]) => [name, color]))
}

function withScales(css: string): string {
  let changed = css
  for (const { block, scheme, steps } of scales) {
    const main = colorsIn(css, scheme).primary
    for (const [name, step] of Object.entries(steps))
      changed = changed.replace(block, (body) =>
        body.replace(new RegExp(`(--${name}): #\\w+;`), `$1: ${shift(main, step)};`),
      )
  }
  return changed
}

function shift(main: string | undefined, [lightness, chroma, hue]: Step): string {
  const color = converter('oklch')(main ?? '')
  if (!color) throw new Error('app/tokens.css has no --primary')
  const { l, c, h = 0 } = color
  return formatHex(clampRgb({ mode: 'oklch', l: l + lightness, c: c * chroma, h: h + hue }))
}
