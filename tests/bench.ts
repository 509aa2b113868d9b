import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { type Browser, chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { validateLead } from '../lib/leads/shared/schema'
import { resumeAt } from './support/booking'
import { browserArgs } from './support/browser-args'
import { buildEmptyPage } from './support/empty-page'
import { hydrate, untilHydrated } from './support/hydration'
import { type NativeForm, post, readForm } from './support/native-post'
import { startPlainPages } from './support/plain-pages'
import { Receiver } from './support/receiver'
import { freePort, Site } from './support/site'
import { budgets, scriptsOverEmptyPage, weigh } from './support/weight'

/**
 * Compares each page with an empty Next page of the same build chain and with the same page as plain HTML that nginx
 * serves without scripts, and a lead's way through the server with a bare proxy.
 */

const runs = 5
const paths = Object.keys(budgets) as (keyof typeof budgets)[]
const lines: string[][] = []
let missed = 0

const receiver = await Receiver.start()
const site = await Site.start({
  CALLBACK_WEBHOOK_URL: receiver.url('/call'),
  BOOKING_WEBHOOK_URL: receiver.url('/book'),
  CLIENT_ADDRESS: 'proxy:1',
})
const empty = await Site.start({}, buildEmptyPage())
const nginx = await startPlainPages(site.url, paths)
const debugging = await freePort()
const browser = await chromium.launch({
  executablePath: process.env.BROWSER_PATH,
  args: [`--remote-debugging-port=${debugging}`, ...browserArgs],
})

await bytes(browser)
await interactions(browser)
await vitals()
await browser.close()
await staticPages()
await leads()
await Promise.all([site.stop(), empty.stop(), receiver.stop(), nginx?.stop()])

console.log(`\n${table(['what', 'budget', 'figure', ''], lines)}`)
process.exit(missed > 0 ? 1 : 0)

/* Bytes */

async function bytes(browser: Browser) {
  const page = await browser.newPage()
  const floor = await weigh(page, empty.url)
  note('empty page, everything', kb(floor.scripts + floor.withoutScripts))
  note('empty page, scripts', kb(floor.scripts))
  for (const path of paths) {
    const { html, scripts, withoutScripts } = await weigh(page, `${site.url}${path}`)
    judge(`${path} HTML`, html, budgets[path].html, kb)
    judge(`${path} without scripts`, withoutScripts, budgets[path].withoutScripts, kb)
    const over = scripts - floor.scripts
    if (path === '/') judge('/ scripts before a touch', scripts, 0, kb)
    else judge(`${path} scripts over the empty page`, over, scriptsOverEmptyPage, kb)
  }
  await page.close()
}

/* Interactions: from the key or the click to the next picture, as the browser itself times them, median */

async function interactions(browser: Browser) {
  const rounds: Awaited<ReturnType<typeof interact>>[] = []
  for (let round = 0; round < runs; round++) rounds.push(await interact(browser))
  const of = (name: keyof (typeof rounds)[number]) => median(rounds.map((times) => times[name]))
  judge('dialog, click to next picture', of('dialog'), 32, ms)
  judge('typing into the dialog of a cold page, CPU 4× slower', of('intoColdDialog'), 100, ms)
  judge('typing into the dialog, CPU 4× slower', of('intoDialog'), 50, ms)
  judge('typing into the wizard, CPU 4× slower', of('intoWizard'), 50, ms)
  judge('calendar, click to next picture', of('calendar'), 32, ms)
}

/** As a visitor who comes for the first time and has just moved there. */
async function interact(browser: Browser) {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  const devtools = await page.context().newCDPSession(page)
  await page.addInitScript(() => {
    const seen: number[] = []
    const keys: number[] = []
    Object.assign(window, { interactions: seen, keys })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        if (entry.interactionId) seen.push(entry.duration)
        if (entry.name.startsWith('key')) keys.push(entry.duration)
      }
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
  })
  const idle = () => page.waitForTimeout(500)
  const worst = async (work: () => Promise<void>) => {
    await idle()
    await page.evaluate(() => {
      ;(window as unknown as { interactions: number[] }).interactions.length = 0
    })
    await work()
    await page.waitForTimeout(300)
    return page.evaluate(() =>
      Math.max(16, ...(window as unknown as { interactions: number[] }).interactions),
    )
  }
  const worstKey = async (work: () => Promise<void>) => {
    await work()
    await page.waitForTimeout(300)
    return page.evaluate(() => Math.max(16, ...(window as unknown as { keys: number[] }).keys))
  }
  const typing = async () => {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const time = await worst(() => page.keyboard.type('Ana Ruiz', { delay: 60 }))
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    return time
  }

  const opener = page.getByRole('button', { name: 'See Live AI in Action' })
  const name = page.getByRole('dialog').getByLabel('Full Name')

  await page.goto(site.url)
  await idle()
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await opener.click()
  await name.focus()
  const intoColdDialog = await worstKey(async () => {
    await page.keyboard.type('Ana Ruiz, Ruiz & Sons', { delay: 60 })
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })

  await page.goto(site.url)
  await hydrate(page)
  await opener.hover()
  const dialog = await worst(() => opener.click())
  await name.focus()
  const intoDialog = await typing()

  await page.goto(`${site.url}/book-demo`)
  await untilHydrated(page)
  await page.getByLabel('Full Name').focus()
  const intoWizard = await typing()

  await resumeAt(page, 3, site.url)
  await untilHydrated(page)
  const day = page.getByLabel('Preferred Date')
  await day.hover()
  const calendar = await worst(() => day.click())
  await page.close()
  return { dialog, intoColdDialog, intoDialog, intoWizard, calendar }
}

/* Lighthouse, mobile, median */

type Vitals = { score: number; fcp: number; lcp: number; tbt: number; cls: number }

async function vitals() {
  // In rounds, so that a machine that slows down does so for all of them.
  const urls = [empty.url, ...paths.map((path) => `${site.url}${path}`)]
  if (nginx) urls.push(...paths.map((path) => `${nginx.plain}${path}`))
  const measured = urls.map((): Vitals[] => [])
  for (let round = 0; round < runs; round++)
    for (const [index, url] of urls.entries()) measured[index]?.push(await visit(url))
  const [floor, ...rest] = measured.map(medians)
  if (!floor) return
  note('empty page: performance, FCP / LCP / blocking time', told(floor))
  if (!nginx) note('comparison with plain HTML', 'nginx is not installed here')
  for (const [index, path] of paths.entries()) {
    const page = rest[index]
    const plain = rest[paths.length + index]
    if (!page) continue
    note(`${path}: performance, FCP / LCP / blocking time`, told(page))
    judge(`${path} performance, at least the empty page's`, -page.score, -floor.score, points)
    judge(`${path} CLS`, page.cls, 0, (value) => value.toFixed(3))
    note(`${path} FCP / LCP / blocking time, ratio to the empty page`, ratios(page, floor))
    if (path === '/')
      judge('/ blocking time, ratio to the empty page', page.tbt / floor.tbt, 0.5, ratio)
    if (!plain) continue
    note(`${path} as plain HTML: performance, FCP / LCP / blocking time`, told(plain))
    note(`${path} FCP / LCP / blocking time, ratio to plain HTML`, ratios(page, plain))
    if (path !== '/') continue
    judge('/ blocking time over plain HTML', page.tbt - plain.tbt, 30, ms)
    judge('/ LCP, ratio to plain HTML', page.lcp / plain.lcp, 1.15, ratio)
    if (plain.score === 1)
      judge('/ performance where plain HTML gets 1.00', -page.score, -1, points)
  }
}

function medians(rounds: Vitals[]): Vitals {
  const of = (name: keyof Vitals) => median(rounds.map((each) => each[name]))
  return { score: of('score'), fcp: of('fcp'), lcp: of('lcp'), tbt: of('tbt'), cls: of('cls') }
}

function told({ score, fcp, lcp, tbt }: Vitals): string {
  return `${score.toFixed(2)}, ${ms(fcp)} / ${ms(lcp)} / ${ms(tbt)}`
}

function ratios(page: Vitals, other: Vitals): string {
  const of = (name: keyof Vitals) => (other[name] ? ratio(page[name] / other[name]) : '-')
  return `${of('fcp')} / ${of('lcp')} / ${of('tbt')}`
}

async function visit(url: string): Promise<Vitals> {
  const result = await lighthouse(url, {
    port: debugging,
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

function median(figures: number[]): number {
  return figures.sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN
}

/* Static pages behind nginx, against nginx with the same file */

async function staticPages() {
  note('next start alone, requests/s', String(await requestsPerSecond(`${site.url}/`)))
  if (!nginx) return
  const ours = await requestsPerSecond(`${nginx.proxy}/`)
  const theirs = await requestsPerSecond(`${nginx.plain}/`)
  note('next start behind nginx / nginx with the same file, requests/s', `${ours} / ${theirs}`)
  judge('requests/s, ratio to nginx with the same file', -ours / theirs, -0.8, points)
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

/* Leads, against a proxy that only parses, validates and forwards */

async function leads() {
  const form = await readForm(site.url)
  const proxy = await bareProxy(receiver.url('/call'))
  await load({ ...form, action: proxy.url }, 200)
  const theirs = await load({ ...form, action: proxy.url }, 1500)
  proxy.stop()
  const first = await load(form, 2000)
  const early = await site.memory()
  const rest = await load(form, 8000)
  const late = await site.memory()
  note(
    'lead, bare proxy: p50 / p95 / per second',
    `${ms(theirs.p50)} / ${ms(theirs.p95)} / ${theirs.rate}`,
  )
  note(
    'lead, server action: p50 / p95 / per second',
    `${ms(rest.p50)} / ${ms(rest.p95)} / ${rest.rate}`,
  )
  note('lead, added p50 / p95', `${ms(rest.p50 - theirs.p50)} / ${ms(rest.p95 - theirs.p95)}`)
  note('lead, throughput as a ratio to the bare proxy', (rest.rate / theirs.rate).toFixed(2))
  judge('accepted of 10,000 leads', -(first.accepted + rest.accepted), -10_000, (value) =>
    String(-value),
  )
  judge('memory from the 2,000th to the 10,000th lead', late / early, 1.1, ratio)
}

async function load(form: NativeForm, count: number) {
  const times: number[] = []
  let sent = 0
  let accepted = 0
  const began = performance.now()
  const client = async () => {
    while (sent++ < count) {
      const at = performance.now()
      const entries = {
        name: 'Ana Ruiz',
        phone: '5095550147',
        businessName: 'Ruiz & Sons',
        submissionId: randomUUID(),
      }
      if (await post(form, entries)) accepted++
      times.push(performance.now() - at)
    }
  }
  await Promise.all(Array.from({ length: 16 }, client))
  const sorted = times.sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  receiver.reset()
  return {
    p50: at(0.5),
    p95: at(0.95),
    accepted,
    rate: Math.round(count / ((performance.now() - began) / 1000)),
  }
}

/** What a hand-written proxy would cost: the same form, the same schema, the same receiver, and no journal. */
async function bareProxy(target: string) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const headers = { 'content-type': request.headers['content-type'] ?? '' }
    const data = await new Response(Buffer.concat(chunks), { headers }).formData()
    const entries = Object.fromEntries([...data].map(([name, value]) => [name, String(value)]))
    const checked = validateLead('call-our-ai', entries, new Date())
    const sent =
      'lead' in checked &&
      (await fetch(target, { method: 'POST', body: JSON.stringify(checked.lead) })).ok
    response.writeHead(sent ? 303 : 400, { location: '/' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() }
}

/* The table */

function judge(what: string, figure: number, budget: number, show: (value: number) => string) {
  const ok = figure <= budget
  if (!ok) missed++
  lines.push([what, show(budget), show(figure), ok ? 'ok' : 'MISSED'])
}

function note(what: string, figure: string) {
  lines.push([what, '', figure, ''])
}

function kb(value: number) {
  return `${(value / 1000).toFixed(1)} KB`
}

function ms(value: number) {
  return `${Math.round(value)} ms`
}

/** Of figures that are judged as negative ones, because more is better. */
function points(value: number) {
  return (-value).toFixed(2)
}

function ratio(value: number) {
  return value.toFixed(2)
}

function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}
