import { test as base, expect, type Page } from '@playwright/test'
import { WebhookReceiver } from '../receiver/webhook-receiver'
import { Site, startSite } from '../site/site'
import { newClientAddress } from '../visitor/visitor'
import { type Translation, translatePages } from './translation'

type Environment = Record<string, string>

type WorkerFixtures = {
  receiver: WebhookReceiver
  /** A server with these variables, of this build. All tests of a worker that use the same share one. */
  sharedSite: (env: Environment, build?: string) => Promise<Site>
}

type TestFixtures = {
  /** Another build than the one under test. */
  build: string | undefined
  site: Site
  /** Console messages and failed requests that a test expects. All others fail the test. */
  expectedErrors: RegExp[]
  /** How the browser translates every page. */
  translation: Translation | null
  /** Fails the test on any error of this page. The fixture `page` is always checked. */
  failOnErrors: (page: Page) => Promise<void>
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  receiver: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const receiver = await WebhookReceiver.start()
      await use(receiver)
      await receiver.stop()
    },
    { scope: 'worker' },
  ],

  sharedSite: [
    async ({ receiver }, use) => {
      const running = new Map<string, Promise<Site>>()
      await use((env, build) => {
        const key = JSON.stringify([env, build])
        const site = running.get(key) ?? startSite(receiver, env, build).then(clearLog)
        running.set(key, site)
        return site
      })
      for (const site of running.values()) await (await site).stop()
    },
    { scope: 'worker' },
  ],

  build: [undefined, { option: true }],

  site: async ({ sharedSite, build }, use) => use(await sharedSite({}, build)),

  baseURL: async ({ site }, use) => use(site.url),

  extraHTTPHeaders: async ({ site: _ }, use) => use({ 'x-forwarded-for': newClientAddress() }),

  expectedErrors: [[], { option: true }],

  translation: [null, { option: true }],

  failOnErrors: [
    async ({ receiver, site, expectedErrors }, use, testInfo) => {
      const started = Site.all.length
      const errors: string[] = []
      await use(async (page) => {
        await page.addInitScript(logPolicyViolations)
        reportErrors(page, (error) => {
          if (!expectedErrors.some((expected) => expected.test(error))) errors.push(error)
        })
      })
      if (testInfo.status !== testInfo.expectedStatus)
        for (const each of new Set([site, ...Site.all.slice(started)])) printLogEnd(each)
      // Closes the responses that the server waits for.
      receiver.reset()
      await site.clear()
      // A lead that the server was redelivering may have arrived since.
      receiver.reset()
      expect(errors).toEqual([])
    },
    { auto: true },
  ],

  page: async ({ page, failOnErrors, translation }, use) => {
    await failOnErrors(page)
    if (translation) await translatePages(page, translation)
    await use(page)
  },
})

/** The tests of a shared server read only the log lines of their own time. */
async function clearLog(site: Site): Promise<Site> {
  await site.clear()
  return site
}

function printLogEnd(site: Site) {
  const lines = site.log.trimEnd().split('\n').slice(-20)
  console.error(`The last lines of the server at ${site.url}:\n${lines.join('\n')}`)
}

/** Browsers do not log every violation of the Content-Security-Policy. */
function logPolicyViolations() {
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    console.error(`policy violation: ${violatedDirective} ${blockedURI}`),
  )
}

function reportErrors(page: Page, report: (error: string) => void) {
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) report(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => report(`exception: ${error.message}`))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // The visitor left the page, or the router stopped reading a stream that had delivered its answer.
    if (reason !== 'net::ERR_ABORTED') report(`request: ${request.url()} ${reason}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) report(`response: ${response.status()} ${response.url()}`)
  })
}

export { expect }
