import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { launchBrowser } from '../../support/browser/browser'
import { budgets, measurePageWeight } from '../../support/browser/requests'
import { freePort } from '../../support/process/ports'
import { WebhookReceiver } from '../../support/receiver/webhook-receiver'
import { startSite } from '../../support/site/site'
import { startEmptyPage } from './empty-page'
import { measureLeads } from './leads'
import { measurePlainTouches, measureTouches, type Step } from './touch'

/**
 * `npm run tool -- bench`: prints the figures in docs/performance.md, and fails if one misses its goal. Words select parts:
 * `npm run tool -- bench touch`.
 */

const runs = 5
/** Not a dependency: it needs a newer Node than the site does, so npx fetches both. */
const lighthouse = ['--yes', '--package=node@24', '--package=lighthouse@13.5.0', '--', 'lighthouse']

const rows: { figure: string; value: number; goal?: number; missed?: string }[] = []
const receiver = await WebhookReceiver.start()
const site = await startSite(receiver)
const debuggingPort = await freePort()
const browser = await launchBrowser(`--remote-debugging-port=${debuggingPort}`)

const parts = { bytes: benchBytes, touch: benchTouch, vitals: benchVitals, leads: benchLeads }
const words = process.argv.slice(2)
try {
  for (const [name, bench] of Object.entries(parts))
    if (words.length === 0 || words.includes(name)) await bench()
} finally {
  await browser.close()
  await Promise.all([site.stop(), receiver.stop()])
}
console.table(rows)
process.exit(rows.some(({ missed }) => missed) ? 1 : 0)

function add(figure: string, value: number, goal?: number, isMissed = value > (goal ?? value)) {
  const row = { figure, value: Number(value.toFixed(3)), ...(goal !== undefined && { goal }) }
  rows.push({ ...row, ...(isMissed && { missed: 'missed' }) })
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN
}

function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

async function benchBytes() {
  const page = await browser.newPage()
  for (const [path, budget] of Object.entries(budgets)) {
    const { requests, ...weight } = await measurePageWeight(page, `${site.url}${path}`)
    for (const [part, goal] of Object.entries(budget))
      add(`${path}: bytes of ${part}`, weight[part as keyof typeof weight], goal)
  }
  await page.close()
}

/** Touches on a slow phone, beside a plain page in the same run, median. */
async function benchTouch() {
  const plain: Awaited<ReturnType<typeof measurePlainTouches>>[] = []
  const rounds: Record<Step, number>[] = []
  for (let round = 0; round < runs; round++) {
    plain.push(await measurePlainTouches(browser))
    rounds.push(await measureTouches(browser, site.url))
  }
  const dialog = median(plain.map((times) => times.dialog))
  const key = median(plain.map((times) => times.key))
  add('plain page: ms to open a dialog', dialog)
  add('plain page: ms to type', key)
  const goals: Record<Step, number> = {
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
  for (const [step, goal] of Object.entries(goals) as [Step, number][])
    add(`ms to ${step}`, median(rounds.map((times) => times[step])), goal)
}

/** Lighthouse, mobile, median. */
async function benchVitals() {
  const empty = await startEmptyPage()
  const urls: Record<string, string> = { empty: empty.url }
  for (const path of Object.keys(budgets)) urls[path] = `${site.url}${path}`
  const reports: Record<string, Awaited<ReturnType<typeof runLighthouse>>[]> = {}
  // In rounds over all pages, so that a machine that slows down affects every page.
  for (let round = 0; round < runs; round++)
    for (const [name, url] of Object.entries(urls)) {
      reports[name] ??= []
      reports[name].push(await runLighthouse(url))
    }
  empty.stop()
  const of = (name: string, audit: string) =>
    median((reports[name] ?? []).map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN))
  const score = (name: string) =>
    median((reports[name] ?? []).map(({ categories }) => categories.performance.score))
  for (const name of Object.keys(urls)) {
    add(`${name}: performance`, score(name), score('empty'), score(name) < score('empty'))
    add(`${name}: CLS`, of(name, 'cumulative-layout-shift'), 0)
    add(`${name}: ms of LCP`, of(name, 'largest-contentful-paint'))
    add(`${name}: ms of blocking time`, of(name, 'total-blocking-time'))
  }
  const half = of('empty', 'total-blocking-time') / 2
  add('/: ms of blocking time, beside half of an empty page', of('/', 'total-blocking-time'), half)
}

type Report = {
  audits: Record<string, { numericValue: number }>
  categories: { performance: { score: number } }
}

async function runLighthouse(url: string): Promise<Report> {
  const options = [
    `--port=${debuggingPort}`,
    '--only-categories=performance',
    // The 404 page.
    '--ignore-status-code',
    '--output=json',
    '--quiet',
    '--no-enable-error-reporting',
  ]
  const args = [...lighthouse, url, ...options]
  const { stdout } = await promisify(execFile)('npx', args, { maxBuffer: 1e8 })
  return JSON.parse(stdout)
}

async function benchLeads() {
  const { sqlite, postgres } = await measureLeads(receiver)
  add('ms of a lead, SQLite', median(sqlite))
  add('ms of a lead, PostgreSQL 5 ms away', median(postgres), 70)
  add('ms of a lead, PostgreSQL 5 ms away, 95 of 100', percentile(postgres, 0.95))
}
