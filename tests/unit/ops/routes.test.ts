import { expect, it, vi } from 'vitest'
import { maxDuration } from '@/app/api/leads/redeliver/route'
import { attemptTimeoutMs } from '@/lib/leads/outcomes'
import { cronBudgetMs } from '@/lib/ops/background'
import {
  record,
  startReceiver,
  startUnlimitedServer,
  webhooksOf,
} from '../../support/site/in-process'
import { sampleKind } from '../../support/visitor/visitor'

/** What monitors and cron jobs ask. background.slow.test.ts and outages.slow.test.ts have what takes time. */

it('health is 200 while leads can be recorded or sent, and 503 while they cannot', async () => {
  const receiver = await startReceiver()
  const server = await startUnlimitedServer(webhooksOf(receiver))
  expect(await server.readHealth()).toEqual({ status: 200, body: { ok: true } })
  vi.spyOn(server.journal.store, 'check').mockRejectedValue(new Error('away'))
  expect(await server.readHealth()).toEqual({ status: 200, body: { ok: true } })
  receiver.respondByDefault(() => 500)
  await server.submit()
  expect(await server.readHealth()).toEqual({ status: 503, body: { ok: false } })
})

it('the cron job with its secret delivers leads, deletes old data, and tells ops about rejected leads once', async () => {
  const receiver = await startReceiver()
  receiver.respondByDefault(({ path }) => (path === '/call' ? 410 : 'accept'))
  const CRON_SECRET = 'a secret of some length'
  const server = await startUnlimitedServer({
    ...webhooksOf(receiver),
    ALERT_WEBHOOK_URL: receiver.url('/alert'),
    CRON_SECRET,
  })
  for (const kind of ['booking', sampleKind] as const)
    await server.journal.returnLease(await record(server.journal, { kind }))
  for (const wrong of [undefined, 'wrong']) expect((await server.callCron(wrong)).status).toBe(401)
  expect(receiver.received).toEqual([])
  for (let calls = 0; calls < 2; calls++)
    expect(await server.callCron(CRON_SECRET)).toEqual({ status: 200, body: { ok: true } })
  expect(await server.leads()).toMatchObject([
    { state: 'delivered', attempts: 1 },
    { state: 'pending', outcome: 'rejected', attempts: 1 },
  ])
  const alerts = receiver.received.filter(({ path }) => path === '/alert')
  expect(alerts.map(({ body }) => JSON.parse(body).text)).toEqual([
    expect.stringContaining('Rejected callback leads: 1. '),
  ])
  expect(cronBudgetMs + attemptTimeoutMs).toBeLessThanOrEqual(maxDuration * 1000 - 5000)
})

const siteUrl = 'https://www.example.com'

/** The link in the headers of the lead that a server with these variables sends. */
async function linkOf(variables: Record<string, string | undefined>) {
  const receiver = await startReceiver()
  const server = await startUnlimitedServer({
    ...webhooksOf(receiver),
    SITE_URL: siteUrl,
    ...variables,
  })
  await server.submit()
  return { server, link: receiver.received[0]?.headers['webhook-called'] }
}

it('a lead has a link, at which a person or a program tells once that its visitor was called', async () => {
  const { server, link } = await linkOf({})
  const { GET, POST } = await import('@/app/api/leads/called/route')
  const [lead] = await server.leads()
  expect(link).toBe(`${siteUrl}/api/leads/called?id=${lead?.id}`)
  const answerTo = async (method: 'GET' | 'POST', address = String(link)) => {
    const response = await { GET, POST }[method](new Request(address, { method }))
    const html = await response.text()
    const title = /<h1>(.*)<\/h1>/.exec(html)?.[1]
    const button = /<form method="post"><button>(.*)<\/button><\/form>/.exec(html)?.[1]
    return { status: response.status, title, button }
  }
  const calledAt = async () => (await server.journal.find(String(lead?.id)))?.calledAt
  const asked = { status: 200, title: 'Was this lead called?', button: 'Yes, I called' }
  expect(await answerTo('GET')).toEqual(asked)
  expect(await calledAt()).toBeNull()
  const recorded = { status: 200, title: 'The call is recorded.', button: undefined }
  expect(await answerTo('POST')).toEqual(recorded)
  const at = await calledAt()
  expect(at).toEqual(expect.any(Number))
  expect(await answerTo('POST')).toEqual(recorded)
  expect(await calledAt()).toBe(at)
  for (const query of ['', '?id=unknown', '?id=%3Cb%3E'])
    expect(await answerTo('POST', `${siteUrl}/api/leads/called${query}`)).toEqual({
      status: 404,
      title: 'No lead has this id. It was changed, deleted, or sent as a test.',
      button: undefined,
    })
  vi.spyOn(server.journal.store, 'transaction').mockRejectedValue(new Error('away'))
  expect(await answerTo('POST')).toEqual({
    status: 503,
    title: 'The call could not be recorded. Please try again in a minute.',
    button: 'Yes, I called',
  })
})

it.each([
  ['SITE_URL', { SITE_URL: undefined }],
  ['a journal', { VERCEL: '1', CLIENT_ADDRESS: 'direct', DATABASE_URL: undefined }],
])('without %s, a lead has no such link', async (_, variables) => {
  expect((await linkOf(variables)).link).toBeUndefined()
})

it('without a secret there is no cron job', async () => {
  const { callCron } = await startUnlimitedServer({ CRON_SECRET: undefined })
  expect((await callCron('')).status).toBe(404)
})
