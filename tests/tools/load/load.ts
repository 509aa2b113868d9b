import { Agent } from 'node:http'
import { parseArgs } from 'node:util'
import { postgres, sqlite } from '../../support/database/database'
import { startDocumentedNginx } from '../../support/nginx/nginx'
import { sleep, waitUntil } from '../../support/process/wait'
import { WebhookReceiver } from '../../support/receiver/webhook-receiver'
import { Site } from '../../support/site/site'
import { sendRequest } from '../../support/visitor/http'
import { formatMegabytes, markdownTable, percentile } from '../figures'
import { ageByDays, allDelivered } from '../journal'
import { LeadTracker } from '../lead-tracker'
import { withTimeout } from '../with-timeout'
import { backlog, type Row } from './backlog'
import { connectionClosed, requestMix, type TestRequest } from './request-mix'

/**
 * npm run tool -- load [--instances N] [--nginx]
 *
 * Finds the highest rate with a p95 of at most 250 ms, holds it for a minute, then sends twice as many requests for half
 * a minute and measures the recovery. Requests are sent on schedule, without waiting for earlier responses, and their
 * times count from the scheduled moment. One request in ten is a lead, and one in fifty is hostile.
 *
 * Callbacks have a webhook address. Bookings have none until the last server starts. Fails unless every acknowledged
 * lead is delivered by then with the acknowledged entries and under one id, which the server creates.
 *
 * With `--instances 2`, two servers share one PostgreSQL and get requests in turn. With `--nginx`, the nginx of the
 * README, with its cache, is in front of them.
 *
 * Last, redelivers from a journal with 50,000 due leads while each webhook takes half a second to answer.
 */

const limitMs = 250
const requestTimeoutMs = 10_000

const { values } = parseArgs({
  options: { instances: { type: 'string', default: '1' }, nginx: { type: 'boolean' } },
})
const instances = Number(values.instances)

type Run = { rate: number; count: number; p50: number; p95: number; wrong: number }

const receiver = await WebhookReceiver.start()
const database = instances > 1 ? await postgres({ durable: true }) : sqlite()
const env = {
  CALLBACK_WEBHOOK_URL: receiver.url('/call'),
  DATABASE_URL: database.url,
  // The load generator says who a request comes from, as a proxy would; nginx adds who it got that from.
  CLIENT_ADDRESS: values.nginx ? 'proxy:2' : 'proxy:1',
}
const sites: Site[] = []
while (sites.length < instances) sites.push(await Site.start({ ...env, BOOKING_WEBHOOK_URL: '' }))
/** The change that docs/deploying.md names for a site behind a load balancer. */
const behindLoadBalancer = (text: string) =>
  text.replace('X-Forwarded-For $remote_addr', 'X-Forwarded-For $proxy_add_x_forwarded_for')
const proxy = values.nginx ? await startDocumentedNginx(sites, behindLoadBalancer) : undefined
const targets = proxy ? [proxy.url] : sites.map(({ url }) => url)
const leads = new LeadTracker()
const { nextRequest, callback } = await requestMix(sites[0]?.url ?? '', leads)
let agent = new Agent({ keepAlive: true, maxSockets: 512 })
let turn = 0

const rows = await measure()
agent.destroy()
await proxy?.stop()
const stops = Promise.all(sites.map((site) => site.stop()))
await withTimeout(30, 'servers to end after SIGTERM', stops)
await deliverTheRest()
const { acknowledged, lost, problems } = leads.report(receiver.received)
rows.push([`of ${acknowledged} leads lost`, '0', String(lost), problems.length === 0])
await Promise.all([receiver.stop(), database.stop()])
rows.push(...(await backlog()))

const cells = rows.map(([what, promised, measured, ok]) => [
  what,
  promised,
  measured,
  ok ? 'ok' : 'MISSED',
])
console.log(`\n${markdownTable(['what', 'promised', 'measured', ''], cells)}`)
for (const problem of problems) console.error(problem)
process.exit(rows.every(([, , , ok]) => ok) ? 0 : 1)

async function measure(): Promise<Row[]> {
  await warmUp()
  const memoryBefore = await memory()
  const held = await holdForAMinute(await findHighestRate())
  const overload = await run(held.rate * 2, 30)
  agent.destroy()
  agent = new Agent({ keepAlive: true, maxSockets: 512 })
  const recoveredMs = await measureRecovery()
  const memoryAfter = await memory()
  return [
    ['held for 60 s', `p95 ≤ ${limitMs} ms`, formatRun(held), isGood(held)],
    ['pages per second', '', (held.rate * 0.9).toFixed(), true],
    ['leads per second', '', (held.rate * 0.08).toFixed(), true],
    ['twice that for 30 s', 'no crash', formatRun(overload), await isUp()],
    ['recovered after', '≤ 5 s', `${(recoveredMs / 1000).toFixed(1)} s`, recoveredMs <= 5000],
    ['memory before', '', formatMegabytes(memoryBefore), true],
    [
      'memory after',
      '≤ 1.25 times',
      formatMegabytes(memoryAfter),
      memoryAfter <= memoryBefore * 1.25,
    ],
  ]
}

function isGood({ p95, wrong }: Run): boolean {
  return p95 <= limitMs && wrong === 0
}

/** The first requests are slow, because each server still loads and compiles the code that they need. */
async function warmUp(): Promise<void> {
  for (let round = 0; round < 6; round++) if ((await run(100, 10)).p95 <= limitMs) return
}

/** The highest rate that stays within the limit for some seconds. */
async function findHighestRate(): Promise<number> {
  let last = 100
  for (let rate = 150; ; rate = Math.round(rate * 1.2)) {
    if (!isGood(await run(rate, 8))) return last
    last = rate
  }
}

/** Lowers the rate until it stays within the limit for a minute. */
async function holdForAMinute(rate: number): Promise<Run> {
  const minute = await run(rate, 60)
  if (isGood(minute) || rate < 20) return minute
  return holdForAMinute(Math.round(rate * 0.9))
}

async function run(rate: number, seconds: number): Promise<Run> {
  const results: ReturnType<typeof sendNext>[] = []
  const start = performance.now()
  while (performance.now() - start < seconds * 1000) {
    const due = Math.floor(((performance.now() - start) / 1000) * rate)
    while (results.length < due) results.push(sendNext(start + (results.length * 1000) / rate))
    await sleep(2)
  }
  const all = await Promise.all(results)
  const times = all.map(({ ms }) => ms)
  const result = {
    rate,
    count: all.length,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    wrong: all.filter(({ wrong }) => wrong).length,
  }
  console.log(formatRun(result))
  return result
}

/** Sends the next request of the mix, which was due at this time. */
async function sendNext(due: number): Promise<{ ms: number; wrong: boolean }> {
  const request = nextRequest()
  const status = await send(request)
  return { ms: performance.now() - due, wrong: !request.expected.includes(status) }
}

/** Sends a request to the next server. Returns the status. */
async function send({ path, body, headers, acknowledge }: TestRequest): Promise<number> {
  const target = new URL(targets[turn++ % targets.length] ?? '')
  const host = proxy ? 'www.example.com' : target.host
  const own = { host, origin: `http://${host}`, 'accept-encoding': 'gzip' }
  // nginx limits the posts of each address that it gets them from.
  const localAddress = proxy && `127.0.2.${1 + (turn % 200)}`
  const to = { port: Number(target.port), localAddress, agent }
  const request = { ...to, path, body, headers: { ...own, ...headers } }
  const response = await sendRequest({ ...request, timeout: requestTimeoutMs }).catch(
    ({ code }) => ({ status: code === 'ETIMEDOUT' ? -1 : connectionClosed }),
  )
  if (response.status === 303) acknowledge?.()
  return response.status
}

/** The time until ten responses in a row are fast and a lead is accepted. */
async function measureRecovery(): Promise<number> {
  const began = performance.now()
  const isLate = () => performance.now() - began > 60_000
  for (let fast = 0; fast < 10 && !isLate(); ) {
    const sentAt = performance.now()
    const up = (await send({ path: '/', expected: [200] })) === 200
    fast = up && performance.now() - sentAt < limitMs ? fast + 1 : 0
  }
  while ((await send(callback())) !== 303 && !isLate());
  return performance.now() - began
}

/** Starts a server with both webhook addresses and waits until it has delivered every stored lead. */
async function deliverTheRest(): Promise<void> {
  await ageByDays(database, 5)
  const last = await Site.start({ ...env, BOOKING_WEBHOOK_URL: receiver.url('/book') })
  await waitUntil(300, 'every stored lead to be delivered', () => allDelivered(database))
  await withTimeout(30, 'the server to end after SIGTERM', last.stop())
}

/** Of the server that holds most. */
async function memory(): Promise<number> {
  return Math.max(...(await Promise.all(sites.map((site) => site.memory()))))
}

async function isUp(): Promise<boolean> {
  const answers = await Promise.all(sites.map(({ url }) => fetch(`${url}/api/health`)))
  return answers.every(({ ok }) => ok)
}

function formatRun({ rate, count, p50, p95, wrong }: Run): string {
  return `${rate}/s: ${count} requests, p50 ${Math.round(p50)} ms, p95 ${Math.round(p95)} ms, ${wrong} unanswered or wrong`
}
