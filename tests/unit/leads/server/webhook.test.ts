import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { leaseMs } from '@/lib/leads/server/journal/records'
import {
  attemptTimeoutMs,
  backgroundBudgetMs,
  deliverOnce,
  deliverWithRetries,
  inlineBudgetMs,
  type Outcome,
} from '@/lib/leads/server/webhook'
import { freePort } from '../../../support/ports'
import { WebhookReceiver, type WebhookResponse } from '../../../support/webhook-receiver'

let receiver: WebhookReceiver
let second: WebhookReceiver
beforeAll(async () => {
  receiver = await WebhookReceiver.start()
  second = await WebhookReceiver.start()
})
afterAll(async () => {
  await receiver.stop()
  await second.stop()
})
beforeEach(() => {
  receiver.reset()
  second.reset()
})

const message = { id: '5f0c1c1e-0000-4000-8000-000000000001', body: '{"Name":"Ana"}' }
const outcome = async (result: Promise<{ outcome: Outcome }>) => (await result).outcome
const url = () => receiver.url('/hook')

describe('a delivery', () => {
  it('posts the body unchanged, with the id of the lead', async () => {
    expect(await outcome(deliverOnce(message, [url()], []))).toBe('delivered')
    expect(receiver.received).toMatchObject([
      {
        method: 'POST',
        path: '/hook',
        body: message.body,
        headers: {
          'content-type': 'application/json',
          'webhook-id': message.id,
          'idempotency-key': message.id,
        },
      },
    ])
    expect(receiver.received[0]?.headers).not.toHaveProperty('webhook-signature')
  })

  it('is signed with every secret, so that secrets can be rotated', async () => {
    const secrets = [
      `whsec_${btoa('the old secret, 24 bytes')}`,
      `whsec_${btoa('the new secret, 24 bytes')}`,
    ]
    await deliverOnce(message, [url()], secrets)
    const headers = receiver.received[0]?.headers as Record<string, string>
    for (const secret of secrets)
      expect(new Webhook(secret).verify(message.body, headers)).toEqual({ Name: 'Ana' })
    const other = new Webhook(`whsec_${btoa('another secret, 24 bytes')}`)
    expect(() => other.verify(message.body, headers)).toThrow()
    expect(() => new Webhook(secrets[0] ?? '').verify('{"Name":"Bob"}', headers)).toThrow()
  })

  it.each<[WebhookResponse, Outcome]>([
    [200, 'delivered'],
    [204, 'delivered'],
    [302, 'redirected'],
    [400, 'rejected'],
    [404, 'rejected'],
    [410, 'gone'],
    [429, 'throttled'],
    [500, 'failed'],
    [501, 'failed'],
    [502, 'failed'],
    [503, 'unavailable'],
    [504, 'failed'],
    ['reset', 'reset'],
    ['garbage', 'garbled'],
  ])('answered with %s is %s after one request', async (response, expected) => {
    receiver.respondWith(response)
    expect(await outcome(deliverOnce(message, [url()], []))).toBe(expected)
    expect(receiver.received).toHaveLength(1)
  })

  it('opens a connection of its own, which it closes', async () => {
    await deliverOnce(message, [url()], [])
    await deliverOnce(message, [url()], [])
    expect(receiver.received.map(({ headers }) => headers.connection)).toEqual(['close', 'close'])
  })

  it('to a closed port is refused', async () => {
    expect(await outcome(deliverOnce(message, [`http://127.0.0.1:${await freePort()}/`], []))).toBe(
      'refused',
    )
  })

  it('to a name that does not exist is unresolved', async () => {
    expect(await outcome(deliverOnce(message, ['http://webhook.invalid/'], []))).toBe('unresolved')
  })

  it('over TLS to a server without TLS is unreachable', async () => {
    expect(await outcome(deliverOnce(message, [url().replace('http:', 'https:')], []))).toBe(
      'unreachable',
    )
  })

  it('to a server with an unknown certificate is unreachable, and sends nothing', async () => {
    const impostor = await WebhookReceiver.start('https')
    expect(await outcome(deliverOnce(message, [impostor.url('/')], []))).toBe('unreachable')
    expect(impostor.received).toEqual([])
    await impostor.stop()
  })

  it.each([
    ['7', 7000],
    ['0', 0],
    ['soon', 0],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    ['5 apples', 0],
    ['2099', 2_099_000],
    ['2592000', 86_400_000],
    ['9'.repeat(20), 86_400_000],
    ['9'.repeat(400), 86_400_000],
    ['Fri, 01 Jan 2100 00:00:00 GMT', 86_400_000],
    ['2100-01-01', 0],
  ])('returns the wait of the Retry-After header %s', async (value, ms) => {
    receiver.respondWith({ status: 429, headers: { 'retry-after': value } })
    expect(await deliverOnce(message, [url()], [])).toEqual({
      outcome: 'throttled',
      retryAfterMs: ms,
    })
  })
})

describe('several addresses', () => {
  it('are tried in order until one accepts', async () => {
    receiver.respondWith(500)
    expect(await outcome(deliverWithRetries(message, [url(), second.url('/b')], []))).toBe(
      'delivered',
    )
    expect([receiver.received.length, second.received.length]).toEqual([1, 1])
    expect(await outcome(deliverWithRetries(message, [url(), second.url('/b')], []))).toBe(
      'delivered',
    )
    expect([receiver.received.length, second.received.length]).toEqual([2, 1])
  })

  it('return the outcome of the last', async () => {
    receiver.respondWith(410)
    second.respondWith(500)
    expect(await outcome(deliverOnce(message, [url(), second.url('/b')], []))).toBe('failed')
  })

  it('are gone only if all of them answered 410', async () => {
    const both = [url(), second.url('/b')]
    receiver.respondWith(500, 410, 410)
    second.respondWith(410, 500, 410)
    expect(await outcome(deliverOnce(message, both, []))).toBe('failed')
    expect(await outcome(deliverWithRetries(message, both, []))).toBe('failed')
    expect(await outcome(deliverOnce(message, both, []))).toBe('gone')
  })

  it('share one deadline, so that the last is tried even if all others hang', async () => {
    receiver.respondWith('hang', 'hang', 'hang')
    const started = performance.now()
    const urls = [url(), receiver.url('/b'), receiver.url('/c'), second.url('/d')]
    expect(await outcome(deliverOnce(message, urls, [], 1000))).toBe('delivered')
    // Without a shared deadline, each attempt would take 8 seconds.
    expect(performance.now() - started).toBeLessThan(4000)
    receiver.respondWith('hang', 'hang')
    const next = performance.now()
    expect(await outcome(deliverOnce(message, urls.slice(0, 2), [], 500))).toBe('timeout')
    expect(performance.now() - next).toBeLessThan(4000)
  })

  it('return the shortest wait', async () => {
    receiver.respondWith({ status: 429, headers: { 'retry-after': '3600' } })
    second.respondWith({ status: 500, headers: { 'retry-after': '60' } })
    expect(await deliverOnce(message, [url(), second.url('/b')], [])).toEqual({
      outcome: 'failed',
      retryAfterMs: 60_000,
    })
  })

  it('leave time to settle before the lease expires', () => {
    expect(inlineBudgetMs).toBeLessThanOrEqual(leaseMs - 5000)
    expect(backgroundBudgetMs).toBeLessThanOrEqual(leaseMs - 5000)
  })
})

describe('while a visitor waits', () => {
  it.each<WebhookResponse>([429, 503])(
    'a receiver that answers %s is tried again',
    async (response) => {
      receiver.respondWith(response, response)
      expect(await outcome(deliverWithRetries(message, [url()], []))).toBe('delivered')
      expect(receiver.received).toHaveLength(3)
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
        new Set([message.id]),
      )
    },
  )

  it.each<WebhookResponse>([500, 502, 504, 404, 302, 410, 'reset', 'garbage'])(
    'a receiver that answers %s is not tried again, because it may have processed the lead',
    async (response) => {
      receiver.respondWith(response)
      expect(await outcome(deliverWithRetries(message, [url()], []))).not.toBe('delivered')
      expect(receiver.received).toHaveLength(1)
    },
  )

  it('a short Retry-After is respected', async () => {
    receiver.respondWith({ status: 503, headers: { 'retry-after': '2' } })
    const started = performance.now()
    expect(await outcome(deliverWithRetries(message, [url()], []))).toBe('delivered')
    expect(performance.now() - started).toBeGreaterThan(1990)
  })

  it('a Retry-After beyond the budget is left to the background', async () => {
    receiver.respondWith({ status: 503, headers: { 'retry-after': '60' } })
    const started = performance.now()
    expect(await deliverWithRetries(message, [url()], [])).toEqual({
      outcome: 'unavailable',
      retryAfterMs: 60_000,
    })
    expect(performance.now() - started).toBeLessThan(2000)
    expect(receiver.received).toHaveLength(1)
  })
})

describe.concurrent('time limits', () => {
  it('end an attempt after 8 seconds', async () => {
    expect(attemptTimeoutMs).toBe(8000)
    const hanging = await WebhookReceiver.start()
    hanging.respondWith('hang')
    const started = performance.now()
    expect(await outcome(deliverOnce(message, [hanging.url('/')], []))).toBe('timeout')
    expect(performance.now() - started).toBeGreaterThan(7900)
    await hanging.stop()
  })

  it('end all attempts together within ten seconds', async () => {
    expect(inlineBudgetMs).toBe(10_000)
    const closed = `http://127.0.0.1:${await freePort()}/`
    const started = performance.now()
    expect(await outcome(deliverWithRetries(message, [closed], []))).toBe('refused')
    expect(performance.now() - started).toBeGreaterThan(3000)
    expect(performance.now() - started).toBeLessThan(10_100)
  })
})
