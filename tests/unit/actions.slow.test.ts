import { expect, it, onTestFinished, vi } from 'vitest'
import { postgresDatabase, startReceiver, startUnlimitedServer } from '../support/site/in-process'
import { leadEntries } from '../support/visitor/lead-post'
import { newClientAddress, sampleKind } from '../support/visitor/visitor'

function callback(): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries({ dialog: sampleKind, ...leadEntries }))
    form.set(name, value)
  return form
}

it('on Vercel, a lead that was not delivered is sent again after the answer, under the same id', async () => {
  const database = await postgresDatabase()
  const receiver = await startReceiver()
  // The wait until the lead is due again.
  vi.doMock('node:timers/promises', async (load) => ({
    ...(await load<object>()),
    setTimeout: async () => undefined,
  }))
  onTestFinished(() => void vi.doUnmock('node:timers/promises'))
  const server = await startUnlimitedServer({
    VERCEL: '1',
    DATABASE_URL: database.url,
    CALLBACK_WEBHOOK_URL: receiver.url('/call'),
  })
  const headers = { 'next-action': 'any', 'x-vercel-forwarded-for': newClientAddress() }
  vi.doMock('next/headers', () => ({ headers: async () => new Headers(headers) }))
  const { requestCallback } = await import('@/app/actions')
  receiver.respondWith(500)
  expect(await requestCallback(null, callback())).toEqual({
    status: 'undelivered',
    entries: undefined,
  })
  const sentIds = () => receiver.received.map(({ headers: sent }) => sent['webhook-id'])
  expect(sentIds()).toHaveLength(1)
  await database.query('UPDATE leads SET next_at = 0')
  await server.runAfterwards()
  const [first, second, ...others] = sentIds()
  expect([first, others]).toEqual([second, []])
  expect(await server.leads()).toMatchObject([{ state: 'delivered', attempts: 2 }])
})

it('on a server of one’s own, the loops send such a lead, and nothing is left to do after the answer', async () => {
  const server = await startUnlimitedServer({ CALLBACK_WEBHOOK_URL: undefined })
  vi.doMock('next/headers', () => ({ headers: async () => new Headers({ 'next-action': 'any' }) }))
  const { requestCallback } = await import('@/app/actions')
  expect(await requestCallback(null, callback())).toEqual({
    status: 'accepted',
    entries: undefined,
  })
  expect(await server.runAfterwards()).toEqual([])
})

it('refuses a dialog that this build does not have, instead of taking another, and asks to reload', async () => {
  const { leads } = await startUnlimitedServer()
  vi.doMock('next/headers', () => ({ headers: async () => new Headers() }))
  const { requestCallback } = await import('@/app/actions')
  for (const dialog of ['no-such-dialog', '', 'booking']) {
    const form = callback()
    form.set('dialog', dialog)
    expect(await requestCallback(null, form)).toEqual({ status: 'outdated', entries: {} })
  }
  expect(await requestCallback(null, undefined)).toEqual({ status: 'outdated', entries: {} })
  expect(await leads()).toEqual([])
})
