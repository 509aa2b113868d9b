import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ImageResponse } from 'next/og'
import { callExample, hero } from '@/lib/content/landing'
import { site } from '@/lib/site'
import { logoPaths } from './logo'

/** Images that are rendered at build time: the icons and the Open Graph image. */

const colors = {
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

export function renderIcon(size: number, margin: number): ImageResponse {
  return new ImageResponse(
    <div
      style={{
        display: 'flex',
        width: size,
        height: size,
        padding: size * margin,
        background: colors.deep,
      }}
    >
      <Mark size={size * (1 - 2 * margin)} couplings={colors.onDeep} />
    </div>,
    { width: size, height: size },
  )
}

export async function renderShareImage(size: { width: number; height: number }) {
  const font = (weight: 400 | 700) =>
    readFile(
      join(
        process.cwd(),
        `node_modules/@fontsource/familjen-grotesk/files/familjen-grotesk-latin-${weight}-normal.woff`,
      ),
    )
  const [regular, bold] = await Promise.all([font(400), font(700)])
  return new ImageResponse(<ShareImage />, {
    ...size,
    fonts: [
      { name: 'Familjen', data: regular, weight: 400 },
      { name: 'Familjen', data: bold, weight: 700 },
    ],
  })
}

function ShareImage() {
  const [before, missed, after] = hero.headline
  return (
    <div
      style={{
        display: 'flex',
        width: '100%',
        height: '100%',
        background: colors.paper,
        color: colors.ink,
        fontFamily: 'Familjen',
      }}
    >
      <Pipe />
      <div
        style={{ display: 'flex', flexDirection: 'column', width: 620, padding: '56px 0 0 64px' }}
      >
        <div style={{ display: 'flex', alignItems: 'center', fontSize: 34, fontWeight: 700 }}>
          <Mark size={58} couplings={colors.ink} />
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
          {wordsIn(before, colors.ink)}
          {wordsIn(missed, colors.copper)}
          {wordsIn(after, colors.ink)}
        </div>
        <div style={{ marginTop: 30, fontSize: 29, color: colors.ink2 }}>{hero.audience}</div>
      </div>
      <Call />
      <JobTicket />
    </div>
  )
}

/** The renderer breaks lines between elements only, so each word is an element. */
function wordsIn(text: string, color: string) {
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
  const [, callerLine] = callExample.says
  const bubble = { display: 'flex', padding: '14px 22px', fontSize: 23, borderRadius: 22 } as const
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
        background: colors.deep,
        color: colors.onDeep,
      }}
    >
      <div style={{ display: 'flex', fontSize: 25, fontWeight: 700 }}>{callExample.call}</div>
      <div style={{ display: 'flex', marginTop: 2, fontSize: 21, color: colors.onDeep2 }}>
        {callExample.answered}
      </div>
      <div
        style={{
          ...bubble,
          alignSelf: 'flex-start',
          marginTop: 26,
          background: colors.them,
        }}
      >
        {callerLine}
      </div>
    </div>
  )
}

function JobTicket() {
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
        background: colors.ticket,
        boxShadow: '0 18px 34px rgba(17, 36, 44, 0.28)',
        transform: 'rotate(-2deg)',
      }}
    >
      <div style={{ display: 'flex', justifyContent: 'space-between', fontSize: 24 }}>
        <span style={{ fontWeight: 700 }}>{callExample.ticket}</span>
        <span style={{ color: colors.ink2 }}>{callExample.number}</span>
      </div>
      {callExample.rows.slice(0, 3).map(({ label, text, ...row }) => (
        <div
          key={label}
          style={{
            display: 'flex',
            padding: '7px 0',
            fontSize: 18.5,
            borderBottom: `2px solid ${colors.rule}`,
          }}
        >
          <span style={{ width: 114, color: colors.ink2 }}>{label}</span>
          <span style={{ fontWeight: 700, color: 'money' in row ? colors.copper : colors.ink }}>
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
          border: `5px solid ${colors.copper}`,
          borderRadius: 12,
          color: colors.copper,
          background: colors.ticket,
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

function Mark({ size, couplings }: { size: number; couplings: string }) {
  const waves = couplings === colors.ink ? '#15707d' : colors.foam
  return (
    <svg width={size} height={size} viewBox="0 0 40 40" fill="none" aria-hidden="true">
      <path d={logoPaths.pipe} strokeWidth="8" stroke="#c4642a" />
      <path d={logoPaths.highlight} strokeWidth="1.6" stroke={colors.glow} />
      <path d={logoPaths.couplings} fill={couplings} />
      <path d={logoPaths.waves} strokeWidth="2.8" strokeLinecap="round" stroke={waves} />
    </svg>
  )
}
