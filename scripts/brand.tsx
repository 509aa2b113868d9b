import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { ReactElement } from 'react'
import { logoPaths } from '@/components/site/logo'
import { callExample, hero } from '@/lib/content/landing'
import { site } from '@/lib/site'

/** `npm run brand`: draws the icons and the share image from the site's words, colors and fonts, into `public/`. */

const require = createRequire(import.meta.url)
// By require, because Node does not find this export of Next.js by import.
const { ImageResponse } = require('next/og') as typeof import('next/og')

/** The colors of the light theme. */
const tokens = readFileSync('app/tokens.css', 'utf8')
const color = (name: string) => new RegExp(`--color-${name}: (#[0-9a-f]+)`).exec(tokens)?.[1]

const font = (weight: 400 | 700) => ({
  name: 'Familjen',
  weight,
  data: readFileSync(
    require.resolve(
      `@fontsource/familjen-grotesk/files/familjen-grotesk-latin-${weight}-normal.woff`,
    ),
  ),
})

export async function brandFiles(): Promise<Record<string, Buffer>> {
  return {
    'favicon.ico': toIco(await draw(<Icon size={32} margin={0.08} />, 32)),
    'apple-icon.png': await draw(<Icon size={180} margin={0.14} />, 180),
    'icons/icon-192.png': await draw(<Icon size={192} margin={0.12} />, 192),
    'icons/icon-512.png': await draw(<Icon size={512} margin={0.12} />, 512),
    // A launcher may crop it to a circle.
    'icons/maskable-512.png': await draw(<Icon size={512} margin={0.24} />, 512),
    'share.png': await draw(<ShareImage />, 1200, 630),
  }
}

async function draw(image: ReactElement, width: number, height = width): Promise<Buffer> {
  const response = new ImageResponse(image, { width, height, fonts: [font(400), font(700)] })
  return Buffer.from(await response.arrayBuffer())
}

/** A header of 22 bytes and the PNG. */
function toIco(png: Buffer): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(32, 6)
  header.writeUInt8(32, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}

function Icon({ size, margin }: { size: number; margin: number }) {
  return (
    <div style={{ display: 'flex', padding: size * margin, background: color('deep') }}>
      <Mark size={size * (1 - 2 * margin)} couplings={color('on-deep')} waves="#6fc3c9" />
    </div>
  )
}

function Mark({ size, couplings, waves }: { size: number; couplings?: string; waves?: string }) {
  return (
    <svg width={size} height={size} viewBox="0 0 40 40" fill="none" aria-hidden="true">
      <path d={logoPaths.pipe} strokeWidth="8" stroke="#c4642a" />
      <path d={logoPaths.highlight} strokeWidth="1.6" stroke="#f0a36b" />
      <path d={logoPaths.couplings} fill={couplings} />
      <path d={logoPaths.waves} strokeWidth="2.8" strokeLinecap="round" stroke={waves} />
    </svg>
  )
}

function ShareImage() {
  const [before, missed, after] = hero.headline
  const [ink, soft, copper] = [color('ink'), color('ink-2'), color('copper')]
  return (
    <div
      tw="flex w-full h-full"
      style={{ background: color('paper'), color: ink, fontFamily: 'Familjen' }}
    >
      <div
        tw="absolute left-0 bottom-[44px] w-[1200px] h-[30px] flex"
        style={{ background: 'linear-gradient(#e9a064, #c4642a 40%, #86370e)' }}
      />
      <div tw="flex flex-col w-[620px] pt-[56px] pl-[64px]">
        <div tw="flex items-center text-[34px] font-bold">
          <Mark size={58} couplings={ink} waves={color('water')} />
          <span tw="ml-[16px]">{site.name}</span>
        </div>
        <div
          tw="flex flex-wrap mt-[44px] text-[76px] font-bold"
          style={{ lineHeight: 1.04, letterSpacing: -2.4 }}
        >
          {wordsIn(before, ink)}
          {wordsIn(missed, copper)}
          {wordsIn(after, ink)}
        </div>
        <div tw="mt-[30px] text-[29px]" style={{ color: soft }}>
          {hero.audience}
        </div>
      </div>
      <Call />
      <JobTicket />
    </div>
  )
}

/** The renderer breaks lines between elements only, so each word is an element. */
function wordsIn(text: string, color?: string) {
  return text
    .trim()
    .split(' ')
    .map((word) => (
      <span key={word} style={{ color, marginRight: 18 }}>
        {word}
      </span>
    ))
}

function Call() {
  return (
    <div
      tw="absolute left-[690px] top-[56px] w-[446px] h-[330px] flex flex-col p-[28px] rounded-[30px]"
      style={{ background: color('deep'), color: color('on-deep') }}
    >
      <div tw="flex text-[25px] font-bold">{callExample.call}</div>
      <div tw="flex mt-[2px] text-[21px]" style={{ color: color('on-deep-2') }}>
        {callExample.answered}
      </div>
      <div
        tw="flex self-start mt-[26px] px-[22px] py-[14px] text-[23px] rounded-[22px]"
        style={{ background: color('bubble-caller') }}
      >
        {callExample.says[1]}
      </div>
    </div>
  )
}

function JobTicket() {
  const [soft, copper] = [color('ink-2'), color('copper')]
  return (
    <div
      tw="absolute left-[722px] top-[288px] w-[420px] flex flex-col px-[28px] pt-[26px] pb-[74px] rounded-[8px]"
      style={{
        background: color('ticket'),
        boxShadow: '0 18px 34px rgba(17, 36, 44, 0.28)',
        transform: 'rotate(-2deg)',
      }}
    >
      <div tw="flex justify-between text-[24px]">
        <span tw="font-bold">{callExample.ticket}</span>
        <span style={{ color: soft }}>{callExample.number}</span>
      </div>
      {callExample.rows.slice(0, 3).map(({ label, text, ...row }) => (
        <div
          key={label}
          tw="flex py-[7px] text-[18.5px]"
          style={{ borderBottom: `2px solid ${color('rule')}` }}
        >
          <span tw="w-[114px]" style={{ color: soft }}>
            {label}
          </span>
          <span tw="font-bold" style={{ color: 'money' in row ? copper : color('ink') }}>
            {text}
          </span>
        </div>
      ))}
      <div
        tw="absolute right-[22px] bottom-[16px] flex px-[16px] py-[2px] rounded-[12px] text-[30px] font-bold uppercase"
        style={{
          border: `5px solid ${copper}`,
          color: copper,
          background: color('ticket'),
          letterSpacing: 3,
          transform: 'rotate(-7deg)',
        }}
      >
        {callExample.stamp}
      </div>
    </div>
  )
}

if (process.argv[1] === import.meta.filename)
  for (const [name, content] of Object.entries(await brandFiles())) {
    mkdirSync(dirname(join('public', name)), { recursive: true })
    writeFileSync(join('public', name), content)
  }
