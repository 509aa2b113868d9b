import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { type Database, postgres, sqlite } from '../../support/database/database'
import { listenOnFreePort } from '../../support/process/ports'
import type { Figures } from './backlog-process'

const leads = 50_000
const seconds = 20
const webhookDelayMs = 500

export type Row = [what: string, promised: string, measured: string, ok: boolean]

/** Measures redelivery with 50,000 due leads and webhooks that answer after half a second. */
export async function backlog(): Promise<Row[]> {
  return [
    ...rows('SQLite', await measure(sqlite()), 1),
    ...rows('PostgreSQL', await measure(await postgres())),
  ]
}

function rows(name: string, figures: Figures, leaseLimitMs = Number.POSITIVE_INFINITY): Row[] {
  const { leaseMs, newLeadMs, perSecond, blockedMs } = figures
  const promised = Number.isFinite(leaseLimitMs) ? `≤ ${leaseLimitMs}` : ''
  const lease = `${name}: ms to lease one of ${leads} due leads`
  return [
    [lease, promised, leaseMs.toFixed(2), leaseMs <= leaseLimitMs],
    [`${name}: ms the event loop is blocked`, '≤ 20', blockedMs.toFixed(1), blockedMs <= 20],
    [`${name}: delivered per second and webhook`, '≥ 20', perSecond.toFixed(1), perSecond >= 20],
    [`${name}: ms until a new lead is delivered`, '≤ 2000', newLeadMs.toFixed(), newLeadMs <= 2000],
  ]
}

async function measure(database: Database): Promise<Figures> {
  const webhook = createServer((request, response) => {
    request.resume()
    setTimeout(() => response.end('ok'), webhookDelayMs)
  })
  const url = `http://127.0.0.1:${await listenOnFreePort(webhook)}`
  // In a separate process, so that the webhook does not use the thread that is measured.
  const script = fileURLToPath(new URL('./backlog-process.ts', import.meta.url))
  const args = ['--conditions=react-server', '--import', 'tsx', script, `${leads}`, `${seconds}`]
  const child = spawn(process.execPath, args, {
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      CALLBACK_WEBHOOK_URL: `${url}/call`,
      BOOKING_WEBHOOK_URL: `${url}/book`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
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
