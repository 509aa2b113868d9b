import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { clickUntilBooked, expectStep, fillUntilReview, visitor } from '../support/booking'
import { postgres } from '../support/database'
import { fetchHealth, healthAccess } from '../support/health'
import { type NativeForm, post, readForm } from '../support/native-post'
import { Site, startSite } from '../support/site'
import { smallDisk } from '../support/small-disk'
import { expect, test } from '../support/test'
import type { WebhookReceiver } from '../support/webhook-receiver'

/** What goes wrong around the site, and what becomes of the leads meanwhile. The README has a table of it. */

const entries = { name: 'Ana Ruiz', phone: '5095550147', businessName: 'Ruiz & Sons' }

/** Asks for a call under an id of its own, and tells it when it was acknowledged. */
async function lead(form: NativeForm): Promise<string | null> {
  const submissionId = randomUUID()
  return (await post(form, { ...entries, submissionId })) ? submissionId : null
}

const idsAt = (receiver: WebhookReceiver) =>
  receiver.received.filter(({ accepted }) => accepted).map(({ headers }) => headers['webhook-id'])

test('the database is away while twenty leads arrive', async ({ receiver }) => {
  const database = await postgres()
  const site = await startSite(receiver, { ...healthAccess, DATABASE_URL: database.url })
  const form = await readForm(site.url)
  const health = () => fetchHealth(site.url)
  const acknowledged = [await lead(form)]

  await database.pause()
  const waits: number[] = []
  for (let count = 0; count < 20; count++) {
    const began = Date.now()
    acknowledged.push(await lead(form))
    waits.push(Date.now() - began)
  }
  expect(await health()).toMatchObject({ ok: true, journal: 'failing' })
  receiver.respondWith(500)
  expect(await lead(form)).toBeNull()
  await database.resume()
  await expect.poll(async () => (await health()).journal).toBe('postgres')
  acknowledged.push(await lead(form))

  expect(acknowledged).not.toContain(null)
  expect(acknowledged).toHaveLength(22)
  expect([...idsAt(receiver)].sort()).toEqual([...acknowledged].sort())
  expect(Math.max(...waits)).toBeLessThan(5000)
  expect((await health()).leads).toMatchObject({ delivered: 2, pending: 0 })
  await site.stop()
  await database.stop()
})

test('the disk is full', async ({ receiver }) => {
  const disk = smallDisk()
  if (typeof disk === 'string') return test.skip(true, disk)
  try {
    const site = await startSite(receiver, {
      DATABASE_URL: `file:${join(disk.folder, 'leads.db')}`,
    })
    const form = await readForm(site.url)
    const before = await lead(form)
    disk.fill(site.pid)
    const full = [await lead(form), await lead(form)]
    expect(site.events).toContainEqual(expect.objectContaining({ event: 'journal fault' }))
    receiver.respondWith(500)
    expect(await lead(form)).toBeNull()
    disk.free(site.pid)
    const after = await lead(form)
    expect(idsAt(receiver)).toEqual([before, ...full, after])
    expect(idsAt(receiver)).not.toContain(null)
    const kept = site.leads.filter(({ state }) => state === 'delivered').map(({ id }) => id)
    expect(kept).toEqual(expect.arrayContaining([before, after]))
    await site.stop()
  } finally {
    disk.remove()
  }
})

test('the disk is full and no webhook is set', async ({ request }) => {
  const disk = smallDisk()
  if (typeof disk === 'string') return test.skip(true, disk)
  try {
    const site = await Site.start({
      DATABASE_URL: `file:${join(disk.folder, 'leads.db')}`,
      CLIENT_ADDRESS: 'proxy:1',
    })
    const form = await readForm(site.url)
    const status = async () => (await request.get(`${site.url}/api/health`)).status()
    expect(await lead(form)).not.toBeNull()
    expect(await status()).toBe(200)
    disk.fill(site.pid)
    expect(await lead(form)).toBeNull()
    // Reading still works; nothing else would tell.
    expect(await status()).toBe(503)
    disk.free(site.pid)
    expect(await status()).toBe(200)
    expect(await lead(form)).not.toBeNull()
    await site.stop()
  } finally {
    disk.remove()
  }
})

test('the clock is set back an hour', async ({ receiver }) => {
  const site = await startSite(receiver, { CLIENT_ADDRESS: 'direct' })
  const form = await readForm(site.url)
  receiver.respondWith(500)
  const waiting = randomUUID()
  expect(await post(form, { ...entries, submissionId: waiting })).toBe(false)
  await site.shiftClock(-3_600_000)
  // The same client again: two seconds are two seconds, whatever time of day it is.
  const acknowledged: (string | null)[] = []
  await expect
    .poll(async () => {
      const id = await lead(form)
      if (id) acknowledged.push(id)
      return id
    })
    .not.toBeNull()
  // What waits does so by the clock, and goes out when that is right again.
  await site.shiftClock(0)
  await expect.poll(() => idsAt(receiver)).toEqual([...acknowledged, waiting])
  await site.stop()
})

test('the webhook answers byte by byte for a minute', async ({ receiver, site }) => {
  const form = await readForm(site.url)

  receiver.respondWith('drip body', 'flood')
  const began = Date.now()
  expect(await lead(form)).not.toBeNull()
  expect(await lead(form)).not.toBeNull()
  expect(Date.now() - began).toBeLessThan(2000)
  // What it has to say beside yes is not waited for.
  await expect.poll(() => receiver.openResponses).toBe(0)

  receiver.respondWith('drip')
  const asked = Date.now()
  expect(await lead(form)).toBeNull()
  expect(Date.now() - asked).toBeLessThan(10_500)
  expect(site.events.at(-1)).toMatchObject({ event: 'failed', outcome: 'timeout' })
})

test.describe('the visitor is offline in the middle of a booking', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

  test('is told, keeps every entry, and the next try brings one lead', async ({
    page,
    context,
    receiver,
  }) => {
    await fillUntilReview(page)
    await page.getByLabel('Additional Notes').fill('The gate code is 12')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Book My Free Demo' }).click()
    const toast = page.locator('[data-slot=toast]')
    await expect(toast).toContainText('Something went wrong')
    await expect(toast).toContainText('Unable to submit form. Please try again or contact support.')
    await expectStep(page, 'Review')
    await expect(page.getByRole('region', { name: /Review/ })).toContainText(visitor.fullName)
    await expect(page.getByLabel('Additional Notes')).toHaveValue('The gate code is 12')
    expect(receiver.received).toHaveLength(0)
    await context.setOffline(false)
    await clickUntilBooked(page)
    expect(receiver.onlyBody).toMatchObject({ additionalNotes: 'The gate code is 12' })
  })
})
