import { resolve } from 'node:path'
import { launchBrowser } from '../../support/browser/browser'
import { budgets, measurePageWeight } from '../../support/browser/requests'
import { WebhookReceiver } from '../../support/receiver/webhook-receiver'
import { startSite } from '../../support/site/site'
import { measurePlainTouches, measureTouches, type Step } from './touch'

/**
 * `npm run tool -- bench`: prints figures of the pages, and fails if one misses its goal. Words select parts:
 * `npm run tool -- bench touch`. `npm run tool -- bench touch ../other/.next/standalone` measures touches of another build
 * in turn with them, because times differ from minute to minute.
 */

const { RUNS = '5' } = process.env

type Row = { figure: string; value: number; goal?: number; missed?: string; other?: number }
const rows: Row[] = []
const words = process.argv.slice(2)
const build = words.find((word) => word.includes('/'))
const receiver = await WebhookReceiver.start()
const site = await startSite(receiver)
const other = build ? await startSite(receiver, {}, resolve(build)) : undefined
const browser = await launchBrowser()

const parts = { bytes: benchBytes, touch: benchTouch }
try {
  for (const [name, bench] of Object.entries(parts))
    if (words.every((word) => word === build) || words.includes(name)) await bench()
} finally {
  await browser.close()
  await Promise.all([site.stop(), other?.stop(), receiver.stop()])
}
console.table(rows)
process.exit(rows.some(({ missed }) => missed) ? 1 : 0)

function add(figure: string, value: number, goal?: number, other?: number) {
  const isMissed = goal !== undefined && value > goal
  rows.push({
    figure,
    value,
    ...(goal !== undefined && { goal }),
    ...(isMissed && { missed: 'missed' }),
    ...(other !== undefined && { other }),
  })
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
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
  const ofOther: Record<Step, number>[] = []
  for (let round = 0; round < Number(RUNS); round++) {
    plain.push(await measurePlainTouches(browser))
    rounds.push(await measureTouches(browser, site.url))
    if (other) ofOther.push(await measureTouches(browser, other.url))
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
    'first field of /book-demo at once': 80,
    'first key of /book-demo at once': 80,
    'first Next of /book-demo at once': 80,
    'first field of /book-demo later': 80,
    'first key of /book-demo later': 80,
    'first Next of /book-demo later': 80,
    'open the calendar': 2.5 * dialog,
    'pick a day': 2.5 * dialog,
  }
  for (const [step, goal] of Object.entries(goals) as [Step, number][])
    add(
      `ms to ${step}`,
      median(rounds.map((times) => times[step])),
      goal,
      other && median(ofOther.map((times) => times[step])),
    )
}
