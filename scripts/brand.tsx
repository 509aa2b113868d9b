import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { renderToStaticMarkup } from 'react-dom/server'
import { logoPaths } from '@/components/site/logo'
import { site } from '@/lib/site'
import { dark, light } from './theme'

/** First part of `npm run tool -- brand`: draws the icons. */

const require = createRequire(import.meta.url)
// By require, because Node does not find this export of Next.js by import.
const { ImageResponse } = require('next/og') as typeof import('next/og')

async function brandFiles(): Promise<Record<string, Buffer>> {
  return {
    'public/icon.svg': Buffer.from(icon(0.08, { rx: 9 })),
    'public/favicon.ico': toIco(await draw(32, 0.08)),
    'public/apple-icon.png': await draw(180, 0.14),
    'public/icons/icon-512.png': await draw(512, 0.12),
  }
}

async function draw(size: number, margin: number): Promise<Buffer> {
  const source = `data:image/svg+xml,${encodeURIComponent(icon(margin))}`
  // biome-ignore lint/performance/noImgElement: no page shows it.
  const image = <img src={source} alt="" />
  const response = new ImageResponse(image, { width: size, height: size })
  return Buffer.from(await response.arrayBuffer())
}

/** Puts the header of a file with one picture, of 32 pixels and 32 bits each, before the PNG. */
function toIco(png: Buffer): Buffer {
  const header = Buffer.from([0, 0, 1, 0, 1, 0, 32, 32, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0])
  header.writeUInt32LE(png.length, 14)
  return Buffer.concat([header, png])
}

function icon(margin: number, corners?: { rx: number }): string {
  const place = `translate(${40 * margin} ${40 * margin}) scale(${1 - 2 * margin})`
  const markup = renderToStaticMarkup(
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" fill="none">
      <title>{site.name}</title>
      <rect width="40" height="40" {...corners} fill={light.deep} />
      <g transform={place}>
        <path d={logoPaths.pipe} strokeWidth="8" stroke={light['pipe-body']} />
        <path d={logoPaths.highlight} strokeWidth="1.6" stroke={light.glow} />
        <path d={logoPaths.couplings} fill={light['deep-foreground']} />
        <path d={logoPaths.waves} strokeWidth="2.8" strokeLinecap="round" stroke={dark.water} />
      </g>
    </svg>,
  )
  return markup.replaceAll(/><\/(?:path|rect)>/g, '/>')
}

for (const [name, content] of Object.entries(await brandFiles())) writeFileSync(name, content)
