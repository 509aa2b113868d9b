import { createServer } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { leaseMs } from '@/lib/leads/server/journal/records'
import {
  attemptTimeoutMs,
  inlineBudgetMs,
  type Outcome,
  sendOnce,
  sendWithRetries,
} from '@/lib/leads/server/webhook'
import { freePort, listenOnFreePort } from '../../../support/ports'
import { WebhookReceiver, type WebhookResponse } from '../../../support/webhook-receiver'

let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await WebhookReceiver.start()
})
afterAll(async () => {
  await receiver.stop()
})
beforeEach(() => {
  receiver.reset()
})

const message = { id: '5f0c1c1e-0000-4000-8000-000000000001', body: '{"Name":"Ana"}' }
const outcome = async (result: Promise<{ outcome: Outcome }>) => (await result).outcome
const url = () => receiver.url('/hook')

describe('a delivery', () => {
  it('posts the body unchanged, with the id of the lead', async () => {
    expect(await outcome(sendOnce(message, url(), []))).toBe('delivered')
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
    await sendOnce(message, url(), secrets)
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
    [410, 'rejected'],
    [429, 'throttled'],
    [500, 'failed'],
    [501, 'failed'],
    [502, 'failed'],
    [503, 'unavailable'],
    [504, 'failed'],
    ['reset', 'reset'],
    ['garbage', 'garbled'],
    ['switch', 'reset'],
    ['hang up', 'reset'],
  ])('answered with %s is %s after one request', async (response, expected) => {
    receiver.respondWith(response)
    expect(await outcome(sendOnce(message, url(), []))).toBe(expected)
    expect(receiver.received).toHaveLength(1)
  })

  it.each<[string, string, Outcome]>([
    ['an alert', '\x15\x03\x03\x00\x02\x02\x28', 'unreachable'],
    ['nothing', '', 'reset'],
  ])(
    'over TLS to a server that answers with %s is settled at once',
    async (_, answer, expected) => {
      const server = createServer((socket) => {
        socket.on('error', () => undefined)
        socket.once('data', () => socket.end(answer, 'latin1'))
      })
      const port = await listenOnFreePort(server)
      const started = performance.now()
      expect(await outcome(sendOnce(message, `https://127.0.0.1:${port}/`, []))).toBe(expected)
      expect(performance.now() - started).toBeLessThan(4000)
      server.close()
    },
  )

  it('that is answered after 5.5 seconds is delivered, once', async () => {
    receiver.respondWith('wait')
    const sent = sendWithRetries(message, url(), [])
    setTimeout(() => receiver.acceptWaiting(), 5500)
    expect(await outcome(sent)).toBe('delivered')
    expect(receiver.received).toHaveLength(1)
  })

  it('opens a connection of its own, which it closes', async () => {
    await sendOnce(message, url(), [])
    await sendOnce(message, url(), [])
    expect(receiver.received.map(({ headers }) => headers.connection)).toEqual(['close', 'close'])
  })

  it('to a closed port is refused', async () => {
    expect(await outcome(sendOnce(message, `http://127.0.0.1:${await freePort()}/`, []))).toBe(
      'refused',
    )
  })

  it('to a name that does not exist is unresolved', async () => {
    expect(await outcome(sendOnce(message, 'http://webhook.invalid/', []))).toBe('unresolved')
  })

  it('over TLS to a server without TLS is unreachable', async () => {
    expect(await outcome(sendOnce(message, url().replace('http:', 'https:'), []))).toBe(
      'unreachable',
    )
  })

  it('to a server with an unknown certificate is untrusted, and sends nothing', async () => {
    const impostor = await WebhookReceiver.start('https')
    expect(await outcome(sendOnce(message, impostor.url('/'), []))).toBe('untrusted')
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
    expect(await sendOnce(message, url(), [])).toEqual({
      outcome: 'throttled',
      retryAfterMs: ms,
    })
  })
})

describe('the time limits', () => {
  it('leave time to settle before the lease expires', () => {
    expect(inlineBudgetMs).toBeLessThanOrEqual(leaseMs - 5000)
  })
})

describe('while a visitor waits', () => {
  it.each<WebhookResponse>([429, 503])(
    'a receiver that answers %s is tried again',
    async (response) => {
      receiver.respondWith(response, response)
      expect(await outcome(sendWithRetries(message, url(), []))).toBe('delivered')
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
      expect(await outcome(sendWithRetries(message, url(), []))).not.toBe('delivered')
      expect(receiver.received).toHaveLength(1)
    },
  )

  it('a short Retry-After is respected', async () => {
    receiver.respondWith({ status: 503, headers: { 'retry-after': '2' } })
    const started = performance.now()
    expect(await outcome(sendWithRetries(message, url(), []))).toBe('delivered')
    expect(performance.now() - started).toBeGreaterThan(1990)
  })

  it('a Retry-After beyond the budget is left to the background', async () => {
    receiver.respondWith({ status: 503, headers: { 'retry-after': '60' } })
    const started = performance.now()
    expect(await sendWithRetries(message, url(), [])).toEqual({
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
    expect(await outcome(sendOnce(message, hanging.url('/'), []))).toBe('timeout')
    expect(performance.now() - started).toBeGreaterThan(7900)
    await hanging.stop()
  })

  it('end all attempts together within ten seconds', async () => {
    expect(inlineBudgetMs).toBe(10_000)
    const closed = `http://127.0.0.1:${await freePort()}/`
    const started = performance.now()
    expect(await outcome(sendWithRetries(message, closed, []))).toBe('refused')
    expect(performance.now() - started).toBeGreaterThan(3000)
    expect(performance.now() - started).toBeLessThan(10_100)
  })
})
