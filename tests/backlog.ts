import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Figures } from './support/backlog-process'
import { type Database, postgres, sqlite } from './support/database'

const leads = 50_000
const seconds = 20
const sendMs = 500

type Row = [what: string, promised: string, measured: string, ok: boolean]

/** How redelivery copes with 50,000 due leads and webhooks that take half a second each. */
export async function backlog(): Promise<Row[]> {
  return [
    ...rows('SQLite', await measure(sqlite()), 1),
    ...rows('PostgreSQL', await measure(await postgres())),
  ]
}

function rows(name: string, figures: Figures, claimLimitMs?: number): Row[] {
  const { claimMs, claimP95Ms, newLeadMs, perSecond, blocked } = figures
  return [
    [
      `${name}: claim with ${leads.toLocaleString('en-US')} due, p50 / p95`,
      claimLimitMs ? `≤ ${claimLimitMs} ms` : '',
      `${claimMs.toFixed(2)} / ${claimP95Ms.toFixed(2)} ms`,
      claimLimitMs === undefined || claimMs <= claimLimitMs,
    ],
    // A machine with other work pauses the process; what it computes itself is its own.
    [
      `${name}: event loop blocked, worst, CPU / clock`,
      '≤ 20 ms CPU',
      `${blocked.cpuMs.toFixed(1)} / ${blocked.wallMs.toFixed(1)} ms`,
      blocked.cpuMs <= 20,
    ],
    [`${name}: delivered per second and webhook`, '≥ 20', perSecond.toFixed(1), perSecond >= 20],
    [
      `${name}: a new lead, due to delivered`,
      '≤ 2 s',
      `${(newLeadMs / 1000).toFixed(2)} s`,
      newLeadMs <= 2000,
    ],
  ]
}

async function measure(database: Database): Promise<Figures> {
  const webhook = createServer((request, response) => {
    request.resume()
    setTimeout(() => response.end('ok'), sendMs)
  })
  await new Promise<void>((resolve) => webhook.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(webhook.address() as AddressInfo).port}`
  // A process of its own: the webhook shall not share the thread that is measured.
  const script = new URL('./support/backlog-process.ts', import.meta.url)
  const child = spawn(
    process.execPath,
    [
      '--conditions=react-server',
      '--import',
      'tsx',
      fileURLToPath(script),
      `${leads}`,
      `${seconds}`,
    ],
    {
      env: {
        ...process.env,
        DATABASE_URL: database.url,
        CALLBACK_WEBHOOK_URL: `${url}/call`,
        BOOKING_WEBHOOK_URL: `${url}/book`,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  await new Promise((resolve) => child.on('close', resolve))
  webhook.closeAllConnections()
  webhook.close()
  await database.stop()
  return JSON.parse(output)
}
