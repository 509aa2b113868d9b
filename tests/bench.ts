import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { Browser, Page } from '@playwright/test'
import lighthouse from 'lighthouse'
import next from 'next/package.json' with { type: 'json' }
import { validateLead } from '../lib/leads/shared/schema'
import { openAtStep } from './support/booking'
import { launchBrowser } from './support/browser'
import { forEachConcurrently } from './support/concurrency'
import { buildEmptyPage } from './support/empty-page'
import { markdownTable, percentile } from './support/figures'
import { hydrate, untilHydrated } from './support/hydration'
import { type NativeForm, post, readForm } from './support/native-post'
import {
  budgets,
  emptyPageScripts,
  measurePageWeight,
  scriptsOverEmptyPage,
} from './support/page-weight'
import { startPlainPages } from './support/plain-pages'
import { freePort, listenOnFreePort } from './support/ports'
import { Site, startSite } from './support/site'
import { WebhookReceiver } from './support/webhook-receiver'

/**
 * `npm run bench`: compares each page with an empty Next.js page and with the same page as plain HTML that nginx serves
 * without scripts, and compares submitting a lead with a minimal proxy that only forwards it. Words select parts:
 * `npm run bench -- interactions`.
 */

const runs = 5
const paths = Object.keys(budgets) as (keyof typeof budgets)[]
const lines: string[][] = []
let missed = 0

const receiver = await WebhookReceiver.start()
const site = await startSite(receiver)
const emptySite = await Site.start({}, buildEmptyPage())
const nginx = await startPlainPages(site.url, paths)
const debuggingPort = await freePort()
const browser = await launchBrowser(`--remote-debugging-port=${debuggingPort}`)

const parts = {
  bytes: () => benchBytes(browser),
  interactions: () => benchInteractions(browser),
  vitals: benchVitals,
  pages: benchStaticPages,
  leads: benchLeads,
}
const words = process.argv.slice(2)
for (const [name, bench] of Object.entries(parts))
  if (words.length === 0 || words.includes(name)) await bench()
await browser.close()
await Promise.all([site.stop(), emptySite.stop(), receiver.stop(), nginx?.stop()])

console.log(`\n${markdownTable(['what', 'budget', 'figure', ''], lines)}`)
process.exit(missed > 0 ? 1 : 0)

/* Bytes */

async function benchBytes(browser: Browser) {
  const page = await browser.newPage()
  const emptyPage = await measurePageWeight(page, emptySite.url)
  addFigure('empty page, everything', kb(emptyPage.scripts + emptyPage.withoutScripts))
  addFigure(`empty page, scripts, Next.js ${next.version}`, bytes(emptyPage.scripts))
  checkBudget(
    'empty page, scripts, difference from tests/support/page-weight.ts',
    Math.abs(emptyPage.scripts - emptyPageScripts.bytes),
    0,
    bytes,
  )
  for (const path of paths) {
    const { html, scripts, withoutScripts } = await measurePageWeight(page, `${site.url}${path}`)
    checkBudget(`${path} HTML`, html, budgets[path].html, kb)
    checkBudget(`${path} without scripts`, withoutScripts, budgets[path].withoutScripts, kb)
    const over = scripts - emptyPage.scripts
    if (path === '/') checkBudget('/ scripts before an interaction', scripts, 0, kb)
    else checkBudget(`${path} scripts over the empty page`, over, scriptsOverEmptyPage, kb)
  }
  await page.close()
}

/* Interactions: the time from a key press or click to the next frame, by the Event Timing API, median */

async function benchInteractions(browser: Browser) {
  const rounds: Awaited<ReturnType<typeof measureInteractions>>[] = []
  const emptyPage: number[] = []
  for (let round = 0; round < runs; round++) {
    emptyPage.push(await measureEmptyPageStart(browser))
    rounds.push(await measureInteractions(browser))
  }
  // Shows how slow this machine is right now: an empty page has nothing to do but start the framework.
  addFigure('typing while an empty page starts, CPU 4× slower', ms(median(emptyPage)))
  const medianOf = (name: keyof (typeof rounds)[number]) =>
    median(rounds.map((times) => times[name]))
  checkBudget('dialog, click to next frame', medianOf('dialog'), 32, ms)
  checkBudget(
    'typing into the dialog before hydration, CPU 4× slower',
    medianOf('intoColdDialog'),
    100,
    ms,
  )
  checkBudget('typing into the dialog, CPU 4× slower', medianOf('intoDialog'), 50, ms)
  checkBudget('typing into the wizard, CPU 4× slower', medianOf('intoWizard'), 50, ms)
  checkBudget('calendar, click to next frame', medianOf('calendar'), 32, ms)
}

/** The slowest key that is typed into a field of an empty Next.js page while the page hydrates. */
async function measureEmptyPageStart(browser: Browser): Promise<number> {
  const { page, devtools } = await newPhone(browser)
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () =>
      document.body.append(document.createElement('input')),
    ),
  )
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(emptySite.url, { waitUntil: 'commit' })
  await page.locator('input').focus()
  await page.keyboard.type('Ana Ruiz, Ruiz & Sons', { delay: 60 })
  await untilEventsRecorded(page)
  const slowest = await page.evaluate(() => Math.max(16, ...eventDurations.keys))
  await page.close()
  return slowest
}

async function newPhone(browser: Browser) {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await page.addInitScript(recordEventDurations)
  return { page, devtools: await page.context().newCDPSession(page) }
}

/** Measures as a first-time visitor: with an empty cache and without time to preload. */
async function measureInteractions(browser: Browser) {
  const { page, devtools } = await newPhone(browser)
  const slowestInteraction = async (work: () => Promise<void>) => {
    await page.waitForLoadState('networkidle')
    await untilEventsRecorded(page)
    await page.evaluate(() => {
      eventDurations.interactions.length = 0
    })
    await work()
    await untilEventsRecorded(page)
    return page.evaluate(() => Math.max(16, ...eventDurations.interactions))
  }
  const slowestKey = async (work: () => Promise<void>) => {
    await work()
    await untilEventsRecorded(page)
    return page.evaluate(() => Math.max(16, ...eventDurations.keys))
  }
  const typeSlowly = async () => {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const time = await slowestInteraction(() => page.keyboard.type('Ana Ruiz', { delay: 60 }))
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    return time
  }

  const opener = page.getByRole('button', { name: 'See Live AI in Action' })
  const name = page.getByRole('dialog').getByLabel('Full Name')

  await page.goto(site.url, { waitUntil: 'networkidle' })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await opener.click()
  await name.focus()
  const intoColdDialog = await slowestKey(async () => {
    await page.keyboard.type('Ana Ruiz, Ruiz & Sons', { delay: 60 })
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })

  await page.goto(site.url)
  await hydrate(page)
  await opener.hover()
  const dialog = await slowestInteraction(() => opener.click())
  await name.focus()
  const intoDialog = await typeSlowly()

  await page.goto(`${site.url}/book-demo`)
  await untilHydrated(page)
  await page.getByLabel('Full Name').focus()
  const intoWizard = await typeSlowly()

  await openAtStep(page, 3, { site: site.url })
  await untilHydrated(page)
  const day = page.getByRole('button', { name: 'Preferred Date' })
  await day.hover()
  const calendar = await slowestInteraction(() => day.click())
  await page.close()
  return { dialog, intoColdDialog, intoDialog, intoWizard, calendar }
}

/** In the page: the durations of interactions and of key events, in milliseconds, from 16 ms. */
declare const eventDurations: {
  interactions: number[]
  keys: number[]
  record(entries: PerformanceEntryList): void
  observer: PerformanceObserver
}

function recordEventDurations() {
  // A method, because tsx adds a call to named functions that does not exist in the page.
  const durations = {
    interactions: [] as number[],
    keys: [] as number[],
    record(entries: PerformanceEntryList) {
      for (const entry of entries as PerformanceEventTiming[]) {
        if (entry.interactionId) durations.interactions.push(entry.duration)
        if (entry.name.startsWith('key')) durations.keys.push(entry.duration)
      }
    },
  }
  const observer = new PerformanceObserver((list) => durations.record(list.getEntries()))
  observer.observe({
    type: 'event',
    buffered: true,
    durationThreshold: 16,
  } as PerformanceObserverInit)
  Object.assign(window, { eventDurations: { ...durations, observer } })
}

/** The browser creates an event's entry after the next frame, so this waits for frames until the page is idle. */
async function untilEventsRecorded(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    await new Promise((resolve) => requestIdleCallback(resolve))
    eventDurations.record(eventDurations.observer.takeRecords())
  })
}

/* Lighthouse, mobile, median */

type Vitals = { score: number; fcp: number; lcp: number; tbt: number; cls: number }

async function benchVitals() {
  // In rounds over all pages, so that a machine that slows down affects every page.
  const urls = [emptySite.url, ...paths.map((path) => `${site.url}${path}`)]
  if (nginx) urls.push(...paths.map((path) => `${nginx.plain}${path}`))
  const measured = urls.map((): Vitals[] => [])
  for (let round = 0; round < runs; round++)
    for (const [index, url] of urls.entries()) measured[index]?.push(await runLighthouse(url))
  const [emptyPage, ...rest] = measured.map(medians)
  if (!emptyPage) return
  addFigure('empty page: performance, FCP / LCP / blocking time', formatVitals(emptyPage))
  if (!nginx) addFigure('comparison with plain HTML', 'nginx is not installed here')
  for (const [index, path] of paths.entries()) {
    const page = rest[index]
    const plain = rest[paths.length + index]
    if (!page) continue
    addFigure(`${path}: performance, FCP / LCP / blocking time`, formatVitals(page))
    checkBudget(
      `${path} performance, at least the empty page's`,
      -page.score,
      -emptyPage.score,
      negated,
    )
    checkBudget(`${path} CLS`, page.cls, 0, (value) => value.toFixed(3))
    addFigure(
      `${path} FCP / LCP / blocking time, ratio to the empty page`,
      formatRatios(page, emptyPage),
    )
    if (path === '/')
      checkBudget('/ blocking time, ratio to the empty page', page.tbt / emptyPage.tbt, 0.5, ratio)
    if (!plain) continue
    addFigure(`${path} as plain HTML: performance, FCP / LCP / blocking time`, formatVitals(plain))
    addFigure(`${path} FCP / LCP / blocking time, ratio to plain HTML`, formatRatios(page, plain))
    if (path !== '/') continue
    checkBudget('/ blocking time over plain HTML', page.tbt - plain.tbt, 30, ms)
    checkBudget('/ LCP, ratio to plain HTML', page.lcp / plain.lcp, 1.15, ratio)
    if (plain.score === 1)
      checkBudget('/ performance where plain HTML gets 1.00', -page.score, -1, negated)
  }
}

function medians(rounds: Vitals[]): Vitals {
  const medianOf = (name: keyof Vitals) => median(rounds.map((round) => round[name]))
  return {
    score: medianOf('score'),
    fcp: medianOf('fcp'),
    lcp: medianOf('lcp'),
    tbt: medianOf('tbt'),
    cls: medianOf('cls'),
  }
}

function formatVitals({ score, fcp, lcp, tbt }: Vitals): string {
  return `${score.toFixed(2)}, ${ms(fcp)} / ${ms(lcp)} / ${ms(tbt)}`
}

function formatRatios(page: Vitals, other: Vitals): string {
  const ratioOf = (name: keyof Vitals) => (other[name] ? ratio(page[name] / other[name]) : '-')
  return `${ratioOf('fcp')} / ${ratioOf('lcp')} / ${ratioOf('tbt')}`
}

async function runLighthouse(url: string): Promise<Vitals> {
  const result = await lighthouse(url, {
    port: debuggingPort,
    onlyCategories: ['performance'],
    ignoreStatusCode: true,
    logLevel: 'silent',
  })
  const audits = result?.lhr.audits
  const value = (name: string) => audits?.[name]?.numericValue ?? Number.NaN
  return {
    score: result?.lhr.categories.performance?.score ?? 0,
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
  }
}

function median(values: number[]): number {
  return percentile(values, 0.5)
}

/* Static pages: the site behind nginx, compared with nginx that serves the same file */

async function benchStaticPages() {
  addFigure('next start alone, requests/s', String(await requestsPerSecond(`${site.url}/`)))
  if (!nginx) return
  const siteRate = await requestsPerSecond(`${nginx.proxy}/`)
  const fileRate = await requestsPerSecond(`${nginx.plain}/`)
  addFigure(
    'next start behind nginx / nginx with the same file, requests/s',
    `${siteRate} / ${fileRate}`,
  )
  checkBudget('requests/s, ratio to nginx with the same file', -siteRate / fileRate, -0.8, negated)
}

async function requestsPerSecond(url: string): Promise<number> {
  let done = 0
  const deadline = Date.now() + 4000
  const client = async () => {
    while (Date.now() < deadline) {
      await (await fetch(url)).arrayBuffer()
      done++
    }
  }
  await Promise.all(Array.from({ length: 16 }, client))
  return Math.round(done / 4)
}

/* Leads: the site, compared with a proxy that only parses, validates and forwards */

async function benchLeads() {
  const form = await readForm(site.url)
  const proxy = await startMinimalProxy(receiver.url('/call'))
  await submitLeads({ ...form, action: proxy.url }, 200)
  const proxied = await submitLeads({ ...form, action: proxy.url }, 1500)
  proxy.stop()
  const first = await submitLeads(form, 2000)
  const memoryBefore = await site.memory()
  const rest = await submitLeads(form, 8000)
  const memoryAfter = await site.memory()
  addFigure(
    'lead, minimal proxy: p50 / p95 / per second',
    `${ms(proxied.p50)} / ${ms(proxied.p95)} / ${proxied.rate}`,
  )
  addFigure(
    'lead, server action: p50 / p95 / per second',
    `${ms(rest.p50)} / ${ms(rest.p95)} / ${rest.rate}`,
  )
  addFigure(
    'lead, added p50 / p95',
    `${ms(rest.p50 - proxied.p50)} / ${ms(rest.p95 - proxied.p95)}`,
  )
  addFigure(
    'lead, throughput as a ratio to the minimal proxy',
    (rest.rate / proxied.rate).toFixed(2),
  )
  checkBudget('accepted of 10,000 leads', -(first.accepted + rest.accepted), -10_000, (value) =>
    String(-value),
  )
  checkBudget(
    'memory from the 2,000th to the 10,000th lead',
    memoryAfter / memoryBefore,
    1.1,
    ratio,
  )
}

async function submitLeads(form: NativeForm, count: number) {
  const times: number[] = []
  let accepted = 0
  const start = performance.now()
  const ids = Array.from({ length: count }, () => randomUUID())
  await forEachConcurrently(ids, 16, async (submissionId) => {
    const sentAt = performance.now()
    const entries = { name: 'Ana Ruiz', phone: '5095550147', businessName: 'Ruiz & Sons' }
    if (await post(form, { ...entries, submissionId })) accepted++
    times.push(performance.now() - sentAt)
  })
  receiver.reset()
  return {
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    accepted,
    rate: Math.round(count / ((performance.now() - start) / 1000)),
  }
}

/** A proxy with the same form, schema and receiver as the site, but without a journal. */
async function startMinimalProxy(target: string) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const headers = { 'content-type': request.headers['content-type'] ?? '' }
    const data = await new Response(Buffer.concat(chunks), { headers }).formData()
    const entries = Object.fromEntries([...data].map(([name, value]) => [name, String(value)]))
    const result = validateLead('call-our-ai', entries, new Date())
    const sent =
      'lead' in result &&
      (await fetch(target, { method: 'POST', body: JSON.stringify(result.lead) })).ok
    response.writeHead(sent ? 303 : 400, { location: '/' }).end()
  })
  const port = await listenOnFreePort(server)
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() }
}

/* The table */

function checkBudget(
  what: string,
  figure: number,
  budget: number,
  show: (value: number) => string,
) {
  const ok = figure <= budget
  if (!ok) missed++
  lines.push([what, show(budget), show(figure), ok ? 'ok' : 'MISSED'])
}

function addFigure(what: string, figure: string) {
  lines.push([what, '', figure, ''])
}

function bytes(value: number) {
  return `${value} B`
}

function kb(value: number) {
  return `${(value / 1000).toFixed(1)} KB`
}

function ms(value: number) {
  return `${Math.round(value)} ms`
}

/** For values where more is better: `checkBudget` gets them as negative numbers. */
function negated(value: number) {
  return (-value).toFixed(2)
}

function ratio(value: number) {
  return value.toFixed(2)
}
