import { Agent, request as httpRequest } from 'node:http'
import { parseArgs } from 'node:util'
import { firstBookableDay } from '../lib/pacific'
import { backlog } from './backlog'
import { sqlite } from './support/database'
import { ageByDays, deleteLead, nothingWaits } from './support/journal'
import { brokenPromises, LeadTracker, reportTable } from './support/lead-tracker'
import { bookingForm, readForm } from './support/native-post'
import { multipart, multipartType } from './support/raw-http'
import { Receiver } from './support/receiver'
import { Site } from './support/site'
import { until, within } from './support/wait'

/**
 * npm run load -- [--forget-one]
 *
 * Finds the rate at which 95 of 100 answers take under 250 ms, holds it for a minute, then sends twice as much for
 * half a minute and looks at what is left. Requests leave on schedule, answered or not, and their time runs from
 * there. One in ten is a lead, one in fifty a hostile one.
 *
 * Callbacks have a webhook address, bookings have none until a last server starts. Fails unless every acknowledged
 * lead arrived by then as it was acknowledged, under one id; the server makes the ids. `--forget-one` deletes an
 * acknowledged booking from the journal before that, and the run fails.
 *
 * Last, redelivers from a journal with 50,000 due leads while each webhook takes half a second to answer.
 */

const limitMs = 250
const patienceMs = 10_000

/** In the place of a status. */
const cutOff = 0
const unanswered = -1

const { values } = parseArgs({ options: { 'forget-one': { type: 'boolean' } } })

type Shot = { path: string; body?: string; headers?: Record<string, string>; expected: number[] }
type Row = [what: string, promised: string, measured: string, ok: boolean]
type Run = { rate: number; count: number; p50: number; p95: number; wrong: number }

const pages = ['/', '/book-demo', '/', '/thank-you', '/', '/robots.txt', '/']

const receiver = await Receiver.start()
const database = sqlite()
const env = {
  CALLBACK_WEBHOOK_URL: receiver.url('/call'),
  DATABASE_URL: database.url,
  CLIENT_ADDRESS: 'proxy:1',
}
const site = await Site.start({ ...env, BOOKING_WEBHOOK_URL: '' })
const forms = {
  callback: await readForm(site.url),
  booking: await readForm(`${site.url}/book-demo`, bookingForm),
}
const preferredDate = firstBookableDay(new Date())
const leads = new LeadTracker({ databaseMayFail: false })
let lastBooking = ''
let agent = new Agent({ keepAlive: true, maxSockets: 512 })
let sent = 0

let rows: Row[]
try {
  rows = await measure()
} finally {
  agent.destroy()
  await within(30, 'the server to end after SIGTERM', site.stop())
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
  const headers = { ...multipartType, origin: site.url, ...from }
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
  return new Promise((resolve) => {
    const request = httpRequest(
      `${site.url}${path}`,
      {
        agent,
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'accept-encoding': 'gzip', ...headers },
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

function memory(): Promise<number> {
  return within(30, 'the server to report its memory', site.memory())
}

function isUp(): Promise<boolean> {
  return send({ path: '/api/health', expected: [200] }).then((status) => status === 200)
}

function tell({ rate, count, p50, p95, wrong }: Run): string {
  return `${rate}/s: ${count} requests, p50 ${Math.round(p50)} ms, p95 ${Math.round(p95)} ms, ${wrong} unanswered or wrong`
}

function mb(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
