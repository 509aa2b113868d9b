import { get } from 'node:http'
import type { Page, Request } from '@playwright/test'

/** What a page costs a visitor who has not touched it: bytes as they travel, gzip. */
export type Weight = { html: number; script: number; total: number; requests: string[] }

/** Budgets in bytes; scripts over those of an empty page. */
export const budgets = {
  '/': { scriptOverFloor: 8_000, total: 185_000, html: 14_000 },
  '/book-demo': { scriptOverFloor: 22_000, total: 195_000, html: 10_000 },
  '/thank-you': { scriptOverFloor: 6_000, total: 175_000, html: 7_000 },
} as const

export const firstDialogBudget = 60_000

export async function weigh(page: Page, url: string): Promise<Weight> {
  const requests = await requestsOf(page, async () => {
    await page.goto(url, { waitUntil: 'load' })
  })
  const sizes = await Promise.all(
    requests.map(async (request) => ({ request, bytes: await transferred(request.url()) })),
  )
  const sum = (of: (request: Request) => boolean) =>
    sizes.filter(({ request }) => of(request)).reduce((total, { bytes }) => total + bytes, 0)
  return {
    html: sum((request) => request.resourceType() === 'document'),
    script: sum((request) => request.url().endsWith('.js')),
    total: sum(() => true),
    requests: requests.map((request) => request.url()),
  }
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

/** The size of a body on the wire, packed as browsers ask for it. */
export async function transferred(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip', accept: '*/*' } }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('end', () => resolve(bytes))
    }).on('error', reject)
  })
}
