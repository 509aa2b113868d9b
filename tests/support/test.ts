import { test as base, expect, type Page } from '@playwright/test'
import { Receiver } from './receiver'
import { Site } from './site'

type WorkerFixtures = {
  receiver: Receiver
  site: Site
}

type TestFixtures = {
  /** What a test expects to find on the console or among failed requests. Anything else fails it. */
  expectedFaults: RegExp[]
  faults: string[]
}

/** Every visitor comes from an address of their own, so that tests do not meet in the two-second guard. */
let visitors = 0
const nextAddress = (worker: number) =>
  `10.${worker % 256}.${Math.floor(++visitors / 250)}.${visitors % 250}`

export const test = base.extend<TestFixtures, WorkerFixtures>({
  receiver: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const receiver = await Receiver.start()
      await use(receiver)
      await receiver.stop()
    },
    { scope: 'worker' },
  ],

  site: [
    async ({ receiver }, use) => {
      const site = await startSite(receiver)
      await use(site)
      await site.stop()
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ site }, use) => use(site.url),

  extraHTTPHeaders: async ({ site: _ }, use, { parallelIndex }) =>
    use({ 'x-forwarded-for': nextAddress(parallelIndex) }),

  expectedFaults: [[], { option: true }],

  faults: [
    async ({ page, receiver, site, expectedFaults }, use) => {
      receiver.reset()
      const faults: string[] = []
      await page.addInitScript(reportPolicyViolations)
      watch(page, (fault) => {
        if (!expectedFaults.some((expected) => expected.test(fault))) faults.push(fault)
      })
      await use(faults)
      site.forgetUndelivered()
      expect(faults).toEqual([])
    },
    { auto: true },
  ],
})

export function startSite(
  receiver: Receiver,
  env: Record<string, string> = {},
  folder?: string,
): Promise<Site> {
  const own = {
    CALLBACK_WEBHOOK_URL: receiver.url('/hooks/plumbing_xperience'),
    BOOKING_WEBHOOK_URL: receiver.url('/hooks/landing_page_book_demo'),
    CLIENT_ADDRESS: 'proxy:1',
  }
  return Site.start({ ...own, ...env }, folder)
}

/** A browser does not log every violation of the Content-Security-Policy by itself. */
function reportPolicyViolations() {
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    console.error(`policy violation: ${violatedDirective} ${blockedURI}`),
  )
}

function watch(page: Page, report: (fault: string) => void) {
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) report(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => report(`exception: ${error.message}`))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // A visitor moved on, or the router stopped reading an action's stream because it had the answer.
    if (reason !== 'net::ERR_ABORTED') report(`request: ${request.url()} ${reason}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) report(`response: ${response.status()} ${response.url()}`)
  })
}

export { expect }
