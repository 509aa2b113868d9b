import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Figures } from './support/backlog-process'
import { type Database, postgres, sqlite } from './support/database'
import { listenOnFreePort } from './support/ports'
import { startTurnTimer } from './support/turn-timer'

const leads = 50_000
const seconds = 20
const webhookDelayMs = 500

type Row = [what: string, promised: string, measured: string, ok: boolean]

/** Measures redelivery with 50,000 due leads and webhooks that answer after half a second. */
export async function backlog(): Promise<Row[]> {
  return [
    ...rows('SQLite', await measure(sqlite()), 1),
    ...rows('PostgreSQL', await measure(await postgres())),
  ]
}

function rows(
  name: string,
  figures: Figures & { receiverMs: number },
  leaseLimitMs?: number,
): Row[] {
  const { leaseMs, leaseP95Ms, newLeadMs, perSecond, blockedMs, receiverMs } = figures
  return [
    [
      `${name}: lease with ${leads.toLocaleString('en-US')} due, p50 / p95`,
      leaseLimitMs ? `≤ ${leaseLimitMs} ms` : '',
      `${leaseMs.toFixed(2)} / ${leaseP95Ms.toFixed(2)} ms`,
      leaseLimitMs === undefined || leaseMs <= leaseLimitMs,
    ],
    [
      `${name}: event loop blocked, worst`,
      '≤ 20 ms',
      `${blockedMs.toFixed(1)} ms (in the receiver of the leads: ${receiverMs.toFixed(1)} ms)`,
      blockedMs <= 20,
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

/** `receiverMs` is the longest turn of this process, which only answers the requests: how long the machine itself pauses. */
async function measure(database: Database): Promise<Figures & { receiverMs: number }> {
  const webhook = createServer((request, response) => {
    request.resume()
    setTimeout(() => response.end('ok'), webhookDelayMs)
  })
  const url = `http://127.0.0.1:${await listenOnFreePort(webhook)}`
  const receiverMs = startTurnTimer()
  // In a separate process, so that the webhook does not use the thread that is measured.
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
  return { ...JSON.parse(output), receiverMs: receiverMs() }
}
