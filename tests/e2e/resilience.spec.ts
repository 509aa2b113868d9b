import { join } from 'node:path'
import Database from 'libsql'
import { clickUntilBooked, expectStep, openReview, visitor } from '../support/booking'
import { postgres } from '../support/database'
import { percentile } from '../support/figures'
import { fetchHealth, healthAccess } from '../support/health'
import { type NativeForm, post, readForm } from '../support/native-post'
import { Site, startSite } from '../support/site'
import { smallDisk } from '../support/small-disk'
import { expect, test } from '../support/test'
import { sleep } from '../support/wait'
import type { WebhookReceiver } from '../support/webhook-receiver'

/** Outages around the site and what happens to the leads. The README has a table of them. */

const entries = { name: 'Ana Ruiz', phone: '5095550147', businessName: 'Ruiz & Sons' }

let names = 0

function nextName(): string {
  return `Lead ${[...String(names++)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`
}

/** Submits a callback under a new name. Returns the name if the server accepts it. */
async function submitLead(form: NativeForm): Promise<string | null> {
  const name = nextName()
  return (await post(form, { ...entries, name })) ? name : null
}

const acceptedNames = (receiver: WebhookReceiver) =>
  receiver.received.filter(({ accepted }) => accepted).map(({ body }) => JSON.parse(body).Name)

test('twenty leads are accepted and delivered while the database is down', async ({ receiver }) => {
  const database = await postgres()
  const site = await startSite(receiver, { ...healthAccess, DATABASE_URL: database.url })
  const form = await readForm(site.url)
  const health = () => fetchHealth(site.url)
  const acknowledged = [await submitLead(form)]

  await database.pause()
  const waits: number[] = []
  for (let count = 0; count < 20; count++) {
    const began = Date.now()
    acknowledged.push(await submitLead(form))
    waits.push(Date.now() - began)
  }
  expect(await health()).toMatchObject({ ok: true, journal: 'failing' })
  receiver.respondWith(500)
  expect(await submitLead(form)).toBeNull()
  await database.resume()
  await expect.poll(async () => (await health()).journal).toBe('postgres')
  acknowledged.push(await submitLead(form))

  expect(acknowledged).not.toContain(null)
  expect(acknowledged).toHaveLength(22)
  expect([...acceptedNames(receiver)].sort()).toEqual([...acknowledged].sort())
  expect(Math.max(...waits)).toBeLessThan(5000)
  expect((await health()).leads).toMatchObject({ delivered: 2, pending: 0 })
  await site.stop()
  await database.stop()
})

test('leads are delivered while the disk is full', async ({ receiver }) => {
  const disk = smallDisk()
  if (typeof disk === 'string') return test.skip(true, disk)
  try {
    const site = await startSite(receiver, {
      DATABASE_URL: `file:${join(disk.folder, 'leads.db')}`,
    })
    const form = await readForm(site.url)
    const before = await submitLead(form)
    disk.fill(site.pid)
    const full = [await submitLead(form), await submitLead(form)]
    expect(site.events).toContainEqual(expect.objectContaining({ event: 'journal fault' }))
    receiver.respondWith(500)
    expect(await submitLead(form)).toBeNull()
    disk.free(site.pid)
    const after = await submitLead(form)
    expect(acceptedNames(receiver)).toEqual([before, ...full, after])
    expect(acceptedNames(receiver)).not.toContain(null)
    const stored = site.leads
      .filter(({ state }) => state === 'delivered')
      .map(({ payload }) => JSON.parse(payload).Name)
    expect(stored).toEqual(expect.arrayContaining([before, after]))
    await site.stop()
  } finally {
    disk.remove()
  }
})

test('the visitor sees an error and health answers 503 while the disk is full and no webhook is set', async ({
  request,
}) => {
  const disk = smallDisk()
  if (typeof disk === 'string') return test.skip(true, disk)
  try {
    const site = await Site.start({
      DATABASE_URL: `file:${join(disk.folder, 'leads.db')}`,
      CLIENT_ADDRESS: 'proxy:1',
    })
    const form = await readForm(site.url)
    const status = async () => (await request.get(`${site.url}/api/health`)).status()
    expect(await submitLead(form)).not.toBeNull()
    expect(await status()).toBe(200)
    disk.fill(site.pid)
    expect(await submitLead(form)).toBeNull()
    // Reading still works, so only a write shows that the disk is full.
    expect(await status()).toBe(503)
    disk.free(site.pid)
    expect(await status()).toBe(200)
    expect(await submitLead(form)).not.toBeNull()
    await site.stop()
  } finally {
    disk.remove()
  }
})

test('pages are fast and leads are delivered while another process has locked the journal', async ({
  receiver,
  site: unlocked,
}) => {
  test.slow()
  const site = await startSite(receiver)
  const form = await readForm(site.url)
  expect(await submitLead(form)).not.toBeNull()
  const lock = new Database(site.database.slice('file:'.length))
  lock.exec('BEGIN IMMEDIATE')
  const until = performance.now() + 25_000
  const pages: number[] = []
  // A server without a lock, because pages take longer on a busy machine.
  const otherPages: number[] = []
  const leads: number[] = []
  const measure = async (times: number[], work: () => Promise<unknown>) => {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  const keepReading = async () => {
    while (performance.now() < until) {
      await measure(pages, async () => (await fetch(`${site.url}/`)).text())
      await measure(otherPages, async () => (await fetch(`${unlocked.url}/`)).text())
      await sleep(50)
    }
  }
  const keepSubmitting = async () => {
    while (performance.now() < until) {
      await measure(leads, async () => expect(await submitLead(form)).not.toBeNull())
      await sleep(500)
    }
  }
  await Promise.all([keepReading(), keepSubmitting()])
  lock.exec('ROLLBACK')
  lock.close()
  const delay = percentile(pages, 0.95) - percentile(otherPages, 0.95)
  expect(delay).toBeLessThan(100)
  expect(Math.max(...leads)).toBeLessThan(5000)
  expect(acceptedNames(receiver)).toHaveLength(leads.length + 1)
  await expect.poll(() => submitLead(form)).not.toBeNull()
  await expect.poll(() => site.leads.some(({ state }) => state === 'delivered')).toBe(true)
  expect(site.events.filter(({ event }) => String(event).endsWith('fault')).length).toBeLessThan(10)
  await site.stop()
})

test('leads are accepted and delivered after the clock is set back an hour', async ({
  receiver,
}) => {
  const site = await startSite(receiver, { CLIENT_ADDRESS: 'direct' })
  const form = await readForm(site.url)
  receiver.respondWith(500)
  const pending = nextName()
  expect(await post(form, { ...entries, name: pending })).toBe(false)
  await site.shiftClock(-3_600_000)
  // The rate limit of two seconds does not depend on the time of day.
  const acknowledged: (string | null)[] = []
  await expect
    .poll(async () => {
      const name = await submitLead(form)
      if (name) acknowledged.push(name)
      return name
    })
    .not.toBeNull()
  // A pending lead is due by the clock, so it is delivered when the clock is right again.
  await site.shiftClock(0)
  await expect.poll(() => acceptedNames(receiver)).toEqual([...acknowledged, pending])
  await site.stop()
})

test('a webhook that answers one byte at a time does not keep a visitor waiting', async ({
  receiver,
  site,
}) => {
  const form = await readForm(site.url)

  receiver.respondWith('drip body', 'flood')
  const start = Date.now()
  expect(await submitLead(form)).not.toBeNull()
  expect(await submitLead(form)).not.toBeNull()
  expect(Date.now() - start).toBeLessThan(2000)
  // The site does not wait for the rest of a response with status 200.
  await expect.poll(() => receiver.openResponses).toBe(0)

  receiver.respondWith('drip')
  const retryStart = Date.now()
  expect(await submitLead(form)).toBeNull()
  expect(Date.now() - retryStart).toBeLessThan(10_500)
  expect(site.events.at(-1)).toMatchObject({ event: 'failed', outcome: 'timeout' })
})

test.describe('a visitor who goes offline while booking', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

  test('sees an error and keeps every entry, and the next attempt submits one lead', async ({
    page,
    context,
    receiver,
  }) => {
    await openReview(page)
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

  test('is told when the connection is back', async ({ page, context }) => {
    await openReview(page)
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Book My Free Demo' }).click()
    const toast = page.locator('[data-slot=toast]')
    await expect(toast).toContainText('Something went wrong')
    await context.setOffline(false)
    await expect(toast).toContainText('You are online again')
    await clickUntilBooked(page)
  })
})

test.describe('a visitor whose connection is cut while a form is sent', () => {
  test.use({ expectedErrors: [/ERR_/, /ABORTED/] })

  test('waits for 30 seconds at most, keeps every entry, and can send the form again', async ({
    page,
    receiver,
  }) => {
    await openReview(page)
    await page.clock.install()
    let cut = true
    await page.route('**/book-demo', (route) => {
      // A request that is never answered, as on a line that was cut.
      if (!cut || route.request().method() !== 'POST') return route.continue()
    })
    await page.getByLabel('Additional Notes').fill('The gate code is 12')
    await page.getByRole('button', { name: 'Book My Free Demo' }).click()
    await expect(page.getByRole('button', { name: 'Booking Demo...' })).toBeDisabled()
    await page.clock.runFor(29_000)
    await expect(page.getByRole('button', { name: 'Booking Demo...' })).toBeDisabled()
    await page.clock.runFor(1500)
    const toast = page.locator('[data-slot=toast]')
    await expect(toast).toContainText('Something went wrong')
    await expect(toast).toContainText('No answer arrived within 30 seconds.')
    await expectStep(page, 'Review')
    await expect(page.getByLabel('Additional Notes')).toHaveValue('The gate code is 12')
    cut = false
    await page.clock.resume()
    await clickUntilBooked(page)
    expect(receiver.onlyBody).toMatchObject({ additionalNotes: 'The gate code is 12' })
  })
})
