import { expect, it, vi } from 'vitest'
import { maxDuration } from '@/app/api/leads/redeliver/route'
import { attemptTimeoutMs } from '@/lib/leads/outcomes'
import { cronBudgetMs } from '@/lib/ops/background'
import { record, startReceiver, startServer, webhooksOf } from '../../support/site/in-process'
import { sampleKind } from '../../support/visitor/visitor'

/** What monitors and cron jobs ask. background.slow.test.ts and outages.slow.test.ts have what takes time. */

it('health is 200 while leads can be recorded or sent, and 503 while they cannot', async () => {
  const receiver = await startReceiver()
  const server = await startServer(webhooksOf(receiver))
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
  const server = await startServer({
    ...webhooksOf(receiver),
    ALERT_WEBHOOK_URL: receiver.url('/alert'),
    CRON_SECRET,
  })
  for (const kind of ['booking', sampleKind] as const)
    await server.journal.returnLease(await record(server.journal, { kind }))
  for (const wrong of [undefined, 'wrong']) expect((await server.callCron(wrong)).status).toBe(401)
  expect(receiver.received).toEqual([])
  expect(await server.callCron(CRON_SECRET)).toEqual({
    status: 200,
    body: { delivered: 1, failed: 1, purged: 0 },
  })
  expect((await server.callCron(CRON_SECRET)).body).toEqual({ delivered: 0, failed: 0, purged: 0 })
  const alerts = receiver.received.filter(({ path }) => path === '/alert')
  expect(alerts.map(({ body }) => JSON.parse(body).text)).toEqual([
    expect.stringContaining('Rejected callback leads: 1. '),
  ])
  expect(cronBudgetMs + attemptTimeoutMs).toBeLessThanOrEqual(maxDuration * 1000 - 5000)
})

it('without a secret there is no cron job', async () => {
  const { callCron } = await startServer({ CRON_SECRET: undefined })
  expect((await callCron('')).status).toBe(404)
})
