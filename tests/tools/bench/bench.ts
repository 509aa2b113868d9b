import { execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { launchBrowser } from '../../support/browser/browser'
import { budgets, measurePageWeight } from '../../support/browser/requests'
import { freePort } from '../../support/process/ports'
import { programs } from '../../support/process/programs'
import { waitUntil } from '../../support/process/wait'
import { WebhookReceiver } from '../../support/receiver/webhook-receiver'
import { root, startSite } from '../../support/site/site'
import { markdownTable, percentile } from '../figures'
import { buildEmptyPage } from './empty-page'
import { measureDistantDatabase, measureLeadCosts } from './lead-costs'
import { startPlainPages } from './plain-pages'
import {
  measureDialogWithoutScripts,
  measureLongestTask,
  measurePlainTouches,
  measureTouches,
  startPlainPage,
  type TouchTimes,
} from './touch'
import { type ClickTimes, measureClicks } from './touch-other-browsers'

/**
 * `npm run tool -- bench`: prints the figures in docs/performance.md. Compares each page with an empty Next.js page and, if nginx is
 * installed, with the same page as plain HTML that nginx serves without scripts. Words select parts:
 * `npm run tool -- bench touch`.
 */

const runs = 5
const threeFrames = 50
/** The limit for a page's scripts beyond those of an empty page. */
const scriptsOverEmptyPage = 31_000
/** Not a dependency: it needs a newer Node than the site does, so npx fetches both. */
const lighthouse = ['--yes', '--package=node@24', '--package=lighthouse@13.5.0', '--', 'lighthouse']

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
  touch: benchTouch,
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

/**
 * Touches on a slow phone, beside a plain page in the same run, median. The plain page's dialog takes 32 ms on an idle
 * machine, so the largest budget is 80 ms there.
 */
async function benchTouch() {
  const plainPage = await startPlainPage()
  const plain: Awaited<ReturnType<typeof measurePlainTouches>>[] = []
  const withoutScripts: number[] = []
  const rounds: TouchTimes[] = []
  for (let round = 0; round < runs; round++) {
    plain.push(await measurePlainTouches(browser, plainPage.url))
    withoutScripts.push(await measureDialogWithoutScripts(browser, site.url))
    rounds.push(await measureTouches(browser, site.url))
  }
  const dialog = median(plain.map((times) => times.dialog))
  const key = median(plain.map((times) => times.key))
  rows.push(['plain page, open a dialog', '', `${dialog} ms`, ''])
  rows.push(['plain page, type in it', '', `${key} ms`, ''])
  rows.push(['/ without scripts, open a dialog', '', `${median(withoutScripts)} ms`, ''])
  const budgets: TouchTimes = {
    'open the menu': 2 * dialog,
    'open a dialog': 2 * dialog,
    'touch its first field': 2 * dialog,
    'type in it at once': 3 * key,
    'type in it later': 3 * key,
    'touch the first field of /book-demo': 2 * dialog,
    'Next Step': 2.5 * dialog,
    'open the calendar': 2.5 * dialog,
    'pick a day': 2.5 * dialog,
  }
  for (const [step, budget] of Object.entries(budgets) as [keyof TouchTimes, number][])
    add(`${step}, CPU 4× slower`, median(rounds.map((times) => times[step])), budget, 'ms')

  // The browser alone may need more than the budget, because it computes the style of the whole page again.
  const scripts = median(rounds.map((times) => times['open a dialog'])) - median(withoutScripts)
  add('open a dialog, over the page without scripts, CPU 4× slower', scripts, threeFrames, 'ms')

  await benchLongestTasks()
  await benchOtherBrowsers(plainPage.url)
  plainPage.stop()
}

/** The task in which Next.js starts, which the code of a page cannot split, median. */
async function benchLongestTasks() {
  const empty: number[] = []
  const landing: number[] = []
  const booking: number[] = []
  for (let round = 0; round < runs; round++) {
    empty.push(await measureLongestTask(browser, emptySite.url))
    landing.push(await measureLongestTask(browser, site.url, true))
    booking.push(await measureLongestTask(browser, `${site.url}/book-demo`))
  }
  const budget = 1.5 * median(empty)
  rows.push(['empty page, longest task, CPU 4× slower', '', `${median(empty)} ms`, ''])
  add('/ after a touch, longest task, CPU 4× slower', median(landing), budget, 'ms')
  add('/book-demo, longest task, CPU 4× slower', median(booking), budget, 'ms')
}

/** Clicks in Firefox and WebKit, beside the plain page, median. */
async function benchOtherBrowsers(plainPage: string) {
  for (const name of ['firefox', 'webkit'] as const) {
    if (!programs[name]) continue
    const rounds: ClickTimes[] = []
    for (let round = 0; round < runs; round++)
      rounds.push(await measureClicks(name, site.url, plainPage))
    const of = (step: keyof ClickTimes) => median(rounds.map((times) => times[step]))
    const { 'plain page': _, ...steps } = rounds[0] as ClickTimes
    rows.push([`plain page, ${name}`, '', `${of('plain page')} ms`, ''])
    for (const step of Object.keys(steps) as (keyof typeof steps)[])
      add(`${step}, ${name}`, of(step), of('plain page') + threeFrames, 'ms')
  }
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
  const what = `leads/s, ratio to an action that only validates and forwards, possible: ${possibleRatio.toFixed(2)}`
  rows.push([what, '', ratio.toFixed(2), ''])
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
