import { test as base, expect, type Page } from '@playwright/test'
import { Receiver } from './receiver'
import { Site } from './site'

type Environment = Record<string, string>

type WorkerFixtures = {
  receiver: Receiver
  /** A server with these variables: one for all tests of a worker that ask for the same ones. */
  sharedSite: (env: Environment) => Promise<Site>
  site: Site
}

type TestFixtures = {
  /** Console messages and failed requests that a test expects. Any other fails it. */
  expectedFaults: RegExp[]
  /** Fails the test on any fault of this page. The page of the test is watched from the start. */
  watch: (page: Page) => Promise<void>
}

/** Every visitor comes from an address of their own, so that tests do not share a rate limit. */
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

  sharedSite: [
    async ({ receiver }, use) => {
      const running = new Map<string, Promise<Site>>()
      await use((env) => {
        const key = JSON.stringify(env)
        const site = running.get(key) ?? startSite(receiver, env).then(withEmptyLog)
        running.set(key, site)
        return site
      })
      for (const site of running.values()) await (await site).stop()
    },
    { scope: 'worker' },
  ],

  site: [async ({ sharedSite }, use) => use(await sharedSite({})), { scope: 'worker' }],

  baseURL: async ({ site }, use) => use(site.url),

  extraHTTPHeaders: async ({ site: _ }, use, { parallelIndex }) =>
    use({ 'x-forwarded-for': nextAddress(parallelIndex) }),

  expectedFaults: [[], { option: true }],

  watch: [
    async ({ receiver, site, expectedFaults }, use, testInfo) => {
      const started = Site.all.length
      const faults: string[] = []
      await use(async (page) => {
        await page.addInitScript(reportPolicyViolations)
        reportFaults(page, (fault) => {
          if (!expectedFaults.some((expected) => expected.test(fault))) faults.push(fault)
        })
      })
      if (testInfo.status !== testInfo.expectedStatus)
        for (const each of new Set([site, ...Site.all.slice(started)])) printLogEnd(each)
      receiver.reset()
      await site.clear()
      expect(faults).toEqual([])
    },
    { auto: true },
  ],

  page: async ({ page, watch }, use) => {
    await watch(page)
    await use(page)
  },
})

export function startSite(
  receiver: Receiver,
  env: Environment = {},
  folder?: string,
): Promise<Site> {
  const own = {
    CALLBACK_WEBHOOK_URL: receiver.url('/hooks/plumbing_xperience'),
    BOOKING_WEBHOOK_URL: receiver.url('/hooks/landing_page_book_demo'),
    CLIENT_ADDRESS: 'proxy:1',
  }
  return Site.start({ ...own, ...env }, folder)
}

/** The tests of a shared server read what it has logged since the last of them. */
async function withEmptyLog(site: Site): Promise<Site> {
  await site.clear()
  return site
}

function printLogEnd(site: Site) {
  const lines = site.log.trimEnd().split('\n').slice(-20)
  console.error(`The last lines of the server at ${site.url}:\n${lines.join('\n')}`)
}

/** A browser does not log every violation of the Content-Security-Policy by itself. */
function reportPolicyViolations() {
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    console.error(`policy violation: ${violatedDirective} ${blockedURI}`),
  )
}

function reportFaults(page: Page, report: (fault: string) => void) {
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) report(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => report(`exception: ${error.message}`))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // The visitor moved on, or the router stopped reading an action's stream because it had the answer.
    if (reason !== 'net::ERR_ABORTED') report(`request: ${request.url()} ${reason}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) report(`response: ${response.status()} ${response.url()}`)
  })
}

export { expect }
