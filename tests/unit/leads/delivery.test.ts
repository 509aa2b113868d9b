import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deliver, deliveryTimeoutMs } from '@/lib/leads/delivery'
import { type Cue, Receiver } from '../../support/receiver'
import { freePort } from '../../support/site'

let receiver: Receiver
beforeAll(async () => {
  receiver = await Receiver.start()
})
afterAll(() => receiver.stop())
beforeEach(() => receiver.reset())

describe('deliver', () => {
  it('posts JSON once and believes a 2xx', async () => {
    expect(await deliver(receiver.url('/hook'), { Name: 'Ana' })).toBe('delivered')
    expect(receiver.received).toMatchObject([
      {
        method: 'POST',
        path: '/hook',
        body: '{"Name":"Ana"}',
        headers: { 'content-type': 'application/json' },
      },
    ])
  })

  it.each<[Cue, string]>([
    [204, 'delivered'],
    [302, 'redirected'],
    [404, 'rejected'],
    [500, 'rejected'],
    ['reset', 'unreachable'],
    ['garbage', 'unreachable'],
  ])('takes %s for %s, and sends no second request', async (cue, outcome) => {
    receiver.cue(cue)
    expect(await deliver(receiver.url('/hook'), {})).toBe(outcome)
    expect(receiver.received).toHaveLength(1)
  })

  it('takes a refused connection for unreachable', async () => {
    expect(await deliver(`http://127.0.0.1:${await freePort()}/hook`, {})).toBe('unreachable')
  })

  it('gives up after 8 seconds', async () => {
    receiver.cue('hang')
    const began = performance.now()
    expect(await deliver(receiver.url('/hook'), {})).toBe('timeout')
    expect(performance.now() - began).toBeGreaterThan(7900)
    expect(deliveryTimeoutMs).toBe(8000)
  }, 12_000)
})
