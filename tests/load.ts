import { Agent } from 'node:http'
import { parseArgs } from 'node:util'
import { firstBookableDay, nextDay } from '../lib/pacific'
import { backlog } from './backlog'
import { newClientAddress } from './support/client-address'
import { postgres, sqlite } from './support/database'
import { documentedNginx } from './support/documented-nginx'
import { formatMegabytes, markdownTable, percentile } from './support/figures'
import { sendRequest } from './support/http-request'
import { ageByDays, allDelivered } from './support/journal'
import { leadEntries, leadRequest } from './support/lead-post'
import { LeadTracker } from './support/lead-tracker'
import { bookingForm, readForm } from './support/native-post'
import { startNginx } from './support/nginx'
import { freePort } from './support/ports'
import { multipart, multipartType } from './support/raw-http'
import { Site } from './support/site'
import { sleep, waitUntil, withTimeout } from './support/wait'
import { WebhookReceiver } from './support/webhook-receiver'

/**
 * npm run load -- [--instances N] [--nginx]
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

/** Used in place of an HTTP status. */
const connectionClosed = 0

const { values } = parseArgs({
  options: { instances: { type: 'string', default: '1' }, nginx: { type: 'boolean' } },
})
const instances = Number(values.instances)

type TestRequest = {
  path: string
  body?: string
  headers?: Record<string, string>
  expected: number[]
  /** Called when the server accepts the lead. */
  acknowledge?: () => void
}
type Row = [what: string, promised: string, measured: string, ok: boolean]
type Run = { rate: number; count: number; p50: number; p95: number; wrong: number }

const pages = ['/', '/book-demo', '/', '/thank-you', '/', '/robots.txt', '/']

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
const proxy = values.nginx ? await startProxy() : undefined
const targets = proxy ? [proxy.url] : sites.map(({ url }) => url)
const [first = ''] = sites.map(({ url }) => url)
const forms = {
  callback: await readForm(first),
  booking: await readForm(`${first}/book-demo`, bookingForm),
}
const preferredDate = nextDay(firstBookableDay(new Date()))
const leads = new LeadTracker()
let agent = new Agent({ keepAlive: true, maxSockets: 512 })
let sent = 0
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

const cells = rows.map((row) =>
  row.map((cell) => (cell === true ? 'ok' : cell === false ? 'MISSED' : cell)),
)
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
  const request = nextRequest(sent++)
  const status = await send(request)
  return { ms: performance.now() - due, wrong: !request.expected.includes(status) }
}

/** Nine pages, then a lead. Every fifth lead is hostile. */
function nextRequest(index: number): TestRequest {
  if (index % 10 !== 9) return { path: pages[index % pages.length] ?? '/', expected: [200] }
  const turn = Math.floor(index / 10)
  if (turn % 5 === 4) return hostile(Math.floor(turn / 5))
  return turn % 2 ? booking() : callback()
}

function callback(name = leads.nextName()): TestRequest {
  const phone = '5095550147'
  const body = { Name: name, Phone: phone, Company: leadEntries.businessName }
  return {
    ...leadRequest(forms.callback.hidden, 'native', newClientAddress(), { name, phone }),
    path: '/',
    expected: [303],
    acknowledge: () => leads.acknowledge(name, body),
  }
}

function booking(): TestRequest {
  const entries = {
    fullName: leads.nextName(),
    email: 'ana@ruiz.com',
    phoneNumber: '5095550147',
    businessName: 'Ruiz & Sons',
    businessDescription: 'Two trucks, drains and heaters.',
    preferredDate,
    preferredTime: '12:30 PM',
  }
  return {
    path: '/book-demo',
    body: multipart(Object.entries({ ...forms.booking.hidden, ...entries })),
    headers: { ...multipartType, 'x-forwarded-for': newClientAddress() },
    expected: [303],
    acknowledge: () => leads.acknowledge(entries.fullName, entries),
  }
}

function hostile(turn: number): TestRequest {
  const { body, headers } = callback('Ana Ruiz')
  const kinds: Partial<TestRequest>[] = [
    { headers: { ...headers, origin: 'https://elsewhere.example' } },
    { headers: { ...headers, 'next-action': 'f'.repeat(42) } },
    { headers: { 'x-forwarded-for': newClientAddress() } },
    { body: 'x'.repeat(1_000_000) },
    { body: body?.replace('Ana Ruiz', '\0'.repeat(20_000)) },
  ]
  // The server closes the connection of a client that sends too much.
  const expected = [200, 400, 403, 404, 405, 413, 415, connectionClosed]
  return { path: '/', body, headers, ...kinds[turn % kinds.length], expected }
}

/** Sends a request to the next server. Returns the status. */
async function send({ path, body, headers, acknowledge }: TestRequest): Promise<number> {
  const target = new URL(targets[turn++ % targets.length] ?? '')
  const host = proxy ? 'www.example.com' : target.host
  const own = { host, origin: `http://${host}`, 'accept-encoding': 'gzip' }
  const request = { port: Number(target.port), path, body, headers: { ...own, ...headers }, agent }
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

/** The configuration of the README, behind a load balancer and in front of all servers. */
async function startProxy(): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort()
  const [firstPort = '', ...ports] = sites.map(({ url }) => new URL(url).port)
  const upstream = `server 127.0.0.1:${firstPort};`
  const configuration = documentedNginx(port, Number(firstPort))
    .replace(upstream, [upstream, ...ports.map((each) => `server 127.0.0.1:${each};`)].join(' '))
    .replace('X-Forwarded-For $remote_addr', 'X-Forwarded-For $proxy_add_x_forwarded_for')
  const { stop } = await startNginx(configuration, [port])
  return { url: `http://127.0.0.1:${port}`, stop }
}

function formatRun({ rate, count, p50, p95, wrong }: Run): string {
  return `${rate}/s: ${count} requests, p50 ${Math.round(p50)} ms, p95 ${Math.round(p95)} ms, ${wrong} unanswered or wrong`
}
