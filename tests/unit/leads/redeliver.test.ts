import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { LeadKind } from '@/lib/forms/forms'
import { deliver } from '@/lib/leads/deliver'
import { Journal, openDatabase, opened } from '@/lib/leads/journal'
import { redeliverDue, sendDue } from '@/lib/leads/redeliver'
import { abortSends, sendableKinds, sending } from '@/lib/leads/send'
import { stop } from '@/lib/ops/stop'
import { env } from '@/lib/server/env'
import { shutdown } from '@/lib/server/shutdown'
import { sqlite } from '../../support/database/database'
import type { WebhookReceiver } from '../../support/receiver/webhook-receiver'
import { captureLog, record, startReceiver } from '../../support/site/in-process'
import { sampleKind } from '../../support/visitor/visitor'

let url: string
let journal: Journal
let calls: WebhookReceiver
let bookings: WebhookReceiver

beforeEach(async () => {
  ;({ url } = sqlite())
  journal = Journal.open(openDatabase(url))
  calls = await startReceiver()
  bookings = await startReceiver()
  setWebhooks({
    CALLBACK_WEBHOOK_URL: calls.url('/call'),
    BOOKING_WEBHOOK_URL: bookings.url('/book'),
  })
  captureLog()
})
afterEach(async () => {
  vi.useRealTimers()
  shutdown.started = false
  sending.aborted = false
  await journal.store.close()
})

function setWebhooks(urls: Partial<typeof env.webhookUrls>): void {
  Object.assign(env.webhookUrls, urls)
}

async function due(kind: LeadKind, count: number): Promise<void> {
  for (let i = 0; i < count; i++)
    await journal.returnLease(await record(journal, { kind, payload: { kind } }))
}

/** No attempt at it ends, because its timeout does not pass. */
function hang(webhook: WebhookReceiver): void {
  webhook.respondByDefault(() => 'hang')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
}

const states = async () => {
  const rows = await journal.store.read('SELECT state, COUNT(*) AS leads FROM leads GROUP BY state')
  return Object.fromEntries(rows.map(({ state, leads }) => [String(state), Number(leads)]))
}

it('redelivery to one webhook is not delayed by another that hangs', async () => {
  hang(calls)
  await due(sampleKind, 20)
  await due('booking', 20)
  const running = sendDue(journal, 'CALLBACK_WEBHOOK_URL')
  const sent = sendDue(journal, 'BOOKING_WEBHOOK_URL')
  expect(await Promise.race([running.then(() => 'calls'), sent.then(() => 'bookings')])).toBe(
    'bookings',
  )
  expect(bookings.received).toHaveLength(20)
  shutdown.started = true
  abortSends()
  await running
})

it('redelivery alternates between the kinds of lead of one webhook', async () => {
  const kinds = sendableKinds('CALLBACK_WEBHOOK_URL')
  for (const kind of kinds) await due(kind, 12)
  setWebhooks({ BOOKING_WEBHOOK_URL: undefined })
  await redeliverDue(journal, 30_000)
  expect(await states()).toEqual({ delivered: kinds.length * 12 })
  const first = calls.received.slice(0, 8).map(({ body }) => JSON.parse(body).kind)
  expect(new Set(first)).toEqual(new Set(kinds))
})

it('a lead whose lease ends before the journal learns of its delivery is not sent again', async () => {
  const lead = await record(journal)
  const failing = Journal.open({
    ...openDatabase(url),
    write: () => Promise.reject(new Error('away')),
  })
  expect(await deliver(failing, lead, 'background')).toBe(true)
  await failing.store.close()
  await journal.returnLease(lead)
  await redeliverDue(journal, 10_000)
  expect(bookings.received).toHaveLength(1)
  expect(await states()).toEqual({ delivered: 1 })
})

it('a stop records what was sent while the journal failed, and logs the ids of what it cannot record', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    opened.store = undefined
    shutdown.running.clear()
  })
  const log = captureLog()
  const away = () => Promise.reject(new Error('away'))
  const failing = Journal.open({ ...openDatabase(url), write: away, transaction: away })
  const lead = await record(journal)
  await deliver(failing, lead, 'background')
  opened.store = failing.store
  await stop(vi.fn() as never)
  const unrecorded = { time: expect.any(String), event: 'unrecorded', ids: lead.id }
  expect(log.events().filter(({ event }) => event === 'unrecorded')).toEqual([unrecorded])
  await failing.store.close()
  opened.store = journal.store
  await stop(vi.fn() as never)
  expect(await states()).toEqual({ delivered: 1 })
  expect(log.events().filter(({ event }) => event === 'unrecorded')).toEqual([unrecorded])
})

it('redelivery leases nothing after a shutdown began, and returns the leads whose sends are aborted', async () => {
  hang(bookings)
  await due('booking', 50)
  const running = sendDue(journal, 'BOOKING_WEBHOOK_URL')
  await expect.poll(() => bookings.received.length).toBe(16)
  expect(await states()).toEqual({ pending: 34, leased: 16 })
  shutdown.started = true
  abortSends()
  await running
  expect(await states()).toEqual({ pending: 50 })
  expect(bookings.received).toHaveLength(16)
  const [{ attempts } = {}] = await journal.store.read(
    'SELECT MAX(attempts) AS attempts FROM leads',
  )
  expect(attempts).toBe(0)
})
