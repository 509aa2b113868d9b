import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { expect, test } from '../support/browser/test'
import { postgres } from '../support/database/database'
import { pgBouncer, pgBouncerMissing } from '../support/database/proxies'
import { isListening } from '../support/process/ports'
import { certificatePath, WebhookReceiver } from '../support/receiver/webhook-receiver'
import { Site, sqliteUrl, startSite } from '../support/site/site'
import { readForm, post as send } from '../support/visitor/lead-post'

/** An accepted lead is delivered, whatever happens to the processes. Unit tests have what happens within one. */

/** Submits a callback. True when the server accepts it. */
async function post(url: string, fields: Record<string, string> = {}): Promise<boolean> {
  const entries = { name: 'Ana Ruiz', phone: '5095550147', businessName: 'Ruiz & Sons', ...fields }
  return send(await readForm(url), entries)
}

const idsOf = ({ received }: WebhookReceiver) =>
  received.map(({ headers }) => headers['webhook-id'])

test('a lead whose server is killed while sending it is delivered after the restart, over HTTPS', {
  tag: '@deep',
}, async () => {
  const receiver = await WebhookReceiver.start('https')
  const env = { DATABASE_URL: sqliteUrl(), NODE_EXTRA_CA_CERTS: certificatePath }
  const before = await startSite(receiver, env)
  expect(await post(before.url)).toBe(true)
  receiver.respondWith('hang')
  const response = post(before.url).catch(() => 'no answer')
  await expect.poll(() => receiver.received.length).toBe(2)
  // The second connection resumes the TLS session of the first.
  expect(receiver.received.map(({ resumedSession }) => resumedSession)).toEqual([false, true])
  await before.kill()
  expect(await response).toBe('no answer')

  const after = await startSite(receiver, env)
  expect(after.leads.map(({ state }) => state)).toEqual(['delivered', 'leased'])
  // A lease lasts 30 seconds.
  await after.shiftClock(30_000)
  await expect.poll(() => after.leads.map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  const [, killed, redelivered] = idsOf(receiver)
  expect(redelivered).toBe(killed)
  await after.stop()
  await receiver.stop()
})

test('a server that gets SIGTERM leases no more leads and finishes those that it is sending', {
  tag: '@deep',
}, async ({ receiver }) => {
  const database = sqliteUrl()
  const withoutWebhook = await Site.start({ DATABASE_URL: database, CLIENT_ADDRESS: 'proxy:1' })
  const stored = await Promise.all(Array.from({ length: 20 }, () => post(withoutWebhook.url)))
  expect(stored).not.toContain(false)
  await withoutWebhook.stop()

  receiver.respondByDefault(() => 'wait')
  const site = await startSite(receiver, { DATABASE_URL: database })
  await expect.poll(() => receiver.received.length).toBe(16)
  const stopped = site.stop()
  await expect.poll(() => isListening(Number(new URL(site.url).port))).toBe(false)
  receiver.acceptWaiting()
  await stopped
  // From the last delivery, because a busy machine takes longer for all of them.
  const delivered = site.events.filter(({ event }) => event === 'redelivered')
  expect(Date.now() - Date.parse(String(delivered.at(-1)?.time))).toBeLessThan(5000)
  expect(receiver.received).toHaveLength(16)
  const states = site.leads.map(({ state }) => state).sort()
  expect(states).toEqual([...Array(16).fill('delivered'), ...Array(4).fill('pending')])
  receiver.respondByDefault(() => 'accept')
})

test('a server that gets SIGTERM returns the leads whose webhook does not answer, and exits within 15 seconds', {
  tag: '@deep',
}, async ({ receiver }) => {
  const site = await startSite(receiver)
  receiver.respondWith(500, 'hang', 'hang')
  expect(await post(site.url)).toBe(false)
  await expect.poll(() => receiver.received.length).toBe(2)
  const visitor = post(site.url, { name: 'Late Visitor' }).catch(() => 'cut off')
  await expect.poll(() => receiver.received.length).toBe(3)
  const began = Date.now()
  await site.stop()
  expect(Date.now() - began).toBeLessThan(15_000)
  expect(await visitor).toBe(false)
  expect(site.leads.map(({ state }) => state)).toEqual(['pending', 'pending'])
  expect(receiver.received).toHaveLength(3)
})

test('two instances share one PostgreSQL through PgBouncer, send each lead once, and continue after an outage', {
  tag: '@deep',
}, async ({ receiver }) => {
  const server = await postgres()
  const database = pgBouncerMissing ? server : await pgBouncer(server)
  const env = { CRON_SECRET: 'a secret for the tests', DATABASE_URL: database.url }
  const [one, two] = await Promise.all([startSite(receiver, env), startSite(receiver, env)])
  const headers = { authorization: `Bearer ${env.CRON_SECRET}` }
  const jobOf = async ({ url }: Site) =>
    (await fetch(`${url}/api/leads/redeliver`, { headers })).status
  // Connecting and migrating may take longer on a busy machine than a lead waits for the database.
  for (const site of [one, two]) await expect.poll(() => jobOf(site)).toBe(200)
  const failed = new Set()
  receiver.respondByDefault(({ headers }) => {
    const isFirst = !failed.has(headers['webhook-id'])
    failed.add(headers['webhook-id'])
    return isFirst ? 500 : 'accept'
  })
  const submitFive = async ({ url }: Site) => {
    for (let i = 0; i < 5; i++) expect(await post(url, { submissionId: randomUUID() })).toBe(false)
  }
  await Promise.all([submitFive(one), submitFive(two)])
  // The backoff lasts five seconds.
  await database.query('UPDATE leads SET next_at = 0')
  await expect.poll(() => receiver.received.length).toBe(20)
  const sent = idsOf(receiver)
  expect(new Set(sent).size).toBe(10)
  for (const id of sent) expect(sent.filter((each) => each === id)).toHaveLength(2)
  await expect
    .poll(() => database.query("SELECT id FROM leads WHERE state <> 'delivered'"))
    .toEqual([])
  receiver.respondByDefault(() => 'accept')
  // A busy machine may take longer than the two seconds that a call waits for the database.
  const faults = [...one.events, ...two.events].flatMap(({ fault }) => fault ?? [])
  expect(faults.filter((fault) => fault !== 'ETIMEDOUT')).toEqual([])

  await database.pause()
  expect(await post(one.url)).toBe(true)
  await database.resume()
  await expect.poll(() => jobOf(two)).toBe(200)
  expect(await post(two.url)).toBe(true)
  await Promise.all([one.stop(), two.stop()])
  await database.stop()
})

test('leads are delivered while the disk is full, and health answers 503 when one could be neither stored nor sent', {
  tag: '@deep',
}, async ({ receiver }) => {
  test.skip(process.platform !== 'linux', 'only Linux has prlimit')
  const site = await startSite(receiver)
  /** With a limit of one byte, every later write fails. */
  const limitFiles = (size: string) =>
    execFileSync('prlimit', ['--pid', String(site.pid), `--fsize=${size}:unlimited`])
  const status = async () => (await fetch(`${site.url}/api/health`)).status
  expect(await post(site.url)).toBe(true)
  limitFiles('1')
  expect([await post(site.url), await post(site.url)]).toEqual([true, true])
  expect(site.events).toContainEqual(expect.objectContaining({ event: 'journal fault' }))
  expect(await status()).toBe(200)
  receiver.respondWith(500)
  expect(await post(site.url)).toBe(false)
  // Reading still works, so only a write shows that the disk is full.
  expect(await status()).toBe(503)
  limitFiles('unlimited')
  expect(await status()).toBe(200)
  expect(await post(site.url)).toBe(true)
  expect(receiver.received.filter(({ accepted }) => accepted)).toHaveLength(4)
  expect(site.leads.filter(({ state }) => state === 'delivered').length).toBeGreaterThanOrEqual(2)
  await site.stop()
})
