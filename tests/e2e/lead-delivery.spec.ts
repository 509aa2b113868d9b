import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { expect, test } from '../support/browser/test'
import { postgres } from '../support/database/database'
import { pgBouncer, pgBouncerMissing } from '../support/database/proxies'
import { certificatePath, WebhookReceiver } from '../support/receiver/webhook-receiver'
import { type Site, sqliteUrl, startSite } from '../support/site/site'
import { leadEntries, readForm, post as send } from '../support/visitor/lead-post'

/** Unit tests have what happens to a lead within one process, and operations.spec.ts how a server stops. */

/** Submits a callback. True when the server accepts it. */
async function post(url: string, fields: Record<string, string> = {}): Promise<boolean> {
  return send(await readForm(url), { ...leadEntries, ...fields })
}

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
  await before.stop('SIGKILL')
  expect(await response).toBe('no answer')

  const after = await startSite(receiver, env)
  expect(after.leads.map(({ state }) => state)).toEqual(['delivered', 'leased'])
  // A lease lasts 30 seconds.
  await after.shiftClock(30_000)
  await expect.poll(() => after.leads.map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(ids).toEqual([ids[0], ids[1], ids[1]])
  await after.stop()
  await receiver.stop()
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
  const sent = receiver.received.map(({ headers }) => headers['webhook-id'])
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
