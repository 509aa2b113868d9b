import { execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import next from 'next/package.json' with { type: 'json' }
import { openAtStep } from './support/booking'
import { launchBrowser } from './support/browser'
import { buildEmptyPage } from './support/empty-page'
import { markdownTable, percentile } from './support/figures'
import { hydrate, untilHydrated } from './support/hydration'
import { measureDistantDatabase, measureLeadCosts } from './support/lead-costs'
import {
  budgets,
  emptyPageScripts,
  measurePageWeight,
  scriptsOverEmptyPage,
} from './support/page-weight'
import { startPlainPages } from './support/plain-pages'
import { freePort } from './support/ports'
import { root, startSite } from './support/site'
import { waitUntil } from './support/wait'
import { WebhookReceiver } from './support/webhook-receiver'

/**
 * `npm run bench`: prints the figures in the README. Compares each page with an empty Next.js page and, if nginx is
 * installed, with the same page as plain HTML that nginx serves without scripts. Words select parts:
 * `npm run bench -- interactions`.
 */

const runs = 5
const paths = Object.keys(budgets) as (keyof typeof budgets)[]
const rows: string[][] = []
let missed = 0

const receiver = await WebhookReceiver.start()
const site = await startSite(receiver)
const emptySite = await startEmptySite()
const nginx = await startPlainPages(site.url, paths)
const debuggingPort = await freePort()
const browser = await launchBrowser(`--remote-debugging-port=${debuggingPort}`)

const parts = {
  bytes: benchBytes,
  interactions: benchInteractions,
  vitals: benchVitals,
  pages: benchPages,
  leads: benchLeads,
}
const words = process.argv.slice(2)
try {
  for (const [name, bench] of Object.entries(parts))
    if (words.length === 0 || words.includes(name)) await bench()
} finally {
  await browser.close()
  emptySite.stop()
  await Promise.all([site.stop(), receiver.stop(), nginx?.stop()])
}

console.log(`\n${markdownTable(['what', 'budget', 'figure', ''], rows)}`)
process.exit(missed > 0 ? 1 : 0)

/** Starts a server of an empty Next.js page, which has none of the site's own files. */
async function startEmptySite() {
  const url = `http://127.0.0.1:${await freePort()}`
  const next = join(root, 'node_modules/next/dist/bin/next')
  const server = spawn(process.execPath, [next, 'start', '--port', new URL(url).port], {
    cwd: buildEmptyPage(),
    stdio: 'ignore',
  })
  await waitUntil(60, 'the empty page', () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return { url, stop: () => server.kill() }
}

/** Adds a row. Unless the caller decides, the figure must be at most the budget. */
function add(what: string, figure: number, budget: number, unit = '', isOk = figure <= budget) {
  if (!isOk) missed++
  const show = (value: number) => `${Number(value.toFixed(unit === 'ms' ? 0 : 2))} ${unit}`.trim()
  rows.push([what, show(budget), show(figure), isOk ? 'ok' : 'MISSED'])
}

function median(values: number[]): number {
  return percentile(values, 0.5)
}

async function benchBytes() {
  const page = await browser.newPage()
  const empty = await measurePageWeight(page, emptySite.url)
  const change = Math.abs(empty.scripts - emptyPageScripts.bytes)
  add(`empty page, scripts, Next.js ${next.version}: change to ${empty.scripts}`, change, 0, 'B')
  for (const path of paths) {
    const budget = budgets[path]
    const { html, scripts, withoutScripts } = await measurePageWeight(page, `${site.url}${path}`)
    add(`${path} HTML`, html / 1000, budget.html / 1000, 'KB')
    add(`${path} all but scripts`, withoutScripts / 1000, budget.withoutScripts / 1000, 'KB')
    const [over, limit] =
      path === '/' ? [scripts, 0] : [scripts - empty.scripts, scriptsOverEmptyPage]
    add(`${path} scripts, at first or over the empty page`, over / 1000, limit / 1000, 'KB')
  }
  await page.close()
}

/** The time from a key press or click to the next frame, by the Event Timing API, median. */
async function benchInteractions() {
  const rounds: Awaited<ReturnType<typeof measureInteractions>>[] = []
  for (let round = 0; round < runs; round++) rounds.push(await measureInteractions())
  const medianOf = (name: 'dialog' | 'coldDialog' | 'calendar') =>
    median(rounds.map((times) => times[name]))
  add('dialog, click to next frame', medianOf('dialog'), 32, 'ms')
  add('typing into the dialog before hydration, CPU 4× slower', medianOf('coldDialog'), 100, 'ms')
  add('calendar, click to next frame', medianOf('calendar'), 32, 'ms')
}

/** Measures as a first-time visitor: with an empty cache and without time to preload. */
async function measureInteractions() {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await page.addInitScript(recordEventDurations)
  const devtools = await page.context().newCDPSession(page)
  const opener = page.getByRole('button', { name: 'See Live AI in Action' })

  await page.goto(site.url, { waitUntil: 'networkidle' })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await opener.click()
  await page.getByRole('dialog').getByLabel('Full Name').focus()
  await page.keyboard.type('Ana Ruiz, Ruiz & Sons', { delay: 60 })
  const coldDialog = await slowestEvent(page, 'key')
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })

  await page.goto(site.url)
  await hydrate(page)
  await opener.hover()
  await page.waitForLoadState('networkidle')
  await opener.click()
  const dialog = await slowestEvent(page, '')

  await openAtStep(page, 3, { site: site.url })
  await untilHydrated(page)
  const day = page.getByRole('button', { name: 'Preferred Date' })
  await day.hover()
  await page.waitForLoadState('networkidle')
  await day.click()
  const calendar = await slowestEvent(page, '')
  await page.close()
  return { dialog, coldDialog, calendar }
}

/** In the page. */
declare const recorded: { events: PerformanceEventTiming[]; observer: PerformanceObserver }

function recordEventDurations() {
  const events: PerformanceEntry[] = []
  const observer = new PerformanceObserver((list) => events.push(...list.getEntries()))
  observer.observe({
    type: 'event',
    buffered: true,
    durationThreshold: 16,
  } as PerformanceObserverInit)
  Object.assign(window, { recorded: { events, observer } })
}

/** The longest key event or the longest interaction of a page so far, in milliseconds, from 16 ms. */
function slowestEvent(page: Page, prefix: 'key' | ''): Promise<number> {
  return page.evaluate(async (prefix) => {
    // The browser creates an event's entry after the next frame.
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    await new Promise((resolve) => requestIdleCallback(resolve))
    const events = [
      ...recorded.events,
      ...recorded.observer.takeRecords(),
    ] as typeof recorded.events
    const counted = events.filter(({ name, interactionId }) =>
      prefix ? name.startsWith(prefix) : interactionId,
    )
    return Math.max(16, ...counted.map(({ duration }) => duration))
  }, prefix)
}

type Vitals = { score: number; lcp: number; tbt: number; cls: number }

/** Lighthouse, mobile, median. */
async function benchVitals() {
  const urls: Record<string, string> = { empty: emptySite.url }
  for (const path of paths) urls[path] = `${site.url}${path}`
  if (nginx) urls.plain = `${nginx.plain}/`
  // In rounds over all pages, so that a machine that slows down affects every page.
  const measured: Record<string, Vitals[]> = {}
  for (let round = 0; round < runs; round++)
    for (const [name, url] of Object.entries(urls)) {
      measured[name] ??= []
      measured[name].push(await runLighthouse(url))
    }
  const of = (name: string, key: keyof Vitals) =>
    median((measured[name] ?? []).map((vitals) => vitals[key]))
  const least = of('empty', 'score')
  for (const path of paths) {
    const score = of(path, 'score')
    add(`${path} performance, at least that of the empty page`, score, least, '', score >= least)
    add(`${path} CLS`, of(path, 'cls'), 0)
  }
  add('/ blocking time, ratio to the empty page', of('/', 'tbt') / of('empty', 'tbt'), 0.5)
  if (!nginx) return
  add('/ blocking time over plain HTML', of('/', 'tbt') - of('plain', 'tbt'), 30, 'ms')
  add('/ LCP, ratio to plain HTML', of('/', 'lcp') / of('plain', 'lcp'), 1.15)
}

/** Not a dependency: it needs a newer Node than the site does, so npx fetches both. */
const lighthouse = ['--yes', '--package=node@24', '--package=lighthouse@13.5.0', '--', 'lighthouse']

async function runLighthouse(url: string): Promise<Vitals> {
  const options = [
    `--port=${debuggingPort}`,
    '--only-categories=performance',
    // The 404 page.
    '--ignore-status-code',
    '--output=json',
    '--quiet',
    '--no-enable-error-reporting',
  ]
  const { stdout } = await promisify(execFile)('npx', [...lighthouse, url, ...options], {
    maxBuffer: 1e8,
  })
  const { audits, categories } = JSON.parse(stdout)
  return {
    score: categories.performance.score,
    lcp: audits['largest-contentful-paint'].numericValue,
    tbt: audits['total-blocking-time'].numericValue,
    cls: audits['cumulative-layout-shift'].numericValue,
  }
}

/** The site behind nginx, compared with nginx that serves the same file. */
async function benchPages() {
  if (!nginx) return
  const ratio = (await pagesPerSecond(nginx.proxy)) / (await pagesPerSecond(nginx.plain))
  add('pages/s behind nginx, at least, ratio to nginx with the file', ratio, 0.8, '', ratio >= 0.8)
}

/** Native posts. What is left of the time of a lead is the server's filter, the log, and the answer. */
async function benchLeads() {
  const { perSecond, ratio, possibleRatio, total, parts } = await measureLeadCosts(receiver)
  const least = 0.5
  const what = `leads/s, ratio to an action that only validates and forwards, possible: ${possibleRatio.toFixed(2)}`
  add(what, ratio, least, '', ratio >= least)
  const known = Object.values(parts).reduce((sum, ms) => sum + ms)
  const shares = { 'a lead': total, ...parts, 'filter, log, and answer': total - known }
  for (const [part, ms] of Object.entries(shares))
    rows.push([`ms of ${part}, at ${perSecond.toFixed()} leads/s`, '', ms.toFixed(2), ''])
  const { median, p95 } = await measureDistantDatabase(receiver)
  add('a lead, PostgreSQL 5 ms away, median', median, 70, 'ms')
  rows.push(['ms of a lead, PostgreSQL 5 ms away, p95', '', p95.toFixed(), ''])
}

async function pagesPerSecond(url: string): Promise<number> {
  let done = 0
  const deadline = Date.now() + 4000
  const client = async () => {
    for (; Date.now() < deadline; done++) await (await fetch(`${url}/`)).arrayBuffer()
  }
  await Promise.all(Array.from({ length: 16 }, client))
  return done / 4
}
