import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ImageResponse } from 'next/og'
import { callExample, hero } from '@/lib/content/landing'
import { site } from '@/lib/site'

/** Pictures that are drawn at build: icons and the image that is shown where the site is shared. */

const paint = {
  paper: '#f5f0e6',
  ticket: '#fffaf0',
  rule: '#d9d0bd',
  ink: '#11242c',
  ink2: '#45565c',
  deep: '#0c3944',
  onDeep: '#f3ede0',
  onDeep2: '#b9cfcf',
  them: '#19505c',
  copper: '#b04e19',
  glow: '#f0a36b',
  foam: '#6fc3c9',
} as const

export function iconImage(size: number, margin: number): ImageResponse {
  return new ImageResponse(
    <div
      style={{
        display: 'flex',
        width: size,
        height: size,
        padding: size * margin,
        background: paint.deep,
      }}
    >
      <Mark size={size * (1 - 2 * margin)} ends={paint.onDeep} />
    </div>,
    { width: size, height: size },
  )
}

export async function shareImageOf(size: { width: number; height: number }) {
  const font = (weight: 400 | 700) =>
    readFile(
      join(
        process.cwd(),
        `node_modules/@fontsource/familjen-grotesk/files/familjen-grotesk-latin-${weight}-normal.woff`,
      ),
    )
  const [regular, bold] = await Promise.all([font(400), font(700)])
  return new ImageResponse(<Share />, {
    ...size,
    fonts: [
      { name: 'Familjen', data: regular, weight: 400 },
      { name: 'Familjen', data: bold, weight: 700 },
    ],
  })
}

function Share() {
  const [before, missed, after] = hero.headline
  return (
    <div
      style={{
        display: 'flex',
        width: '100%',
        height: '100%',
        background: paint.paper,
        color: paint.ink,
        fontFamily: 'Familjen',
      }}
    >
      <Pipe />
      <div
        style={{ display: 'flex', flexDirection: 'column', width: 620, padding: '56px 0 0 64px' }}
      >
        <div style={{ display: 'flex', alignItems: 'center', fontSize: 34, fontWeight: 700 }}>
          <Mark size={58} ends={paint.ink} />
          <span style={{ marginLeft: 16 }}>{site.name}</span>
        </div>
        <div
          style={{
            display: 'flex',
            flexWrap: 'wrap',
            marginTop: 44,
            fontSize: 76,
            fontWeight: 700,
            lineHeight: 1.04,
            letterSpacing: -2.4,
          }}
        >
          {words(before, paint.ink)}
          {words(missed, paint.copper)}
          {words(after, paint.ink)}
        </div>
        <div style={{ marginTop: 30, fontSize: 29, color: paint.ink2 }}>{hero.audience}</div>
      </div>
      <Call />
      <Slip />
    </div>
  )
}

/** The drawer breaks lines between boxes: a word is a box. */
function words(text: string, color: string) {
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
  const [, trouble] = callExample.says
  const says = { display: 'flex', padding: '14px 22px', fontSize: 23, borderRadius: 22 } as const
  return (
    <div
      style={{
        position: 'absolute',
        left: 690,
        top: 56,
        width: 446,
        height: 330,
        display: 'flex',
        flexDirection: 'column',
        padding: 28,
        borderRadius: 30,
        background: paint.deep,
        color: paint.onDeep,
      }}
    >
      <div style={{ display: 'flex', fontSize: 25, fontWeight: 700 }}>{callExample.call}</div>
      <div style={{ display: 'flex', marginTop: 2, fontSize: 21, color: paint.onDeep2 }}>
        {callExample.answered}
      </div>
      <div
        style={{
          ...says,
          alignSelf: 'flex-start',
          marginTop: 26,
          background: paint.them,
        }}
      >
        {trouble}
      </div>
    </div>
  )
}

function Slip() {
  return (
    <div
      style={{
        position: 'absolute',
        left: 722,
        top: 288,
        width: 420,
        display: 'flex',
        flexDirection: 'column',
        padding: '26px 28px 74px',
        borderRadius: 8,
        background: paint.ticket,
        boxShadow: '0 18px 34px rgba(17, 36, 44, 0.28)',
        transform: 'rotate(-2deg)',
      }}
    >
      <div style={{ display: 'flex', justifyContent: 'space-between', fontSize: 24 }}>
        <span style={{ fontWeight: 700 }}>{callExample.ticket}</span>
        <span style={{ color: paint.ink2 }}>{callExample.number}</span>
      </div>
      {callExample.rows.slice(0, 3).map(({ label, text, ...row }) => (
        <div
          key={label}
          style={{
            display: 'flex',
            padding: '7px 0',
            fontSize: 20,
            borderBottom: `2px solid ${paint.rule}`,
          }}
        >
          <span style={{ width: 96, color: paint.ink2 }}>{label}</span>
          <span style={{ fontWeight: 700, color: 'money' in row ? paint.copper : paint.ink }}>
            {text}
          </span>
        </div>
      ))}
      <div
        style={{
          position: 'absolute',
          right: 22,
          bottom: 16,
          display: 'flex',
          padding: '2px 16px',
          border: `5px solid ${paint.copper}`,
          borderRadius: 12,
          color: paint.copper,
          background: paint.ticket,
          fontSize: 30,
          fontWeight: 700,
          letterSpacing: 3,
          transform: 'rotate(-7deg)',
        }}
      >
        {callExample.stamp.toUpperCase()}
      </div>
    </div>
  )
}

function Pipe() {
  return (
    <div
      style={{
        position: 'absolute',
        left: 0,
        bottom: 44,
        width: 1200,
        height: 30,
        display: 'flex',
        background: 'linear-gradient(#e9a064, #c4642a 40%, #86370e)',
      }}
    />
  )
}

function Mark({ size, ends }: { size: number; ends: string }) {
  const rings = ends === paint.ink ? '#15707d' : paint.foam
  return (
    <svg width={size} height={size} viewBox="0 0 40 40" fill="none" aria-hidden="true">
      <path d="M11 11v4a14 14 0 0 0 14 14h4" strokeWidth="8" stroke="#c4642a" />
      <path d="M9.2 11v4A15.8 15.8 0 0 0 20 30" strokeWidth="1.6" stroke={paint.glow} />
      <path
        d="M4.5 6.5a2 2 0 0 1 2-2h9a2 2 0 0 1 2 2v5h-13zM35.5 24.5a2 2 0 0 0-2-2h-5v13h5a2 2 0 0 0 2-2z"
        fill={ends}
      />
      <path
        d="M22 11.5a6.5 6.5 0 0 1 6.5 6.5M22 4.5A13.5 13.5 0 0 1 35.5 18"
        strokeWidth="2.8"
        strokeLinecap="round"
        stroke={rings}
      />
    </svg>
  )
}
