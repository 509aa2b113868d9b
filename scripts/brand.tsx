import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { logoPaths } from '@/components/site/logo'
import { callExample, hero } from '@/lib/content/landing'
import { site } from '@/lib/site'
import { dark, light, themeCss, withColors } from './theme'

/** `npm run tool -- brand`: writes the colors that come from the main ones, and draws the icons and the share image. */

const require = createRequire(import.meta.url)
// By require, because Node does not find this export of Next.js by import.
const { ImageResponse } = require('next/og') as typeof import('next/og')

const fontFiles = {
  400: require.resolve('@fontsource/familjen-grotesk/files/familjen-grotesk-latin-400-normal.woff'),
  700: require.resolve('@fontsource/familjen-grotesk/files/familjen-grotesk-latin-700-normal.woff'),
}
const fonts = ([400, 700] as const).map((weight) => ({
  name: 'Familjen',
  weight,
  data: readFileSync(fontFiles[weight]),
}))

async function brandFiles(): Promise<Record<string, Buffer>> {
  return {
    'app/tokens.css': Buffer.from(themeCss),
    'lib/page/colors.ts': Buffer.from(withColors(readFileSync('lib/page/colors.ts', 'utf8'))),
    'public/icon.svg': Buffer.from(
      renderToStaticMarkup(vectorIcon).replaceAll(/><\/(?:path|rect)>/g, '/>'),
    ),
    'public/favicon.ico': toIco(await drawIcon(32, 0.08)),
    'public/apple-icon.png': await drawIcon(180, 0.14),
    'public/icons/icon-192.png': await drawIcon(192, 0.12),
    'public/icons/icon-512.png': await drawIcon(512, 0.12),
    // A launcher may crop it to a circle.
    'public/icons/maskable-512.png': await drawIcon(512, 0.24),
    'public/share.png': await draw(<ShareImage />, 1200, 630),
  }
}

async function draw(image: ReactElement, width: number, height: number): Promise<Buffer> {
  const response = new ImageResponse(image, { width, height, fonts })
  return Buffer.from(await response.arrayBuffer())
}

function drawIcon(size: number, margin: number): Promise<Buffer> {
  const icon = (
    <div style={{ display: 'flex', padding: size * margin, background: light.deep }}>
      <Mark size={size * (1 - 2 * margin)} {...iconColors} />
    </div>
  )
  return draw(icon, size, size)
}

/** Puts the header of a file with one picture, of 32 pixels and 32 bits each, before the PNG. */
function toIco(png: Buffer): Buffer {
  const header = Buffer.from([0, 0, 1, 0, 1, 0, 32, 32, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0])
  header.writeUInt32LE(png.length, 14)
  return Buffer.concat([header, png])
}

const iconColors = { couplings: light['deep-foreground'], waves: dark.water }

const vectorIcon = (
  <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" fill="none">
    <title>{site.name}</title>
    <rect width="40" height="40" rx="9" fill={light.deep} />
    <g transform="translate(3.2 3.2) scale(.84)">{markPaths(iconColors)}</g>
  </svg>
)

type MarkColors = { couplings?: string; waves?: string }

function Mark({ size, ...colors }: MarkColors & { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 40 40" fill="none" aria-hidden="true">
      {markPaths(colors)}
    </svg>
  )
}

/** Not a component, because the renderer of the images knows only elements in an SVG. */
function markPaths({ couplings, waves }: MarkColors) {
  return (
    <>
      <path d={logoPaths.pipe} strokeWidth="8" stroke={light['pipe-body']} />
      <path d={logoPaths.highlight} strokeWidth="1.6" stroke={light.glow} />
      <path d={logoPaths.couplings} fill={couplings} />
      <path d={logoPaths.waves} strokeWidth="2.8" strokeLinecap="round" stroke={waves} />
    </>
  )
}

const pipe = `linear-gradient(${light['pipe-lit']}, ${light['pipe-body']} 40%, ${light['pipe-shade']})`

function ShareImage() {
  return (
    <div tw={`flex w-full h-full bg-[${light.background}] text-[${light.foreground}]`}>
      <div tw="absolute bottom-[44px] w-full h-[30px]" style={{ background: pipe }} />
      <div tw="flex flex-col w-[620px] pt-[56px] pl-[64px]">
        <div tw="flex items-center text-[34px] font-bold">
          <Mark size={58} couplings={light.foreground} waves={light.water} />
          <span tw="ml-[16px]">{site.name}</span>
        </div>
        <Headline />
        <div tw={`mt-[30px] text-[29px] text-[${light['muted-foreground']}]`}>{hero.audience}</div>
      </div>
      <Call />
      <JobTicket />
    </div>
  )
}

/** The renderer breaks lines between elements only, so each word is an element. */
function Headline() {
  return (
    <div tw="flex flex-wrap mt-[44px] text-[76px] font-bold leading-[1.04] tracking-[-2.4px]">
      {hero.headline.flatMap((part, index) =>
        part
          .trim()
          .split(' ')
          .map((word) => (
            <span
              key={word}
              tw={`mr-[18px] text-[${light[index === 1 ? 'primary' : 'foreground']}]`}
            >
              {word}
            </span>
          )),
      )}
    </div>
  )
}

function Call() {
  const colors = `bg-[${light.deep}] text-[${light['deep-foreground']}]`
  return (
    <div
      tw={`absolute left-[690px] top-[56px] w-[446px] h-[330px] flex flex-col p-[28px] rounded-[30px] ${colors}`}
    >
      <div tw="text-[25px] font-bold">{callExample.call}</div>
      <div tw={`mt-[2px] text-[21px] text-[${light['deep-muted-foreground']}]`}>
        {callExample.answered}
      </div>
      <div
        tw={`self-start mt-[26px] px-[22px] py-[14px] text-[23px] rounded-[22px] bg-[${light['bubble-caller']}]`}
        style={{ textWrap: 'balance' }}
      >
        {callExample.says[1]}
      </div>
    </div>
  )
}

function JobTicket() {
  const shadow = `0 18px 34px ${light.shade}`
  return (
    <div
      tw={`absolute left-[722px] top-[264px] w-[420px] flex flex-col px-[28px] pt-[22px] pb-[74px] rounded-[8px] bg-[${light.card}]`}
      style={{ boxShadow: shadow, transform: 'rotate(-2deg)' }}
    >
      <div tw="flex justify-between text-[24px]">
        <span tw="font-bold">{callExample.ticket}</span>
        <span tw={`text-[${light['muted-foreground']}]`}>{callExample.number}</span>
      </div>
      {callExample.rows.slice(0, 4).map(({ label, text, ...row }) => (
        <div key={label} tw={`flex py-[7px] text-[18.5px] border-b-2 border-[${light.border}]`}>
          <span tw={`w-[114px] text-[${light['muted-foreground']}]`}>{label}</span>
          <span tw={`font-bold text-[${light['money' in row ? 'primary' : 'foreground']}]`}>
            {text}
          </span>
        </div>
      ))}
      <Stamp />
    </div>
  )
}

function Stamp() {
  const colors = `bg-[${light.card}] text-[${light.primary}] border-[${light.primary}]`
  return (
    <div
      tw={`absolute right-[22px] bottom-[16px] px-[16px] py-[2px] rounded-[12px] text-[30px] font-bold uppercase tracking-[3px] border-[5px] ${colors}`}
      style={{ transform: 'rotate(-7deg)' }}
    >
      {callExample.stamp}
    </div>
  )
}

for (const [name, content] of Object.entries(await brandFiles())) writeFileSync(name, content)
