import { Agent, request as httpRequest } from 'node:http'
import { parseArgs } from 'node:util'
import { firstBookableDay } from '../lib/pacific'
import { backlog } from './backlog'
import { postgres, sqlite } from './support/database'
import { ageByDays, deleteLead, nothingWaits } from './support/journal'
import { brokenPromises, LeadTracker, reportTable } from './support/lead-tracker'
import { bookingForm, readForm } from './support/native-post'
import { nginxInstalled, startNginx } from './support/nginx'
import { multipart, multipartType } from './support/raw-http'
import { readmeNginx } from './support/readme-nginx'
import { Receiver } from './support/receiver'
import { freePort, Site } from './support/site'
import { until, within } from './support/wait'

/**
 * npm run load -- [--instances N] [--nginx] [--forget-one]
 *
 * Finds the rate at which 95 of 100 answers take under 250 ms, holds it for a minute, then sends twice as much for
 * half a minute and looks at what is left. Requests leave on schedule, answered or not, and their time runs from
 * there. One in ten is a lead, one in fifty a hostile one.
 *
 * Callbacks have a webhook address, bookings have none until a last server starts. Fails unless every acknowledged
 * lead arrived by then as it was acknowledged, under one id; the server makes the ids. `--forget-one` deletes an
 * acknowledged booking from the journal before that, and the run fails.
 *
 * With `--instances 2`, two servers share one PostgreSQL and get requests in turn. With `--nginx`, the nginx of the
 * README, with its cache, is in front of them.
 *
 * Last, redelivers from a journal with 50,000 due leads while each webhook takes half a second to answer.
 */

const limitMs = 250
const patienceMs = 10_000

/** In the place of a status. */
const cutOff = 0
const unanswered = -1

const { values } = parseArgs({
  options: {
    instances: { type: 'string', default: '1' },
    nginx: { type: 'boolean' },
    'forget-one': { type: 'boolean' },
  },
})
const instances = Number(values.instances)
if (!Number.isInteger(instances) || instances < 1 || instances > 9)
  throw new Error('--instances must be a number from 1 to 9')

/** Stands for the origin of the address that a request is sent to. */
const ownOrigin = 'own'

type Shot = { path: string; body?: string; headers?: Record<string, string>; expected: number[] }
type Row = [what: string, promised: string, measured: string, ok: boolean]
type Run = { rate: number; count: number; p50: number; p95: number; wrong: number }

const pages = ['/', '/book-demo', '/', '/thank-you', '/', '/robots.txt', '/']

const receiver = await Receiver.start()
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
const preferredDate = firstBookableDay(new Date())
const leads = new LeadTracker({ databaseMayFail: false })
let lastBooking = ''
let agent = new Agent({ keepAlive: true, maxSockets: 512 })
let sent = 0
let turn = 0

let rows: Row[]
try {
  rows = await measure()
} finally {
  agent.destroy()
  await proxy?.stop()
  await within(30, 'servers to end after SIGTERM', Promise.all(sites.map((site) => site.stop())))
}
if (values['forget-one']) await deleteLead(database, lastBooking)
await deliverTheRest()
const report = leads.report(receiver.received)
const broken = brokenPromises(report)
rows.push(['promises to a lead broken', '0', String(broken.length), broken.length === 0])
await Promise.all([receiver.stop(), database.stop()])
rows.push(...(await backlog()))

console.log('\n| what | promised | measured | |\n| --- | --- | --- | --- |')
for (const [what, promised, measured, ok] of rows)
  console.log(`| ${what} | ${promised} | ${measured} | ${ok ? 'ok' : 'MISSED'} |`)
console.log(`\n${reportTable([['load', report]])}`)
for (const sentence of broken) console.error(sentence)
process.exit(rows.every(([, , , ok]) => ok) ? 0 : 1)

async function measure(): Promise<Row[]> {
  await run(100, 10)
  const memoryBefore = await memory()
  const held = await hold(await climb())
  const flood = await run(held.rate * 2, 30)
  agent.destroy()
  agent = new Agent({ keepAlive: true, maxSockets: 512 })
  const recoveredMs = await recovery()
  const memoryAfter = await memory()
  return [
    ['held for 60 s', `p95 ≤ ${limitMs} ms`, tell(held), held.p95 <= limitMs && held.wrong === 0],
    ['of these per second', '', perSecond(held.rate), true],
    ['twice that for 30 s', 'no crash', tell(flood), await isUp()],
    ['recovered after', '≤ 5 s', `${(recoveredMs / 1000).toFixed(1)} s`, recoveredMs <= 5000],
    [
      'memory held, before and after',
      '≤ 1.25',
      `${mb(memoryBefore)}, ${mb(memoryAfter)} (${(memoryAfter / memoryBefore).toFixed(2)})`,
      memoryAfter <= memoryBefore * 1.25,
    ],
  ]
}

/** The highest rate that a few seconds bear. */
async function climb(): Promise<number> {
  let last = 100
  for (let rate = 150; ; rate = Math.round(rate * 1.2)) {
    const { p95, wrong } = await run(rate, 8)
    if (p95 > limitMs || wrong > 0) return last
    last = rate
  }
}

/** The highest of those that a minute bears. */
async function hold(rate: number): Promise<Run> {
  const minute = await run(rate, 60)
  if ((minute.p95 <= limitMs && minute.wrong === 0) || rate < 20) return minute
  return hold(Math.round(rate * 0.9))
}

async function run(rate: number, seconds: number): Promise<Run> {
  const answers: ReturnType<typeof fire>[] = []
  const began = performance.now()
  while (performance.now() - began < seconds * 1000) {
    const due = Math.floor(((performance.now() - began) / 1000) * rate)
    while (answers.length < due) answers.push(fire(began + (answers.length * 1000) / rate))
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  const all = await Promise.all(answers)
  const times = all.map(({ ms }) => ms).sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  const result = {
    rate,
    count: all.length,
    p50: at(0.5),
    p95: at(0.95),
    wrong: all.filter(({ wrong }) => wrong).length,
  }
  console.log(tell(result))
  return result
}

async function fire(due: number): Promise<{ ms: number; wrong: boolean }> {
  const { shot, acknowledge } = mixed(sent++)
  const status = await send(shot)
  if (status === 303) acknowledge?.()
  return { ms: performance.now() - due, wrong: !shot.expected.includes(status) }
}

/** Nine pages, then a lead; every fifth lead is hostile. */
function mixed(index: number): { shot: Shot; acknowledge?: () => void } {
  if (index % 10 !== 9)
    return { shot: { path: pages[index % pages.length] ?? '/', expected: [200] } }
  const turn = Math.floor(index / 10)
  if (turn % 5 === 4) return { shot: hostile(Math.floor(turn / 5), stranger(turn)) }
  return turn % 2 ? booking(stranger(turn)) : callback(stranger(turn))
}

function callback(from: Record<string, string>) {
  const name = leads.nextName()
  const body = { Name: name, Phone: '5095550147', Company: 'Ruiz & Sons' }
  return {
    shot: callbackPost(name, from),
    acknowledge: () => leads.acknowledge(name, body),
  }
}

function callbackPost(name: string, from: Record<string, string>): Shot {
  const entries = { name, phone: '5095550147', businessName: 'Ruiz & Sons' }
  return leadPost('/', { ...forms.callback.hidden, ...entries }, from)
}

function booking(from: Record<string, string>) {
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
    shot: leadPost('/book-demo', { ...forms.booking.hidden, ...entries }, from),
    acknowledge() {
      leads.acknowledge(entries.fullName, entries)
      lastBooking = entries.fullName
    },
  }
}

function leadPost(path: string, fields: Record<string, string>, from: Record<string, string>) {
  const headers = { ...multipartType, origin: ownOrigin, ...from }
  return { path, body: multipart(Object.entries(fields)), headers, expected: [303] }
}

function hostile(turn: number, from: Record<string, string>): Shot {
  const { body, headers } = callbackPost('Ana Ruiz', from)
  const kinds: Partial<Shot>[] = [
    { headers: { ...headers, origin: 'https://elsewhere.example' } },
    { headers: { ...headers, 'next-action': 'f'.repeat(42) } },
    { headers: from },
    { body: 'x'.repeat(1_000_000) },
    { body: body?.replace('Ana Ruiz', '\0'.repeat(20_000)) },
  ]
  // Who sends too much is cut off.
  const expected = [200, 400, 403, 404, 405, 413, 415, cutOff]
  return { path: '/', body, headers, ...kinds[turn % kinds.length], expected }
}

/** An address that nobody has sent from yet. */
function stranger(turn: number) {
  return { 'x-forwarded-for': `10.${turn >> 16}.${(turn >> 8) & 255}.${turn & 255}` }
}

function send({ path, body, headers }: Shot): Promise<number> {
  const target = targets[turn++ % targets.length]
  const own = proxy
    ? { host: 'www.example.com', origin: 'http://www.example.com' }
    : { origin: target }
  const origin = headers?.origin === ownOrigin ? own.origin : headers?.origin
  return new Promise((resolve) => {
    const request = httpRequest(
      `${target}${path}`,
      {
        agent,
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          'accept-encoding': 'gzip',
          ...headers,
          ...(own.host && { host: own.host }),
          ...(origin && { origin }),
        },
        timeout: patienceMs,
      },
      (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? cutOff))
        response.on('error', () => resolve(cutOff))
      },
    )
    request.on('timeout', () => {
      resolve(unanswered)
      request.destroy()
    })
    request.on('error', () => resolve(cutOff))
    request.end(body)
  })
}

/** Until ten answers in a row are quick, and a lead is accepted. */
async function recovery(): Promise<number> {
  const began = performance.now()
  const bound = (what: string) => {
    if (performance.now() - began > 60_000) throw new Error(`Waited 60 s for ${what}`)
  }
  for (let quick = 0; quick < 10; bound('ten quick answers in a row')) {
    const asked = performance.now()
    const up = (await send({ path: '/', expected: [200] })) === 200
    quick = up && performance.now() - asked < limitMs ? quick + 1 : 0
  }
  for (let accepted = false; !accepted; bound('a lead to be accepted')) {
    const { shot, acknowledge } = callback(stranger(sent++))
    accepted = (await send(shot)) === 303
    if (accepted) acknowledge()
  }
  return performance.now() - began
}

/** A server that has both webhook addresses sends what has only been stored. */
async function deliverTheRest(): Promise<void> {
  await ageByDays(database, 5)
  const last = await Site.start({ ...env, BOOKING_WEBHOOK_URL: receiver.url('/book') })
  try {
    await until(300, 'every stored lead to be delivered', () => nothingWaits(database))
  } finally {
    await within(30, 'the server to end after SIGTERM', last.stop())
  }
}

/** Of the server that holds most. */
async function memory(): Promise<number> {
  const all = Promise.all(sites.map((site) => site.memory()))
  return Math.max(...(await within(30, 'servers to report their memory', all)))
}

async function isUp(): Promise<boolean> {
  const answers = await Promise.all(sites.map(({ url }) => fetch(`${url}/api/health`)))
  return answers.every(({ ok }) => ok)
}

/** The configuration of the README, behind a load balancer and in front of all servers. */
async function startProxy(): Promise<{ url: string; stop(): Promise<void> }> {
  if (!nginxInstalled) throw new Error('nginx is not installed')
  const port = await freePort()
  const [firstPort = '', ...ports] = sites.map(({ url }) => new URL(url).port)
  const upstream = `server 127.0.0.1:${firstPort};`
  const configuration = readmeNginx(port, Number(firstPort))
    .replace(upstream, [upstream, ...ports.map((each) => `server 127.0.0.1:${each};`)].join(' '))
    .replace('X-Forwarded-For $remote_addr', 'X-Forwarded-For $proxy_add_x_forwarded_for')
  const { stop } = await startNginx(configuration, [port])
  return { url: `http://127.0.0.1:${port}`, stop }
}

/** As `mixed` mixes them, without the hostile ones. */
function perSecond(rate: number): string {
  return `${Math.round(rate * 0.9)} pages, ${Math.round(rate * 0.08)} leads`
}

function tell({ rate, count, p50, p95, wrong }: Run): string {
  return `${rate}/s: ${count} requests, p50 ${Math.round(p50)} ms, p95 ${Math.round(p95)} ms, ${wrong} unanswered or wrong`
}

function mb(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
