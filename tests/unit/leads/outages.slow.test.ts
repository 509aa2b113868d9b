import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { postgres } from '../../support/database/database'
import { silentDatabase } from '../../support/database/proxies'
import { temporaryFolder } from '../../support/process/files'
import {
  newLead,
  postgresDatabase,
  startReceiver,
  startUnlimitedServer,
  webhooksOf,
} from '../../support/site/in-process'
import { sqliteUrl } from '../../support/site/site'
import { sampleKind } from '../../support/visitor/visitor'

/** What happens to leads while a journal or a webhook fails. */

const accepted = { status: 'accepted' }
const undelivered = { status: 'undelivered' }
const secret = 'a secret for the tests'

type Fault = { url: string; begin(): unknown; end(): unknown }

async function stoppedPostgres(): Promise<Fault> {
  const database = await postgres()
  onTestFinished(() => database.stop())
  return { url: database.url, begin: database.pause, end: database.resume }
}

async function silentPostgres(): Promise<Fault> {
  const silent = await silentDatabase((await postgresDatabase()).url)
  onTestFinished(silent.stop)
  return silent
}

async function lockedFile(): Promise<Fault> {
  const url = sqliteUrl()
  let lock: Libsql.Database
  const begin = () => {
    lock = new Libsql(url.slice('file:'.length))
    lock.exec('BEGIN IMMEDIATE')
  }
  return { url, begin, end: () => void lock.exec('ROLLBACK') }
}

async function blockedFolder(): Promise<Fault> {
  const blocked = join(temporaryFolder('leads'), 'file')
  const begin = () => writeFileSync(blocked, 'not a folder')
  return { url: `file:${join(blocked, 'leads.db')}`, begin, end: () => rmSync(blocked) }
}

afterEach(() => {
  vi.useRealTimers()
})

describe.each<[string, 'before' | 'after', () => Promise<Fault>]>([
  ['whose database does not run', 'before', stoppedPostgres],
  ['whose database is stopped', 'after', stoppedPostgres],
  ['whose database never answers', 'before', silentPostgres],
  ['whose database stops answering', 'after', silentPostgres],
  ['that another process locks', 'after', lockedFile],
  ['whose folder is not one', 'before', blockedFolder],
])('a journal %s', (_, faultBegins, open) => {
  it('delays a few visitors by seconds, loses no lead, and is used again when it works', async () => {
    const receiver = await startReceiver()
    const fault = await open()
    if (faultBegins === 'before') await fault.begin()
    const server = await startUnlimitedServer({
      DATABASE_URL: fault.url,
      ...webhooksOf(receiver),
    })
    if (faultBegins === 'after') {
      expect(await server.submit()).toEqual(accepted)
      await fault.begin()
    }
    const submit = async () => {
      const began = performance.now()
      expect(await server.submit()).toEqual(accepted)
      return performance.now() - began
    }
    const first = await Promise.all(Array.from({ length: 10 }, submit))
    expect(Math.max(...first)).toBeLessThan(10_000)
    const later: number[] = []
    for (let i = 0; i < 10; i++) later.push(await submit())
    // To wait for the database each time would take 15 seconds or more.
    expect(later.reduce((sum, ms) => sum + ms)).toBeLessThan(10_000)
    expect(receiver.received).toHaveLength(faultBegins === 'after' ? 21 : 20)
    // Each fault is logged once a minute.
    const faults = server.log.events().filter(({ event }) => event === 'journal fault')
    expect(faults.length).toBeGreaterThan(0)
    expect(faults.length).toBeLessThan(4)
    expect(await server.readHealth()).toEqual({ status: 200, body: { ok: true } })

    // A lead can now be neither stored nor sent.
    receiver.respondWith(500)
    expect(await server.submit()).toMatchObject(undelivered)
    expect(await server.readHealth()).toEqual({ status: 503, body: { ok: false } })
    expect(await server.submit()).toEqual(accepted)
    expect((await server.readHealth()).status).toBe(200)
    server.setWebhooks({ CALLBACK_WEBHOOK_URL: undefined })
    expect(await server.submit()).toMatchObject(undelivered)
    expect((await server.readHealth()).status).toBe(503)

    await fault.end()
    // The circuit breaker of the database closes again.
    vi.useFakeTimers({ toFake: ['performance'] })
    await vi.waitFor(
      async () => {
        vi.advanceTimersByTime(600_000)
        expect(await server.readHealth()).toEqual({ status: 200, body: { ok: true } })
      },
      { timeout: 30_000 },
    )
    expect(await server.submit()).toEqual(accepted)
    server.setWebhooks({ CALLBACK_WEBHOOK_URL: receiver.url('/call') })
    receiver.reset()
    await server.redeliver()
    expect(receiver.received).toMatchObject([{ path: '/call' }])

    // Leads that were sent while the journal failed are recorded, with their proof of consent.
    const events = server.log.events()
    const idsOf = (lines: Record<string, unknown>[]) => lines.map(({ id }) => String(id)).sort()
    const unrecorded = events.filter(
      ({ event, recorded }) => event === 'delivered' && recorded === false,
    )
    expect(unrecorded.length).toBeGreaterThan(10)
    const recorded = events.filter(({ event }) => event === 'recorded')
    expect(idsOf(recorded)).toEqual(idsOf(unrecorded))
    const rows = await server.journal.store.read(
      `SELECT leads.id FROM leads JOIN consents ON consents.id = leads.id
       WHERE state = 'delivered' AND outcome = 'delivered' AND delivered_at >= leads.created_at`,
    )
    const sent = events.filter(({ event }) => event === 'delivered' || event === 'redelivered')
    expect(idsOf(rows)).toEqual(idsOf(sent))
  })
})

it('as many as it remembers of the leads that are sent while the journal fails are recorded once it works', async () => {
  const receiver = await startReceiver()
  const { url, begin, end } = await blockedFolder()
  begin()
  const server = await startUnlimitedServer({
    DATABASE_URL: url,
    CALLBACK_WEBHOOK_URL: receiver.url('/call'),
  })
  const { deliver } = await import('@/lib/leads/deliver')
  const { memory, unrecordedVersion } = await import('@/lib/leads/outage')
  expect(memory.maxRemembered).toBe(1000)
  memory.maxRemembered = 5
  for (let count = 0; count < 6; count++)
    await deliver(null, unrecordedVersion(newLead({ kind: sampleKind })), 'visitor')
  expect(memory.unrecorded.size).toBe(5)
  end()
  await server.redeliver()
  expect(memory.unrecorded.size).toBe(0)
  expect(await server.leads()).toHaveLength(5)
})

it('a version has a larger number than one that was not delivered while the journal failed, and the clock was ahead', async () => {
  const receiver = await startReceiver()
  const { url, begin, end } = await blockedFolder()
  begin()
  const server = await startUnlimitedServer({ DATABASE_URL: url, ...webhooksOf(receiver) })
  const form = { submissionId: randomUUID(), thread: randomUUID() }
  receiver.respondWith(500)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  expect(await server.submit(form)).toMatchObject(undelivered)
  vi.useRealTimers()
  receiver.respondWith(200)
  end()
  await server.redeliver()
  const correction = { submissionId: randomUUID(), phone: '5095550148' }
  expect(await server.submit({ ...form, ...correction })).toEqual(accepted)
  expect(await server.leads()).toHaveLength(1)
  const versions = receiver.received.map(({ headers }) => Number(headers['webhook-version']))
  expect(versions).toEqual([versions[0], Number(versions[0]) + 1])
})

it('without a journal, as on Vercel without DATABASE_URL, a lead is sent or refused', async () => {
  const receiver = await startReceiver()
  const server = await startUnlimitedServer({
    VERCEL: '1',
    DATABASE_URL: '',
    ...webhooksOf(receiver),
    CRON_SECRET: secret,
  })
  expect(await server.submit()).toEqual(accepted)
  expect((await server.readHealth()).status).toBe(200)
  receiver.respondWith(500)
  expect(await server.submit({ phone: '5095550148' })).toMatchObject(undelivered)
  expect((await server.readHealth()).status).toBe(503)
  // Its sender could be a person, whose lead would be lost.
  const spam = { phone: '5095550149', reference_note: 'http://spam.example' }
  expect(await server.submit(spam)).toMatchObject(undelivered)
  expect(await server.callCron(secret)).toMatchObject({ status: 409 })
})
