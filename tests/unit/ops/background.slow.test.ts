import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { maxDuration } from '@/app/api/leads/redeliver/route'
import { inlineBudgetMs } from '@/lib/leads/delivery'
import { Journal, openDatabase } from '@/lib/leads/journal'
import { leadStates } from '@/lib/leads/lead'
import { attemptTimeoutMs } from '@/lib/leads/outcomes'
import { backoffMs } from '@/lib/leads/schedule'
import { cronBudgetMs } from '@/lib/ops/background'
import { webhookNames } from '@/lib/server/env'
import { site as product } from '@/lib/site'
import { version } from '@/package.json'
import { sqlite } from '../../support/database/database'
import { silentDatabase } from '../../support/database/proxies'
import { temporaryFolder } from '../../support/process/files'
import type { WebhookReceiver } from '../../support/receiver/webhook-receiver'
import {
  describeBothDatabases,
  giveUp,
  postgresDatabase,
  record,
  startReceiver,
  startServer,
  webhooksOf,
} from '../../support/site/in-process'

/** What runs without a visitor: the loops of a server of one's own, and the cron job and health check of any. */

const secret = 'a secret of some length'
const token = 'a token of some length'
const webhooks = (receiver: Pick<WebhookReceiver, 'url'>) => ({
  ...webhooksOf(receiver),
  ALERT_WEBHOOK_URL: receiver.url('/alert'),
})
const rejectedLead = expect.stringMatching(
  new RegExp(
    `^${product.name} \\(.+\\): 1 callback lead that its webhook rejected\\. .* Its last attempt: the webhook did not accept the request \\(rejected\\)\\. To find out why, run: npm run leads -- test callback$`,
  ),
)
const rejectCallbacks = (receiver: WebhookReceiver) =>
  receiver.respondByDefault(({ path }) => (path === '/call' ? 410 : 'accept'))
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
  const { runtime } = await import('@/lib/server/runtime')
  startBackground()
  onTestFinished(() => {
    runtime.shutdown.started = true
  })
}

it('a server of one’s own delivers, and tells ops about rejected leads, again and again', async () => {
  const receiver = await startReceiver()
  const { journal } = await startServer(webhooks(receiver))
  await journal.returnLease(await record(journal))
  await journal.settle(await record(journal, { kind: 'call-our-ai' }), 'rejected')
  await startLoops()
  await expect.poll(() => sentTo(receiver, '/book').length, { timeout: 20_000 }).toBe(1)
  await expect.poll(() => alertsOf(receiver), { timeout: 20_000 }).toEqual([rejectedLead])
  // Each of the three loops fails once. The fourth call is of one that runs again.
  const read = vi.spyOn(journal.store, 'read').mockRejectedValue(new Error('away'))
  await expect.poll(() => read.mock.calls.length, { timeout: 20_000 }).toBeGreaterThan(3)
  read.mockRestore()
  await journal.returnLease(await record(journal))
  await expect.poll(() => sentTo(receiver, '/book').length, { timeout: 20_000 }).toBe(2)
})

it.each([
  ['the last maintenance', true],
  ['the newest lead', false],
])(
  'a server of one’s own gives up and deletes old leads, but not right after its start, and not while its clock is weeks past %s',
  async (_, wasMaintained) => {
    const { journal, log } = await startServer()
    const [delivered, waiting] = [await record(journal), await record(journal)]
    await journal.settle(delivered, 'delivered')
    await journal.returnLease(waiting)
    await journal.store.write(
      'UPDATE leads SET created_at = 1, delivered_at = 1, give_up_at = 1 RETURNING id',
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
    const { maintain } = await import('@/lib/leads/retention')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    await startLoops()
    const minute = 60_000
    const warning = /^The journal was last used at .+\. For a day, no old lead is deleted\./
    await vi.advanceTimersByTimeAsync(9 * minute)
    expect(log.warnings().filter((text) => warning.test(text))).toEqual([])
    await vi.advanceTimersByTimeAsync(minute)
    await expect.poll(() => log.warnings()).toContainEqual(expect.stringMatching(warning))
    await vi.advanceTimersByTimeAsync(60 * minute)
    await maintain(journal)
    expect(await states()).toEqual(['delivered', 'pending'])
    await seenDaysAgo(1)
    await vi.advanceTimersByTimeAsync(60 * minute)
    await expect.poll(states).toEqual([undefined, 'dead'])
  },
)

it('maintenance that has failed runs again in a minute', async () => {
  const { journal, log } = await startServer()
  vi.spyOn(journal.store, 'optimize').mockRejectedValueOnce(new Error('away'))
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

it('the cron job with its secret delivers leads, deletes old data, and tells ops about rejected leads once', async () => {
  const receiver = await startReceiver()
  rejectCallbacks(receiver)
  const server = await startServer({ ...webhooks(receiver), CRON_SECRET: secret })
  for (const kind of ['booking', 'call-our-ai'] as const)
    await server.journal.returnLease(await record(server.journal, { kind }))
  for (const wrong of [undefined, 'wrong']) expect((await server.callCron(wrong)).status).toBe(401)
  expect(receiver.received).toEqual([])
  const tallies = [await server.callCron(secret), await server.callCron(secret)]
  expect(tallies.map(({ body }) => body)).toEqual([
    { delivered: 1, failed: 1, purged: 0 },
    { delivered: 0, failed: 0, purged: 0 },
  ])
  expect(alertsOf(receiver)).toEqual([rejectedLead])
  expect(cronBudgetMs + attemptTimeoutMs).toBeLessThanOrEqual(maxDuration * 1000 - 5000)
})

it('on Vercel, a health check sends waiting leads once a minute, and a failed send is followed by another', async () => {
  const database = await postgresDatabase()
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const receiver = await startReceiver()
  const variables = { ...webhooks(receiver), VERCEL: '1', DATABASE_URL: database.url }
  const server = await startServer(variables)
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
  const server = await startServer(webhooks(receiver))
  await server.journal.returnLease(await record(server.journal))
  await server.readHealth()
  await server.runAfterwards()
  expect(receiver.received).toEqual([])
})

/** Starts a server with these variables. */
async function startWith(variables: Parameters<typeof startServer>[0]) {
  // It would watch the servers of other tests.
  vi.doMock('@/lib/http/node-server', () => ({ watchServer: () => undefined }))
  onTestFinished(() => void vi.doUnmock('@/lib/http/node-server'))
  const server = await startServer(variables)
  const { start } = await import('@/lib/ops/start')
  const { runtime } = await import('@/lib/server/runtime')
  await start()
  runtime.shutdown.started = true
  return server
}

it.each([
  [
    'on Vercel',
    { VERCEL: '1', DATABASE_URL: '' },
    [
      'No journal: files on this host do not last. Set DATABASE_URL=postgres://…?sslmode=verify-full to keep leads whose webhook fails',
      'CRON_SECRET is not set: the cron job is refused, so old leads are not deleted, and waiting leads are sent only after other requests. Set it',
      ...webhookNames.map((name) => `${name} is not set: until you set it, its leads are refused`),
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
      'BOOKING_WEBHOOK_URL is not set: until you set it, its leads wait in the journal',
      'CALLBACK_WEBHOOK_URL is a test address of n8n, which takes one request and then answers 404. Set the production address',
      'ALERT_WEBHOOK_URL is not set: when leads are not delivered or the journal fails, only the log says so. Set it',
      'SITE_URL is not set: canonical addresses, the sitemap and structured data say http://localhost:3000. Set it and build again',
      'PRIVACY_URL is not set: the forms ask for consent to calls, but no page says what happens to the data. Set it and build again',
      'SUPPORT_EMAIL and SUPPORT_PHONE are not set: a form that fails tells visitors to contact support, but not how. Set one and build again',
    ],
  ],
  [
    'with another SITE_URL than the build, and a database that does not answer',
    {
      ...webhooks({ url: (path) => `https://hooks.example${path}` }),
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
      ...webhooks({ url: (path) => `https://hooks.example${path}` }),
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
      ...webhooks({ url: (path) => `https://hooks.example${path}` }),
      BUILT_SITE_URL: '',
      SITE_URL: 'https://new.example',
    },
    [
      'SITE_URL is https://new.example, but the pages were built without it: canonical addresses, the sitemap and structured data are those of the build. Build again',
    ],
  ],
])('the start warns of settings %s', async (_, variables, warnings) => {
  vi.spyOn(process, 'cwd').mockReturnValue(temporaryFolder('project'))
  const { log, callCron } = await startWith(variables)
  expect(log.warnings()).toEqual(warnings)
  // There is no cron job without a secret.
  expect((await callCron('')).status).toBe(404)
})

it('the start warns of leads in the default file that DATABASE_URL does not name, until it is deleted, and leaves the file as it is', async () => {
  const project = temporaryFolder('project')
  vi.spyOn(process, 'cwd').mockReturnValue(project)
  const [folder, other] = [join(project, 'data'), join(project, 'other.db')]
  const file = join(folder, 'leads.db')
  /** What the start says and does with the file, if DATABASE_URL has this value. */
  const start = async (url: string) => {
    const urls = webhooks({ url: (path) => `https://hooks.example${path}` })
    return (await startWith({ ...urls, DATABASE_URL: url })).log.warnings()
  }
  const files = () =>
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name)).toString('base64')])
  const warning = `${file} has leads, and DATABASE_URL names another journal, so no server sends them. To send those that wait, start one with DATABASE_URL=file:${file}. Until you delete the file, run every month: DATABASE_URL=file:${file} npm run leads -- purge. Delete the data of a person in both`

  expect(await start(`file:${other}`)).toEqual([])
  expect(existsSync(folder)).toBe(false)
  const journal = Journal.open(openDatabase(`file:${file}`))
  await journal.store.check()
  expect(await start(`file:${other}`)).toEqual([])
  await record(journal)
  // The lead is in the log of the database first.
  expect(await start(`file:${other}`)).toEqual([warning])
  for (const path of [file, `${folder}/../data/leads.db`])
    expect(await start(`file:${path}`)).toEqual([])

  const backup = join(project, 'backup.db')
  await journal.store.backup(backup)
  await journal.store.close()
  rmSync(folder, { recursive: true })
  mkdirSync(folder)
  // As a server leaves it that has ended: without a log, and marked as a file that has one.
  const bytes = readFileSync(backup)
  writeFileSync(file, bytes.fill(2, 18, 20))
  const before = files()
  expect(await start(`file:${other}`)).toEqual([warning])
  expect(files()).toEqual(before)
  writeFileSync(file, 'not a journal')
  expect(await start(`file:${other}`)).toEqual([])
})

describeBothDatabases('health', (open) => {
  it('reports counts and ages of leads with the secret only, and never an address or personal data', async () => {
    const database = await open()
    const receiver = await startReceiver()
    const server = await startServer({
      ...webhooks(receiver),
      DATABASE_URL: database.url,
      CRON_SECRET: secret,
      METRICS_TOKEN: token,
      BUILT_COMMIT: 'c0ffee',
    })
    const { journal } = server
    const none = { oldestUndelivered: null, oldestHeld: null }
    expect((await server.readHealth(secret)).body).toMatchObject(none)
    const lead = await record(journal)
    for (const state of leadStates) {
      await journal.store.write(
        `UPDATE leads SET state = '${state}', created_at = 3000 RETURNING id`,
      )
      const { oldestUndelivered, oldestHeld } = (await server.readHealth(secret)).body
      const at = '1970-01-01T00:00:03.000Z'
      expect([state, oldestUndelivered, oldestHeld]).toEqual([
        state,
        ['pending', 'leased', 'dead'].includes(state) ? at : null,
        state === 'held' ? at : null,
      ])
    }
    await journal.store.write("UPDATE leads SET state = 'leased' RETURNING id")
    await journal.settle(lead, 'delivered')
    await giveUp(journal, await record(journal))
    await journal.settle(await record(journal), 'failed')
    await server.submit({ reference_note: 'http://spam.example' })
    for (const [index, state] of ['delivered', 'dead', 'pending', 'held'].entries())
      await journal.store.write(
        `UPDATE leads SET created_at = ${(index + 1) * 1000} WHERE state = '${state}' RETURNING id`,
      )
    await journal.store.write("UPDATE leads SET delivered_at = 1000 WHERE state = 'delivered'")
    await journal.store.write(
      'INSERT INTO maintenance (id, seen_at, trusted_at, ended_at) VALUES (1, 0, 0, 2000)',
    )
    for (const wrong of [undefined, 'a wrong secret'])
      expect(await server.readHealth(wrong)).toEqual({ status: 200, body: { ok: true } })
    expect((await server.readHealth(secret)).body).toEqual({
      ok: true,
      version,
      commit: 'c0ffee',
      journalBytes: expect.any(Number),
      unrecorded: 0,
      lastDelivered: '1970-01-01T00:00:01.000Z',
      lastMaintenance: '1970-01-01T00:00:02.000Z',
      webhooks: Object.fromEntries(webhookNames.map((name) => [name, 'set'])),
      journal: database.url.startsWith('file:') ? 'sqlite' : 'postgres',
      leads: { pending: 1, leased: 0, delivered: 1, held: 1, dead: 1 },
      oldestUndelivered: '1970-01-01T00:00:02.000Z',
      oldestHeld: '1970-01-01T00:00:04.000Z',
    })

    const { GET } = await import('@/app/metrics/route')
    const read = async (authorization: string) => {
      const response = await GET(new Request('http://px.example/', { headers: { authorization } }))
      return { status: response.status, text: await response.text() }
    }
    for (const wrong of ['', 'Bearer a wrong secret']) expect((await read(wrong)).status).toBe(401)
    await server.submit({ name: '1' })
    await server.submit()
    const { status, text } = await read(`Bearer ${token}`)
    expect(status).toBe(200)
    const samples = text
      .split('\n')
      .filter((line) => !/^#|^$|seconds_sum|bytes|last_del/.test(line))
    expect(samples).toEqual([
      `site_info{version="${version}",commit="c0ffee"} 1`,
      'site_unrecorded_leads 0',
      'site_journal_up 1',
      'site_leads{state="pending",outcome="failed"} 1',
      'site_leads{state="held",outcome="honeypot"} 1',
      'site_leads{state="dead",outcome="failed"} 1',
      'site_oldest_waiting_timestamp_seconds 3',
      'site_last_maintenance_timestamp_seconds 2',
      'site_send_seconds_count{kind="call-our-ai",outcome="delivered"} 1',
      'site_refused_total{kind="call-our-ai",reason="invalid"} 1',
    ])
    expect(text).toMatch(/^site_send_seconds_sum\{\S+\} \d+\.\d/m)
    const rules = readFileSync('docs/prometheus-rules.yml', 'utf8')
    for (const [, name] of rules.matchAll(/^ +expr: .*?(site_\w+)/gm))
      expect(text).toMatch(new RegExp(`\\n${name}[ {]`))
    // Each line is what Prometheus reads.
    expect(
      text.replace(
        /^(# (HELP|TYPE) site_\w+ .+|site_\w+(\{(\w+="[^"\\\n]*",?)+\})? [\d.e+-]+)\n/gm,
        '',
      ),
    ).toBe('')
  })
})

it('health and metrics say at once that a journal has gone', async () => {
  const { url } = sqlite()
  const receiver = await startReceiver()
  const server = await startServer({
    ...webhooks(receiver),
    DATABASE_URL: url,
    CRON_SECRET: secret,
  })
  expect((await server.readHealth(secret)).body).toMatchObject({ ok: true, journal: 'sqlite' })
  rmSync(url.slice('file:'.length))
  const { status, body } = await server.readHealth(secret)
  expect([status, body]).toMatchObject([200, { ok: true, journal: 'failing' }])
  expect(await readMetrics()).toContain('\nsite_journal_up 0\n')
})

async function readMetrics(): Promise<string> {
  const { GET } = await import('@/app/metrics/route')
  const headers = { authorization: `Bearer ${secret}` }
  return (await GET(new Request('http://px.example/', { headers }))).text()
}

const journalLines = (metrics: string) =>
  metrics.match(/^site_(leads|oldest|last|journal_bytes).*/gm)

describeBothDatabases('metrics', (open) => {
  it('have the time of the last delivery when its lead has lost its personal data, and 0 before the first', async () => {
    const { url } = await open()
    const { journal } = await startServer({ DATABASE_URL: url, CRON_SECRET: secret })
    await journal.store.check()
    const zeros = ['site_last_delivered', 'site_last_maintenance']
    for (const name of zeros)
      expect(await readMetrics()).toContain(`\n${name}_timestamp_seconds 0\n`)
    for (const seconds of [7, 5]) {
      const { id, ...lead } = await record(journal)
      await journal.settle({ id, ...lead }, 'delivered')
      await journal.store.write(
        `UPDATE leads SET delivered_at = ${seconds * 1000}, created_at = 1000, payload = NULL
         WHERE id = $1 RETURNING id`,
        [id],
      )
    }
    expect(await readMetrics()).toContain('\nsite_last_delivered_timestamp_seconds 7\n')
  })

  it('are about the waiting leads and not about the dead ones when they say how old the oldest is', async () => {
    const { url } = await open()
    const { journal } = await startServer({ DATABASE_URL: url, CRON_SECRET: secret })
    await giveUp(journal, await record(journal))
    expect(await readMetrics()).not.toMatch(/^site_oldest/m)
    await record(journal)
    await journal.store.write(
      "UPDATE leads SET created_at = 9000 WHERE state <> 'dead' RETURNING id",
    )
    expect(await readMetrics()).toContain('\nsite_oldest_waiting_timestamp_seconds 9\n')
  })
})

it('metrics repeat within a second what a journal said last that does not answer', async () => {
  const database = await silentDatabase((await postgresDatabase()).url)
  onTestFinished(() => database.stop())
  const { journal } = await startServer({ DATABASE_URL: database.url, CRON_SECRET: secret })
  await giveUp(journal, await record(journal))
  await expect.poll(readMetrics).toContain('\nsite_journal_up 1\n')
  const before = journalLines(await readMetrics())
  expect(before).toContain('site_leads{state="dead",outcome="failed"} 1')
  database.begin()
  const began = performance.now()
  await readMetrics()
  // A busy machine takes longer than the limit. Statements take two seconds.
  expect(performance.now() - began).toBeLessThan(1500)
  for (let scrape = 0; scrape < 5; scrape++) {
    const metrics = await readMetrics()
    expect(metrics).toContain('\nsite_journal_up 0\n')
    expect(journalLines(metrics)).toEqual(before)
  }
  database.end()
  await expect.poll(readMetrics, { timeout: 20_000 }).toContain('\nsite_journal_up 1\n')
})
