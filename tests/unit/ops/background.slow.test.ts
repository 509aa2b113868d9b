import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { inlineBudgetMs } from '@/lib/leads/deliver'
import { attemptTimeoutMs, backoffMs } from '@/lib/leads/outcomes'
import { webhookNames } from '@/lib/server/env'
import { site as product } from '@/lib/site'
import { temporaryFolder } from '../../support/process/files'
import type { WebhookReceiver } from '../../support/receiver/webhook-receiver'
import {
  postgresDatabase,
  record,
  startReceiver,
  startUnlimitedServer,
  webhooksOf,
} from '../../support/site/in-process'
import { sampleKind } from '../../support/visitor/visitor'

/** What runs without a visitor: the loops of a server of one's own, and the health check on Vercel. routes.test.ts has the cron job. */

const webhooks = (receiver: Pick<WebhookReceiver, 'url'>) => ({
  ...webhooksOf(receiver),
  ALERT_WEBHOOK_URL: receiver.url('/alert'),
})
const rejectedLead = expect.stringMatching(
  new RegExp(
    `^${product.name} \\(.+\\): Rejected callback leads: 1\\. .* Its last attempt: rejected\\. The receiver does not accept the request: [^.]*\\. To find out why, run: npm run leads -- test callback$`,
  ),
)
const sentTo = (receiver: WebhookReceiver, path: string) =>
  receiver.received.filter((request) => request.path === path)
const alertsOf = (receiver: WebhookReceiver) =>
  sentTo(receiver, '/alert').map(({ body }) => JSON.parse(body).text)

afterEach(() => {
  for (const signal of ['SIGTERM', 'SIGINT']) process.removeAllListeners(signal)
})

/** Starts the loops, which end with the test. */
async function startLoops() {
  const { startBackground } = await import('@/lib/ops/background')
  const { shutdown } = await import('@/lib/server/shutdown')
  startBackground()
  onTestFinished(() => {
    shutdown.started = true
  })
}

it('a server of one’s own delivers, and tells ops about rejected leads, again and again', async () => {
  const receiver = await startReceiver()
  const { journal } = await startUnlimitedServer(webhooks(receiver))
  await journal.returnLease(await record(journal))
  await journal.settle(await record(journal, { kind: sampleKind }), 'rejected')
  await startLoops()
  await expect.poll(() => sentTo(receiver, '/book').length).toBe(1)
  await expect.poll(() => alertsOf(receiver)).toEqual([rejectedLead])
  // Each of the three loops fails once. The fourth call is of one that runs again.
  const read = vi.spyOn(journal.store, 'read').mockRejectedValue(new Error('away'))
  await expect.poll(() => read.mock.calls.length).toBeGreaterThan(3)
  read.mockRestore()
  await journal.returnLease(await record(journal))
  await expect.poll(() => sentTo(receiver, '/book').length).toBe(2)
})

it.each([
  ['the last maintenance', true],
  ['the newest lead', false],
])(
  'a server of one’s own gives up and deletes old leads, but not right after its start, and not while its clock is weeks past %s',
  async (_, wasMaintained) => {
    const { journal } = await startUnlimitedServer()
    const [delivered, waiting] = [await record(journal), await record(journal)]
    await journal.settle(delivered, 'delivered')
    await journal.returnLease(waiting)
    await journal.store.write(
      `UPDATE leads SET delivered_at = 1, give_up_at = 1,
         created_at = CASE WHEN state = 'delivered' THEN 1 ELSE created_at - 20 * 86400000 END RETURNING id`,
    )
    const states = () =>
      Promise.all([delivered, waiting].map(async ({ id }) => (await journal.find(id))?.state))
    const seenDaysAgo = (days: number) =>
      journal.store.write(
        `UPDATE maintenance SET seen_at = ${journal.store.now()} - ${days * 86_400_000}, trusted_at = 0`,
      )
    if (wasMaintained) {
      await journal.store.write(
        'INSERT INTO maintenance (id, seen_at, trusted_at) VALUES (1, 0, 0)',
      )
      await seenDaysAgo(31)
    }
    const { maintain } = await import('@/lib/leads/maintenance')
    const { findConditions } = await import('@/lib/ops/conditions')
    const isClockDoubted = async () =>
      (await findConditions(journal.store)).some(
        ({ name, detail }) => name === 'The clock may be wrong' && detail !== null,
      )
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    await startLoops()
    const minute = 60_000
    await vi.advanceTimersByTimeAsync(9 * minute)
    expect(await isClockDoubted()).toBe(false)
    await vi.advanceTimersByTimeAsync(minute)
    await expect.poll(isClockDoubted).toBe(true)
    await vi.advanceTimersByTimeAsync(60 * minute)
    await maintain(journal)
    expect(await states()).toEqual(['delivered', 'pending'])
    await seenDaysAgo(1)
    await vi.advanceTimersByTimeAsync(60 * minute)
    await expect.poll(states).toEqual([undefined, 'dead'])
  },
)

it('maintenance that has failed runs again in a minute', async () => {
  const { journal, log } = await startUnlimitedServer()
  vi.spyOn(journal.store, 'cleanUp').mockRejectedValueOnce(new Error('away'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await startLoops()
  const ended = () => journal.store.read('SELECT id FROM maintenance WHERE ended_at > 0')
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  await expect.poll(() => log.text()).toContain('redelivery fault')
  expect(await ended()).toEqual([])
  await vi.advanceTimersByTimeAsync(60_000)
  await expect.poll(ended).toEqual([{ id: 1 }])
})

it('on Vercel, a health check sends waiting leads once a minute, and a failed send is followed by another', async () => {
  const database = await postgresDatabase()
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const receiver = await startReceiver()
  const variables = { ...webhooks(receiver), VERCEL: '1', DATABASE_URL: database.url }
  const server = await startUnlimitedServer(variables)
  const { redeliverAfterRequest, retryAfterRequestMs } = await import('@/lib/ops/background')
  const waiting = async () => server.journal.returnLease(await record(server.journal))
  const sent = () => sentTo(receiver, '/book').length
  const checkHealth = async () => {
    await server.readHealth()
    await server.runAfterwards()
    return sent()
  }
  await waiting()
  expect(await checkHealth()).toBe(1)
  await waiting()
  expect(await checkHealth()).toBe(1)
  await redeliverAfterRequest({ sendFailed: true, waitMs: 0 })
  expect(sent()).toBe(2)
  await waiting()
  vi.advanceTimersByTime(60_000)
  expect(await checkHealth()).toBe(3)
  // The wait of a lead varies by a tenth.
  expect(retryAfterRequestMs).toBeGreaterThan((backoffMs[0] ?? 0) * 1.1)
  const { maxDuration } = await import('@/app/api/health/route')
  expect(retryAfterRequestMs + inlineBudgetMs * 2 + attemptTimeoutMs).toBeLessThan(
    maxDuration * 1000,
  )
})

it('a health check of a server of one’s own leaves waiting leads to its loops', async () => {
  const receiver = await startReceiver()
  const server = await startUnlimitedServer(webhooks(receiver))
  await server.journal.returnLease(await record(server.journal))
  await server.readHealth()
  await server.runAfterwards()
  expect(receiver.received).toEqual([])
})

const others = ['ALERT_WEBHOOK_URL', 'SITE_URL', 'PRIVACY_URL', 'SUPPORT_EMAIL or SUPPORT_PHONE']
const needs = (names: string[]) =>
  `These settings are not set, and a site in production needs them: ${names.join(', ')}. docs/configuration.md says what each is for`
/** What a site in production needs. */
const complete = {
  ...webhooks({ url: (path) => `https://hooks.example${path}` }),
  SITE_URL: 'https://px.example',
  PRIVACY_URL: 'https://px.example/privacy',
  SUPPORT_EMAIL: 'help@px.example',
}

/** Starts a server with these variables. */
async function startWith(variables: Parameters<typeof startUnlimitedServer>[0]) {
  // The signals of the test runner are its own.
  vi.doMock('@/lib/ops/stop', () => ({ stopOnSignals: () => undefined }))
  onTestFinished(() => void vi.doUnmock('@/lib/ops/stop'))
  const server = await startUnlimitedServer(variables)
  const { start } = await import('@/lib/ops/start')
  const { shutdown } = await import('@/lib/server/shutdown')
  await start()
  shutdown.started = true
  return server
}

it.each([
  [
    'on Vercel',
    { VERCEL: '1', DATABASE_URL: '' },
    [
      'No journal: files on this host do not last. Set DATABASE_URL=postgres://…?sslmode=verify-full to keep leads whose webhook fails',
      'CRON_SECRET is not set: the cron job is refused, so old leads are not deleted, and waiting leads are sent only after other requests. Set it',
      needs([...webhookNames, ...others]),
    ],
  ],
  [
    'elsewhere',
    {
      NODE_ENV: 'production',
      ...webhooksOf({ url: (path) => `https://hooks.example${path}` }),
      BOOKING_WEBHOOK_URL: '',
      CALLBACK_WEBHOOK_URL: 'https://n8n.example.com/webhook-test/plumbing_xperience',
    },
    [
      'CALLBACK_WEBHOOK_URL is a test address of n8n, which takes one request and then answers 404. Set the production address',
      needs(['BOOKING_WEBHOOK_URL', ...others]),
    ],
  ],
  [
    'with another SITE_URL than the build, and a database that does not answer',
    {
      ...complete,
      BUILT_SITE_URL: 'https://old.example/',
      SITE_URL: 'https://new.example',
      DATABASE_URL: 'postgres://leads:leads@127.0.0.1:9/leads',
    },
    [
      'SITE_URL is https://new.example, but the pages were built for https://old.example: canonical addresses, the sitemap and structured data are those of the build. Build again',
      'The journal cannot be written: nothing listens at the address of the database (ECONNREFUSED). Leads are sent without it until it can',
    ],
  ],
  [
    'with a database on another machine that is not checked',
    {
      ...complete,
      DATABASE_URL: 'postgres://leads:leads@192.0.2.1:9/leads',
    },
    [
      'DATABASE_URL names a database on another machine without sslmode=verify-full, so others on the way can read the leads. End it with ?sslmode=verify-full',
      expect.stringMatching(/^The journal cannot be written: /),
    ],
  ],
  [
    'with SITE_URL, which the build did not have',
    {
      ...complete,
      BUILT_SITE_URL: '',
      SITE_URL: 'https://new.example',
    },
    [
      'SITE_URL is https://new.example, but the pages were built without it: canonical addresses, the sitemap and structured data are those of the build. Build again',
    ],
  ],
])('the start warns of settings %s', async (_, variables, warnings) => {
  vi.spyOn(process, 'cwd').mockReturnValue(temporaryFolder('project'))
  const { log } = await startWith(variables)
  expect(log.warnings()).toEqual(warnings)
})

it('the start says to build again when the pages lack a setting', async () => {
  vi.spyOn(process, 'cwd').mockReturnValue(temporaryFolder('project'))
  const built = { privacyUrl: '', termsUrl: '', demoPhone: '', supportEmail: '', supportPhone: '' }
  vi.doMock('@/lib/page/settings', () => built)
  onTestFinished(() => void vi.doUnmock('@/lib/page/settings'))
  const { log } = await startWith(complete)
  expect(log.warnings()).toEqual([
    needs([
      'PRIVACY_URL (set, but not in the build: build again)',
      'SUPPORT_EMAIL or SUPPORT_PHONE (set, but not in the build: build again)',
    ]),
  ])
})
