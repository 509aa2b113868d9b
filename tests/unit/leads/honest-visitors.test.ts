import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { resubmitDelayMs } from '@/lib/forms/fields'
import type { WebhookReceiver } from '../../support/receiver/webhook-receiver'
import { startReceiver, startServer } from '../../support/site/in-process'

/** The default limits let honest visitors through, many of one address and many in one hour. */

const accepted = { status: 'accepted' }

let receiver: WebhookReceiver
let submit: Awaited<ReturnType<typeof startServer>>['submit']
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  receiver = await startReceiver()
  ;({ submit } = await startServer({
    CALLBACK_WEBHOOK_URL: receiver.url('/call'),
    LEADS_PER_HOUR: undefined,
    LEADS_PER_HOUR_TOTAL: undefined,
    LEADS_PER_PHONE: undefined,
  }))
})
afterEach(() => {
  vi.useRealTimers()
})

const person = (i: number) => ({
  phone: `50955501${String(i).padStart(2, '0')}`,
  email: `person-${i}@ruiz.com`,
})
const kind = 'see-ai-in-action'

it('an office of 25 people behind one address', async () => {
  for (let i = 0; i < 25; i++) {
    expect(await submit(person(i), { kind, address: '192.0.2.1' })).toEqual(accepted)
    vi.advanceTimersByTime(resubmitDelayMs)
  }
  expect(receiver.received).toHaveLength(25)
})

it('a campaign that brings 100 leads in an hour', async () => {
  for (let i = 0; i < 100; i++) {
    expect(await submit(person(i), { kind })).toEqual(accepted)
    vi.advanceTimersByTime(36_000)
  }
  expect(receiver.received).toHaveLength(100)
})

it.each([
  ['with scripts', { submissionId: randomUUID() }],
  ['without scripts', {}],
])('a plumber in a hurry who sends his form five times %s, which is one lead', async (_, form) => {
  for (let i = 0; i < 5; i++) {
    expect(await submit(form, { kind, address: '192.0.2.1' })).toEqual(accepted)
    vi.advanceTimersByTime(resubmitDelayMs)
  }
  expect(receiver.received).toHaveLength(1)
})

it('a plumber in a hurry who opens the form anew each time, whose first three leads are sent', async () => {
  for (let i = 0; i < 5; i++) {
    const form = { submissionId: randomUUID() }
    expect(await submit(form, { kind, address: '192.0.2.1' })).toEqual(accepted)
    vi.advanceTimersByTime(resubmitDelayMs)
  }
  expect(receiver.received).toHaveLength(3)
})
