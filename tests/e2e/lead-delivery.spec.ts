import { expect, test } from '../support/browser/test'
import { certificatePath, WebhookReceiver } from '../support/receiver/webhook-receiver'
import { sqliteUrl, startSite } from '../support/site/site'
import { leadEntries, post, readForm } from '../support/visitor/lead-post'

/** Unit tests have what happens to a lead within one process, and operations.spec.ts how a server stops. */

test('a lead whose server is killed while sending it is delivered after the restart, over HTTPS', {
  tag: '@deep',
}, async () => {
  const receiver = await WebhookReceiver.start('https')
  const env = { DATABASE_URL: sqliteUrl(), NODE_EXTRA_CA_CERTS: certificatePath }
  const before = await startSite(receiver, env)
  const form = await readForm(before.url)
  expect(await post(form, leadEntries)).toBe(true)
  receiver.respondWith('hang')
  const response = post(form, leadEntries).catch(() => 'no answer')
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
