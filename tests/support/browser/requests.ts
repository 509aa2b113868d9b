import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import type { Page, Request } from '@playwright/test'
import { paths } from '../../../lib/pages.mjs'
import { sleep } from '../process/wait'
import { root } from '../site/site'

/** What a page requests, and how many bytes that is. */

/**
 * Compressed bytes, a little above what `npm run tool -- bench bytes` prints. A page without a line has the first. Its own
 * scripts are those beside the framework's, so that an update of the framework changes no budget.
 */
const budget = { html: 7_000, withoutScripts: 30_000, ownScripts: 19_000 }
export const budgets = {
  ...Object.fromEntries([...paths, '/nowhere'].map((path) => [path, budget])),
  '/': { html: 13_000, withoutScripts: 38_500, scripts: 0 },
  // The one style sheet of all pages has what only others need.
  '/thank-you': { ...budget, withoutScripts: 30_500 },
  '/nowhere': { ...budget, scripts: 0 },
  '/book-demo': { html: 8_300, withoutScripts: 32_500, ownScripts: 37_000 },
}

/**
 * What a page downloads, in compressed bytes. `withoutScripts` includes the headers of each response. The icon always
 * counts, because every visitor's browser requests it.
 */
export async function measurePageWeight(page: Page, url: string) {
  const requests = await collectRequests(page, async () => {
    await page.goto(url, { waitUntil: 'load' })
  })
  // What was downloaded ahead is requested again when it runs.
  const once = new Map(requests.map((request) => [request.url(), request]))
  const sizes = await Promise.all(
    [...once.values()].map(async (request) => ({
      request,
      ...(await transferSize(request.url())),
    })),
  )
  const icons = await iconsOf(page)
  const iconSizes = await Promise.all(icons.map(transferSize))
  const total = (bytes: number[]) => bytes.reduce((sum, each) => sum + each, 0)
  const scripts = sizes.filter(({ request }) => isScript(request))
  const framework = frameworkScripts()
  const own = scripts.filter(({ request }) => !framework.has(new URL(request.url()).pathname))
  const rest = [...sizes.filter(({ request }) => !isScript(request)), ...iconSizes]
  return {
    html: sizes.find(({ request }) => request.resourceType() === 'document')?.body ?? 0,
    scripts: total(scripts.map(({ body }) => body)),
    ownScripts: total(own.map(({ body }) => body)),
    withoutScripts: total(rest.map(({ body, headers }) => body + headers)),
    requests: [...requests.map((request) => request.url()), ...icons],
  }
}

/** The scripts of React and Next.js, which the pages share with an empty one. */
function frameworkScripts(): Set<string> {
  const manifest = JSON.parse(readFileSync(join(root, '.next/build-manifest.json'), 'utf8'))
  return new Set(manifest.rootMainFiles.map((path: string) => `/_next/${path}`))
}

/** The addresses of the icon that browsers show beside the title, unless the page contains it. */
function iconsOf(page: Page): Promise<string[]> {
  return page
    .locator('link[rel=icon]:not([href^="data:"])')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href))
}

export function isScript(request: Request): boolean {
  return new URL(request.url()).pathname.endsWith('.js')
}

/**
 * The requests of a page while `work` runs, then until it has painted and the network is idle for half a second. Without
 * its icon, which Chromium requests and its headless shell does not.
 */
export async function collectRequests(page: Page, work: () => Promise<void>): Promise<Request[]> {
  const requests: Request[] = []
  let open = 0
  let idleSince = Date.now()
  const onStart = (request: Request) => {
    if (request.url().startsWith('data:')) return
    requests.push(request)
    open++
  }
  const onEnd = () => {
    open--
    idleSince = Date.now()
  }
  page.on('request', onStart)
  page.on('requestfinished', onEnd)
  page.on('requestfailed', onEnd)
  await work()
  await page.evaluate(afterNextPaint)
  idleSince = Date.now()
  while (open > 0 || Date.now() - idleSince < 500) await sleep(50)
  page.off('request', onStart)
  page.off('requestfinished', onEnd)
  page.off('requestfailed', onEnd)
  const icons = await iconsOf(page)
  return requests.filter((request) => !icons.includes(request.url()))
}

/** In the page: waits until a frame is painted and the main thread is idle, which takes long on a busy machine. */
function afterNextPaint(): Promise<unknown> {
  return new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(resolve))),
  )
}

/** The size of a response with gzip. */
export async function transferSize(url: string): Promise<{ body: number; headers: number }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip', accept: '*/*' } }, (response) => {
      const { rawHeaders, statusMessage = '' } = response
      const names = rawHeaders.join('').length + 'HTTP/1.1 200 \r\n'.length + statusMessage.length
      // Each header has a colon, a space and a line break.
      const headers = names + (rawHeaders.length / 2) * 4 + '\r\n'.length
      let body = 0
      response.on('data', (chunk: Buffer) => {
        body += chunk.length
      })
      response.on('end', () => resolve({ body, headers }))
    }).on('error', reject)
  })
}

/** Fills up with every address outside the site that the page calls: by navigation, fetch, beacon or socket. */
export function callsElsewhere(page: Page, site: string): string[] {
  const calls: string[] = []
  const add = (address: string) => {
    if (!address.startsWith(`${site}/`)) calls.push(address)
  }
  page.context().on('request', (request) => add(request.url()))
  page.on('websocket', (socket) => add(socket.url()))
  return calls
}
