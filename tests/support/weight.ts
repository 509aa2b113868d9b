import { get } from 'node:http'
import type { Page, Request } from '@playwright/test'

/** What a page costs, in bytes as they travel, packed. */
export type Weight = {
  html: number
  scripts: number
  /** Everything else, with the headers of each response. */
  withoutScripts: number
  requests: string[]
}

export const budgets = {
  '/': { html: 11_000, withoutScripts: 36_000 },
  '/book-demo': { html: 10_000, withoutScripts: 30_000 },
  '/thank-you': { html: 7_000, withoutScripts: 30_000 },
  '/nowhere': { html: 7_000, withoutScripts: 30_000 },
} as const

/** What scripts of a page may weigh over those of an empty page. */
export const scriptsOverEmptyPage = 30_000

/** What the first dialog loads on a page whose scripts run: mostly the validation. */
export const firstDialogBudget = 60_000

export async function weigh(page: Page, url: string): Promise<Weight> {
  const requests = await requestsOf(page, async () => {
    await page.goto(url, { waitUntil: 'load' })
  })
  const sizes = await Promise.all(
    requests.map(async (request) => ({ request, ...(await transferred(request.url())) })),
  )
  const sum = (bytes: number[]) => bytes.reduce((total, each) => total + each, 0)
  const scripts = sizes.filter(({ request }) => isScript(request))
  const rest = sizes.filter(({ request }) => !isScript(request))
  return {
    html: sizes.find(({ request }) => request.resourceType() === 'document')?.body ?? 0,
    scripts: sum(scripts.map(({ body }) => body)),
    withoutScripts: sum(rest.map(({ body, headers }) => body + headers)),
    requests: requests.map((request) => request.url()),
  }
}

export function isScript(request: Request): boolean {
  return new URL(request.url()).pathname.endsWith('.js')
}

/** Everything asked for during some work, until nothing has been for a while. */
export async function requestsOf(page: Page, work: () => Promise<void>): Promise<Request[]> {
  const seen: Request[] = []
  let open = 0
  let quietSince = Date.now()
  const began = (request: Request) => {
    if (request.url().startsWith('data:')) return
    seen.push(request)
    open++
  }
  const ended = () => {
    open--
    quietSince = Date.now()
  }
  page.on('request', began)
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  await work()
  while (open > 0 || Date.now() - quietSince < 500)
    await new Promise((resolve) => setTimeout(resolve, 50))
  page.off('request', began)
  page.off('requestfinished', ended)
  page.off('requestfailed', ended)
  return seen
}

/** The size of a response on the wire, packed as browsers ask for it. */
export async function transferred(url: string): Promise<{ body: number; headers: number }> {
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
