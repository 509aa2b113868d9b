import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { setImmediate, setTimeout as setTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { inlineBudgetMs, sendWithRetries } from '@/lib/leads/deliver'
import { attemptTimeoutMs, type Outcome } from '@/lib/leads/outcomes'
import { leaseMs } from '@/lib/leads/record'
import { abortSends, type SendResult, sendableKinds, sending, sendOnce } from '@/lib/leads/send'
import { env, missingWebhooks, webhookNames } from '@/lib/server/env'
import { freePort, listenOnFreePort } from '../../support/process/ports'
import type { WebhookReceiver, WebhookResponse } from '../../support/receiver/webhook-receiver'
import { startReceiver } from '../../support/site/in-process'

let receiver: WebhookReceiver
let url: string
beforeEach(async () => {
  receiver = await startReceiver()
  url = receiver.url('/hook')
})
afterEach(() => {
  sending.aborted = false
  vi.useRealTimers()
})

const message = { id: '5f0c1c1e-0000-4000-8000-000000000001', body: '{"Name":"Ana"}' }
const sendTo = async (address: string) => (await sendOnce(message, address, [])).outcome

const date = expect.any(String)

/** Between two attempts. */
const noneOpen = () => sending.open.size === 0

/**
 * Waits for a result. Time passes only while the send waits for nothing but time, so what it takes does not depend on how
 * busy the machine is. Returns how much of it passed, to within 25 ms.
 */
async function timed(send: () => Promise<SendResult>, waitsForTime = noneOpen) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  let result: SendResult | undefined
  const started = performance.now()
  let ms = 0
  send().then((sent) => {
    result = sent
    ms = performance.now() - started
  })
  while (!result) {
    if (waitsForTime()) vi.advanceTimersByTime(25)
    await setTurn(1)
  }
  return { ...result, ms, requests: receiver.received.length }
}

describe('a delivery', () => {
  it('posts the body unchanged, with the documented headers and no others', async () => {
    await sendOnce(message, url, [])
    await sendOnce(
      { ...message, headers: { 'calendar-uid': 'a-demo@plumbing-xperience' } },
      url,
      [],
    )
    const headers = {
      host: new URL(url).host,
      connection: 'close',
      accept: '*/*',
      'content-length': String(message.body.length),
      'content-type': 'application/json',
      'user-agent': 'plumbing-xperience',
      'webhook-id': message.id,
      'idempotency-key': message.id,
    }
    const post = { method: 'POST', path: '/hook', body: message.body }
    expect(receiver.received).toMatchObject([post, post])
    expect(receiver.received.map((request) => request.headers)).toEqual([
      headers,
      { ...headers, 'calendar-uid': 'a-demo@plumbing-xperience' },
    ])
  })

  it('that is open when sends are aborted ends with a timeout, and no later one is sent', async () => {
    receiver.respondWith('hang')
    const sent = sendTo(url)
    while (receiver.received.length === 0) await setImmediate()
    abortSends()
    expect([await sent, await sendTo(url)]).toEqual(['timeout', 'timeout'])
    expect(receiver.received).toHaveLength(1)
    expect(sending.open.size).toBe(0)
  })

  it('is signed with every secret, so that secrets can be rotated', async () => {
    const [older = '', newer = '', other = ''] = ['old', 'new', 'bad'].map(
      (name) => `whsec_${btoa(`the ${name} secret, 24 bytes`)}`,
    )
    await sendOnce(message, url, [older, newer])
    const headers = receiver.received[0]?.headers as Record<string, string>
    for (const secret of [older, newer])
      expect(new Webhook(secret).verify(message.body, headers)).toEqual({ Name: 'Ana' })
    expect(() => new Webhook(other).verify(message.body, headers)).toThrow()
    expect(() => new Webhook(older).verify('{"Name":"Bob"}', headers)).toThrow()
  })

  it.each<[WebhookResponse, Outcome]>([
    [302, 'redirected'],
    ['reset', 'reset'],
    ['garbage', 'garbled'],
    ['switch', 'reset'],
    ['hang up', 'reset'],
  ])('answered with %s is %s after one request', async (response, expected) => {
    receiver.respondWith(response)
    expect(await sendTo(url)).toBe(expected)
    expect(receiver.received).toHaveLength(1)
  })

  it.each<WebhookResponse>(['drip body', 'flood'])(
    'answered with status 200 and %s is delivered, and the connection is closed',
    async (response) => {
      receiver.respondWith(response)
      // The second timer is that of the body.
      const readsBody = () => vi.getTimerCount() === 2
      const sent = await timed(() => sendOnce(message, url, []), readsBody)
      expect(sent.outcome).toBe('delivered')
      expect(sent.ms).toBeLessThan(1100)
      await expect.poll(() => receiver.openResponses).toBe(0)
    },
  )

  it('reads the answer to its end, because a receiver may drop the work when the connection ends before', async () => {
    const ended: boolean[] = []
    const answering = createHttpServer((_, response) => {
      response.writeHead(200).flushHeaders()
      response.on('close', () => ended.push(response.writableFinished))
      globalThis.setTimeout(() => response.end('done'), 200)
    })
    const port = await listenOnFreePort(answering)
    expect(await sendTo(`http://127.0.0.1:${port}/`)).toBe('delivered')
    await expect.poll(() => ended).toEqual([true])
    answering.close()
  })

  it.each([
    ['\x15\x03\x03\x00\x02\x02\x28', 'unreachable'],
    ['', 'reset'],
  ])('over TLS to a server that answers %j is %s at once', async (answer, outcome) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end(answer, 'latin1'))
    })
    const port = await listenOnFreePort(server)
    const sent = await timed(() => sendOnce(message, `https://127.0.0.1:${port}/`, []))
    expect(sent).toMatchObject({ outcome, ms: 0 })
    server.close()
  })

  it('that cannot arrive sends nothing', async () => {
    const impostor = await startReceiver('https')
    expect(await sendTo(`http://127.0.0.1:${await freePort()}/`)).toBe('refused')
    expect(await sendTo('http://webhook.invalid/')).toBe('unresolved')
    expect(await sendTo(url.replace('http:', 'https:'))).toBe('unreachable')
    expect(await sendTo(impostor.url('/'))).toBe('untrusted')
    expect([...receiver.received, ...impostor.received]).toEqual([])
  })

  it.each([
    ['2099', 2_099_000],
    ['5 apples', 0],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    ['Fri, 01 Jan 2100 00:00:00 GMT', 86_400_000],
    ['9'.repeat(400), 86_400_000],
    ['2100-01-01', 0],
    ['on Fri, 01 Jan 2100 00:00:00 GMT', 0],
    ['Fri, 01 Jan 2100 00:00:00 GMT+1', 0],
  ])('returns the wait of the Retry-After header %s', async (value, ms) => {
    receiver.respondWith({ status: 429, headers: { 'retry-after': value } })
    const throttled = { outcome: 'throttled', retryAfterMs: ms, status: 429, answer: 'ok', date }
    expect(await sendOnce(message, url, [])).toEqual(throttled)
  })
})

describe('while a visitor waits', () => {
  const send = (address = url) => timed(() => sendWithRetries(message, address, []))

  it.each<WebhookResponse>([429, 503])(
    'a receiver that answers %s is tried again',
    async (response) => {
      receiver.respondWith(response, response)
      expect(await send()).toMatchObject({ outcome: 'delivered', requests: 3 })
      const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
      expect(new Set(ids)).toEqual(new Set([message.id]))
    },
  )

  it.each<WebhookResponse>([500, 'reset'])(
    'a receiver that answers %s is not tried again, because it may have processed the lead',
    async (response) => {
      receiver.respondWith(response)
      const sent = await send()
      expect(sent.outcome).not.toBe('delivered')
      expect(sent.requests).toBe(1)
    },
  )

  it('a short Retry-After is respected, and one beyond the budget is left to the background', async () => {
    receiver.respondWith({ status: 503, headers: { 'retry-after': '2' } })
    const short = await send()
    expect(short).toMatchObject({ outcome: 'delivered', requests: 2 })
    expect(short.ms).toBeGreaterThanOrEqual(2000)
    receiver.reset()
    receiver.respondWith({ status: 503, headers: { 'retry-after': '60' } })
    const long = await send()
    const expected = { outcome: 'unavailable', retryAfterMs: 60_000, requests: 1, ms: 0 }
    expect(long).toEqual({ ...expected, status: 503, answer: 'ok', date })
  })

  it('an answer after 7.9 seconds counts', async () => {
    receiver.respondWith('wait')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const sent = sendWithRetries(message, url, [])
    while (receiver.received.length === 0) await setImmediate()
    vi.advanceTimersByTime(7900)
    receiver.acceptWaiting()
    expect(await sent).toMatchObject({ outcome: 'delivered' })
    expect(receiver.received).toHaveLength(1)
  })

  it.each([
    ['hang', sendOnce],
    ['drip', sendWithRetries],
  ] as const)('an attempt with the answer %s ends after 8 seconds', async (answer, attempt) => {
    receiver.respondWith(answer)
    const arrived = () => receiver.received.length === 1
    const sent = await timed(() => attempt(message, url, []), arrived)
    expect(sent).toMatchObject({ outcome: 'timeout', requests: 1 })
    expect(attemptTimeoutMs).toBe(8000)
    expect(Math.abs(sent.ms - 8000)).toBeLessThan(50)
  })

  it('an attempt ends in time although garbage was collected meanwhile', async () => {
    setFlagsFromString('--expose-gc')
    receiver.respondWith('hang')
    const sent = sendOnce(message, url, [], 300)
    while (receiver.received.length === 0) await setImmediate()
    runInNewContext('gc')()
    expect(await sent).toMatchObject({ outcome: 'timeout' })
  })

  it('all attempts together end within ten seconds, which leaves time to settle before the lease expires', async () => {
    const sent = await send(`http://127.0.0.1:${await freePort()}/`)
    expect(sent.outcome).toBe('refused')
    expect(sent.ms).toBeGreaterThan(3000)
    expect(sent.ms).toBeLessThan(10_000)
    expect(inlineBudgetMs).toBe(10_000)
    expect(inlineBudgetMs).toBeLessThanOrEqual(leaseMs - 5000)
  })
})

it('leads of both dialogs go to one webhook, and none to one that is not set', () => {
  const others = webhookNames.filter((name) => name !== 'CALLBACK_WEBHOOK_URL')
  env.webhookUrls.CALLBACK_WEBHOOK_URL = 'https://n8n.example/webhook/c'
  const sent = sendableKinds('CALLBACK_WEBHOOK_URL')
  expect(sent).toEqual(expect.arrayContaining(['see-ai-in-action', 'call-our-ai']))
  expect(others.flatMap(sendableKinds)).toEqual([])
  expect(missingWebhooks()).toEqual(others)
})
