import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { Webhook } from 'standardwebhooks'
import { clickUntilBooked, fillUntilReview, openReview, visitor } from '../support/booking'
import { fillCallback } from '../support/callback'
import { postgres } from '../support/database'
import { fetchHealth, healthAccess } from '../support/health'
import { hydrate } from '../support/hydration'
import { readForm, post as send } from '../support/native-post'
import { pgBouncer, pgBouncerMissing } from '../support/pgbouncer'
import { isListening } from '../support/ports'
import { SilentDatabase } from '../support/silent-database'
import { Site, sqliteUrl, startSite } from '../support/site'
import { temporaryFolder } from '../support/temporary-folder'
import { expect, test } from '../support/test'
import { certificatePath, WebhookReceiver } from '../support/webhook-receiver'

/** An accepted lead is delivered, whatever fails after the visitor submits it. */

const webhooks = (receiver: WebhookReceiver) => ({
  CALLBACK_WEBHOOK_URL: receiver.url('/call'),
  BOOKING_WEBHOOK_URL: receiver.url('/book'),
})

/** Submits a callback. True when the server accepts it. */
async function post(url: string, fields: Record<string, string> = {}): Promise<boolean> {
  const entries = { name: 'Ana Ruiz', phone: '5095550147', businessName: 'Ruiz & Sons', ...fields }
  return send(await readForm(url), entries)
}

async function book(page: Page) {
  await page.getByRole('button', { name: 'Book My Free Demo' }).click()
}

test('a lead whose webhook fails is delivered later under the same id', async ({
  receiver,
  site,
}) => {
  receiver.respondWith(500)
  expect(await post(site.url)).toBe(false)
  expect(site.leads).toMatchObject([{ state: 'pending', outcome: 'failed', attempts: 1 }])
  await expect.poll(() => receiver.received.length).toBe(2)
  await expect.poll(() => site.leads[0]?.state).toBe('delivered')
  const [first, second] = receiver.received
  expect(second?.body).toBe(first?.body)
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  expect(first?.headers['webhook-id']).toBe(site.leads[0]?.id)
  expect(site.events.map(({ event }) => event)).toEqual(['received', 'failed', 'redelivered'])
})

test('a lead accepted without a webhook is delivered once one is set', async ({ receiver }) => {
  const database = sqliteUrl()
  const before = await Site.start({ DATABASE_URL: database })
  expect(await post(before.url)).toBe(true)
  expect(before.leads).toMatchObject([{ state: 'pending', attempts: 0 }])
  await before.stop()

  const after = await Site.start({ DATABASE_URL: database, ...webhooks(receiver) })
  await expect.poll(() => receiver.received.length).toBe(1)
  expect(receiver.received[0]).toMatchObject({
    path: '/call',
    headers: { 'webhook-id': before.leads[0]?.id },
  })
  await after.stop()
})

test('leads are delivered over HTTPS, and the second connection resumes the TLS session', async () => {
  const receiver = await WebhookReceiver.start('https')
  const site = await startSite(receiver, { NODE_EXTRA_CA_CERTS: certificatePath })
  for (let i = 0; i < 2; i++) expect(await post(site.url)).toBe(true)
  expect(receiver.received.map(({ resumedSession }) => resumedSession)).toEqual([false, true])
  await site.stop()
  await receiver.stop()
})

test('a lead whose webhook was deleted is tried again, and a restart with another webhook delivers it', async ({
  receiver,
}) => {
  const database = sqliteUrl()
  const before = await startSite(receiver, { DATABASE_URL: database })
  receiver.respondByDefault(() => 410)
  expect(await post(before.url)).toBe(false)
  expect(before.leads).toMatchObject([{ state: 'pending', outcome: 'rejected', attempts: 1 }])
  await before.stop()
  receiver.respondByDefault(() => 'accept')

  const rotated = await WebhookReceiver.start()
  const after = await startSite(rotated, { DATABASE_URL: database })
  await expect.poll(() => rotated.received.length).toBe(1)
  await after.stop()
  await rotated.stop()
})

test('a lead whose server is killed while sending it is delivered after the restart', async ({
  receiver,
}) => {
  const database = sqliteUrl()
  const before = await startSite(receiver, { DATABASE_URL: database })
  receiver.respondWith('hang')
  const response = post(before.url).catch(() => 'no answer')
  await expect.poll(() => receiver.received.length).toBe(1)
  await before.kill()
  expect(await response).toBe('no answer')
  expect(before.leads).toMatchObject([{ state: 'leased' }])

  const after = await startSite(receiver, { DATABASE_URL: database })
  expect(after.leads).toMatchObject([{ state: 'leased' }])
  // A lease lasts 30 seconds.
  await after.shiftClock(30_000)
  await expect.poll(() => after.leads[0]?.state).toBe('delivered')
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  await after.stop()
})

test('a server that gets SIGTERM finishes the lead that it is sending', async ({ receiver }) => {
  const site = await startSite(receiver)
  receiver.respondWith('slow')
  const answer = post(site.url)
  await expect.poll(() => receiver.received.length).toBe(1)
  await site.stop()
  expect(await answer).toBe(true)
  expect(site.leads).toMatchObject([{ state: 'delivered' }])
})

test('a server that gets SIGTERM finishes the lead that it is redelivering', async ({
  receiver,
}) => {
  const site = await startSite(receiver)
  receiver.respondWith(500, 'slow')
  expect(await post(site.url)).toBe(false)
  await expect.poll(() => receiver.received.length).toBe(2)
  await site.stop()
  expect(site.leads).toMatchObject([{ state: 'delivered' }])
})

test('a server that gets SIGTERM leases no more leads and finishes those that it is sending', async ({
  receiver,
}) => {
  const database = sqliteUrl()
  const withoutWebhook = await Site.start({ DATABASE_URL: database, CLIENT_ADDRESS: 'proxy:1' })
  for (let i = 0; i < 40; i++) expect(await post(withoutWebhook.url)).toBe(true)
  await withoutWebhook.stop()

  receiver.respondByDefault(() => 'wait')
  const site = await startSite(receiver, { DATABASE_URL: database })
  await expect.poll(() => receiver.received.length).toBe(16)
  const stopped = site.stop()
  await expect.poll(() => isListening(Number(new URL(site.url).port))).toBe(false)
  const began = Date.now()
  receiver.acceptWaiting()
  await stopped
  expect(Date.now() - began).toBeLessThan(5000)
  expect(receiver.received).toHaveLength(16)
  const states = site.leads.map(({ state }) => state)
  expect(states.filter((state) => state === 'delivered')).toHaveLength(16)
  expect(states.filter((state) => state === 'pending')).toHaveLength(24)
  receiver.respondByDefault(() => 'accept')
})

test('a server that gets SIGTERM returns the leads whose webhook does not answer, and exits within 15 seconds', async ({
  receiver,
}) => {
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

test('a form submitted again is the same lead, and a changed one is another', async ({
  receiver,
  site,
}) => {
  const submissionId = randomUUID()
  const sent = () =>
    receiver.received.map(({ headers, body }) => [headers['webhook-id'], JSON.parse(body).Name])
  expect(await post(site.url, { submissionId })).toBe(true)
  expect(await post(site.url, { submissionId })).toBe(true)
  const [[first] = []] = sent()
  expect(sent()).toEqual([[first, 'Ana Ruiz']])
  receiver.respondWith({ status: 503, headers: { 'retry-after': '3600' } })
  expect(await post(site.url, { submissionId, name: 'Ana Lopez' })).toBe(false)
  const [, [second] = []] = sent()
  expect(second).not.toBe(first)
  expect(await post(site.url, { submissionId, name: 'Ana Ruiz-Lopez' })).toBe(true)
  expect(await post(site.url, { submissionId, name: 'Ana Ruiz-Lopez' })).toBe(true)
  expect(sent().slice(2)).toEqual([
    [expect.not.stringMatching(`${first}|${second}`), 'Ana Ruiz-Lopez'],
  ])
  expect(site.leads.map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  expect(site.events).toContainEqual(
    expect.objectContaining({ event: 'received', corrects: second }),
  )
})

test('a receiver that honors the idempotency key gets a correction made after its answer was late', async ({
  receiver,
  site,
}) => {
  const submissionId = randomUUID()
  const stored = new Map<unknown, string>()
  let late = true
  receiver.respondByDefault(({ headers, body }) => {
    const key = headers['idempotency-key']
    if (!stored.has(key)) stored.set(key, JSON.parse(body).Phone)
    return late ? 'hang' : 'accept'
  })
  expect(await post(site.url, { submissionId })).toBe(false)
  late = false
  expect(await post(site.url, { submissionId, phone: '5095550148' })).toBe(true)
  expect([...stored.values()]).toEqual(['5095550147', '5095550148'])
  receiver.respondByDefault(() => 'accept')
})

test('a correction submitted after the first entries were redelivered is delivered too', async ({
  receiver,
  site,
}) => {
  const submissionId = randomUUID()
  receiver.respondWith(500)
  expect(await post(site.url, { submissionId })).toBe(false)
  await expect.poll(() => site.leads[0]?.state).toBe('delivered')
  expect(await post(site.url, { submissionId, phone: '5095550148' })).toBe(true)
  expect(receiver.received.map(({ body }) => JSON.parse(body).Phone)).toEqual([
    '5095550147',
    '5095550147',
    '5095550148',
  ])
})

test('every attempt to submit a form has the same id, even after a reload, and the next form has another', async ({
  page,
  receiver,
  site,
}) => {
  receiver.respondWith(500)
  await openReview(page)
  await book(page)
  await expect(page.locator('[data-slot=toast]')).toContainText('Something went wrong')
  await page.reload()
  await clickUntilBooked(page)
  await fillUntilReview(page)
  await clickUntilBooked(page)
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(ids).toEqual([ids[0], ids[0], expect.not.stringMatching(String(ids[0]))])
  expect(site.leads.map(({ id }) => id)).toContain(ids[2])
})

test('a visitor who goes back and changes a booked demo submits a new lead', async ({
  page,
  receiver,
}) => {
  await openReview(page)
  await page.evaluate(() => {
    // Keeps the page, as a browser does that restores it from its back/forward cache.
    window.addEventListener('beforeunload', (event) => event.preventDefault())
  })
  // A dialog that opens at the end of the test closes with the page, and dismissing it fails.
  page.on('dialog', (dialog) => dialog.dismiss().catch(() => undefined))
  await book(page)
  await expect.poll(() => receiver.received.length).toBe(1)
  // The button is disabled until the page is left, which it would be soon after the response.
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('pageshow')))
    await expect(page.getByRole('button', { name: 'Book My Free Demo' })).toBeEnabled({
      timeout: 500,
    })
  }).toPass()
  await page.getByLabel('Additional Notes').fill('One hour later, please')
  await expect(async () => {
    await book(page)
    await expect.poll(() => receiver.received.length, { timeout: 2500 }).toBe(2)
  }).toPass()
  const [first, second] = receiver.received
  expect(second?.headers['webhook-id']).not.toBe(first?.headers['webhook-id'])
  expect(JSON.parse(second?.body ?? '').additionalNotes).toBe('One hour later, please')
})

test('a second lead from the same page has one id, however often it is submitted', async ({
  page,
  receiver,
}) => {
  await page.goto('/')
  await hydrate(page)
  const dialog = page.getByRole('dialog')
  for (const name of ['Ana Ruiz', 'Ben Ruiz']) {
    await page.getByRole('button', { name: 'See Live AI in Action' }).click()
    await fillCallback(dialog, { name })
    await expect(async () => {
      await dialog.getByRole('button', { name: 'Get a Call' }).click({ timeout: 2500 })
      await expect(dialog).toBeHidden({ timeout: 2500 })
    }).toPass()
    receiver.respondWith(500)
  }
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(ids).toHaveLength(3)
  expect(ids[1]).not.toBe(ids[0])
  expect(ids[2]).toBe(ids[1])
})

test('the webhook body contains the configured extras, and the request is signed', async ({
  page,
  receiver,
}) => {
  const secret = `whsec_${btoa('the secret, 24 bytes long')}`
  const site = await startSite(receiver, {
    WEBHOOK_BODY_EXTRAS: 'submissionId,attribution,consent',
    WEBHOOK_SECRET: secret,
  })
  await page.goto(`${site.url}/?utm_source=flyer&gclid=g1`)
  // The visitor leaves before any script runs. The next page still records the first page of the visit.
  await page.getByRole('link', { name: 'Book Demo' }).first().click()
  await expect(page).toHaveURL(`${site.url}/book-demo`)
  await page.waitForFunction(() => sessionStorage.length > 0)
  await page.goto(site.url)
  await hydrate(page)
  await page.getByRole('button', { name: 'See Live AI in Action' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Full Name').fill(visitor.fullName)
  await dialog.getByLabel('Phone Number').fill(visitor.phoneNumber)
  await dialog.getByLabel('Email Address').fill(visitor.email)
  await dialog.getByLabel('Business Name').fill(visitor.businessName)
  await dialog.getByRole('button', { name: 'Get a Call' }).click()
  await expect(dialog).toBeHidden()
  const [sent] = receiver.received
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    Name: "Ana O'Brien",
    Phone: visitor.phoneNumber,
    Email: visitor.email,
    Company: visitor.businessName,
    source: 'Plumbing Xperience: See AI in Action',
    submissionId: sent?.headers['webhook-id'],
    attribution: { utm_source: 'flyer', gclid: 'g1', landing_path: '/' },
    consent: '2026-11-22',
  })
  const headers = sent?.headers as Record<string, string>
  expect(new Webhook(secret).verify(sent?.body ?? '', headers)).toMatchObject({
    Email: visitor.email,
  })
  await page.close()
  await site.stop()
})

test.describe('with a journal that fails', () => {
  test('a lead is still sent, and the log and the health report show the fault', async ({
    request,
    receiver,
  }) => {
    const site = await startSite(receiver, {
      ...healthAccess,
      DATABASE_URL: 'postgres://leads:leads@127.0.0.1:9/leads',
    })
    const accepted: boolean[] = []
    await expect(async () => {
      accepted.push(await post(site.url))
      expect(site.events).toContainEqual(
        expect.objectContaining({ event: 'journal fault', fault: 'ECONNREFUSED' }),
      )
      // After a failure that took a second, as on a busy machine, the journal is skipped for five seconds.
    }).toPass()
    expect(accepted).not.toContain(false)
    expect(receiver.received).toHaveLength(accepted.length)
    const status = async () => (await request.get(`${site.url}/api/health`)).status()
    expect(await status()).toBe(200)
    expect(await fetchHealth(site.url)).toMatchObject({ ok: true, journal: 'failing' })
    receiver.respondWith(500)
    expect(await post(site.url)).toBe(false)
    // A lead can now be neither stored nor sent.
    expect(await status()).toBe(503)
    expect(await post(site.url)).toBe(true)
    expect(await status()).toBe(200)
    await site.stop()
  })

  test('and without a webhook, a visitor sees an error and health answers 503', async ({
    request,
  }) => {
    const site = await Site.start({
      ...healthAccess,
      DATABASE_URL: 'postgres://leads:leads@127.0.0.1:9/leads',
    })
    expect(await post(site.url)).toBe(false)
    const health = await request.get(`${site.url}/api/health`)
    expect(health.status()).toBe(503)
    expect(await health.json()).toEqual({ ok: false })
    expect(await fetchHealth(site.url)).toEqual({
      ok: false,
      webhooks: { CALLBACK_WEBHOOK_URL: 'not set', BOOKING_WEBHOOK_URL: 'not set' },
      badSecretFiles: [],
      journal: 'failing',
    })
    await site.stop()
  })

  test('because its database never answers, one visitor waits up to five seconds and the others do not', async ({
    receiver,
  }) => {
    const silent = await SilentDatabase.start()
    const site = await startSite(receiver, { DATABASE_URL: silent.url })
    expect(await post(site.url)).toBe(true)
    // The first request also loads code, for seconds on a busy machine. The log has the time without that.
    const waits = [Number(site.events.find(({ event }) => event === 'delivered')?.ms)]
    for (let i = 0; i < 3; i++) {
      const began = performance.now()
      expect(await post(site.url)).toBe(true)
      waits.push(performance.now() - began)
    }
    expect(receiver.received).toHaveLength(4)
    expect(Math.max(...waits)).toBeLessThan(5000)
    expect(Math.min(...waits)).toBeLessThan(1000)
    await site.stop()
    await silent.stop()
  })

  test('because its folder is not writable, the log shows the fault, and the journal works once it is', async ({
    receiver,
  }) => {
    const folder = temporaryFolder('leads')
    const blocked = join(folder, 'file')
    writeFileSync(blocked, 'not a folder')
    const site = await startSite(receiver, { DATABASE_URL: `file:${join(blocked, 'leads.db')}` })
    expect(await post(site.url)).toBe(true)
    expect(site.events).toContainEqual(expect.objectContaining({ event: 'journal fault' }))
    rmSync(blocked)
    expect(await post(site.url)).toBe(true)
    expect(site.leads).toHaveLength(1)
    await site.stop()
  })
})

test.describe('two instances with one PostgreSQL', () => {
  test('share the leads, send each once, and continue after the database was down', async ({
    receiver,
  }) => {
    const database = await postgres()
    const [one, two] = await shareLeads(receiver, database.url)

    await database.pause()
    expect(await post(one.url)).toBe(true)
    await database.resume()
    await expect.poll(async () => (await fetchHealth(two.url)).journal).toBe('postgres')
    expect(await post(two.url)).toBe(true)
    await Promise.all([one.stop(), two.stop()])
    await database.stop()
  })

  test('share the leads through PgBouncer in transaction mode', async ({ receiver }) => {
    test.skip(pgBouncerMissing !== null, String(pgBouncerMissing))
    const database = await pgBouncer()
    const [one, two] = await shareLeads(receiver, database.url)
    const faults = [...one.events, ...two.events].filter(({ fault }) => fault)
    expect(faults).toEqual([])
    await Promise.all([one.stop(), two.stop()])
    await database.stop()
  })

  /** Submits ten leads to both instances, whose webhook fails once for each. */
  async function shareLeads(receiver: WebhookReceiver, url: string): Promise<[Site, Site]> {
    const env = { ...healthAccess, DATABASE_URL: url }
    const [one, two] = await Promise.all([startSite(receiver, env), startSite(receiver, env)])
    // Connecting and migrating may take longer on a busy machine than a lead waits for the database.
    for (const { url } of [one, two])
      await expect.poll(async () => (await fetchHealth(url)).journal).toBe('postgres')
    const failed = new Set()
    receiver.respondByDefault(({ headers }) => {
      const id = headers['webhook-id']
      if (failed.has(id)) return 'accept'
      failed.add(id)
      return 500
    })
    const ids = Array.from({ length: 10 }, () => randomUUID())
    const submitAll = async (url: string, own: string[]) => {
      for (const submissionId of own) await post(url, { submissionId })
    }
    await Promise.all([submitAll(one.url, ids.slice(0, 5)), submitAll(two.url, ids.slice(5))])
    await expect.poll(() => receiver.received.length).toBe(20)
    const sent = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(new Set(sent).size).toBe(10)
    for (const id of sent) expect(sent.filter((each) => each === id)).toHaveLength(2)
    await expect
      .poll(async () => (await fetchHealth(one.url)).leads)
      .toMatchObject({ delivered: 10, pending: 0, leased: 0 })
    receiver.respondByDefault(() => 'accept')
    return [one, two]
  }
})

test('on Vercel without DATABASE_URL, the journal is off and the log says so', async ({
  receiver,
}) => {
  const site = await Site.start({
    ...healthAccess,
    VERCEL: '1',
    DATABASE_URL: '',
    ...webhooks(receiver),
  })
  expect(site.events).toContainEqual(
    expect.objectContaining({ event: 'warning', warning: expect.stringMatching(/^No journal/) }),
  )
  expect(await post(site.url)).toBe(true)
  expect(await fetchHealth(site.url)).toMatchObject({ ok: true, journal: 'off' })
  receiver.respondWith(500)
  expect(await post(site.url)).toBe(false)
  expect(await fetchHealth(site.url)).toMatchObject({ ok: false, journal: 'off' })
  await site.stop()
})

test('a cron job with the secret delivers pending leads', async ({
  request,
  receiver,
  site: siteWithoutSecret,
}) => {
  const database = sqliteUrl()
  const withoutWebhook = await Site.start({ DATABASE_URL: database })
  expect(await post(withoutWebhook.url)).toBe(true)
  await withoutWebhook.stop()

  const site = await Site.start({
    DATABASE_URL: database,
    VERCEL: '1',
    CRON_SECRET: 'a secret of some length',
    ...webhooks(receiver),
  })
  const url = `${site.url}/api/leads/redeliver`
  expect((await request.get(url)).status()).toBe(401)
  expect((await request.get(url, { headers: { authorization: 'Bearer wrong' } })).status()).toBe(
    401,
  )
  expect(receiver.received).toHaveLength(0)
  const answer = await request.get(url, {
    headers: { authorization: 'Bearer a secret of some length' },
  })
  expect(await answer.json()).toEqual({ delivered: 1, failed: 0, purged: 0 })
  expect(receiver.received).toHaveLength(1)
  await site.stop()

  expect((await request.get(`${siteWithoutSecret.url}/api/leads/redeliver`)).status()).toBe(404)
})

test('health reports lead counts and ages only with the secret, and never an address or personal data', async ({
  request,
  receiver,
}) => {
  const site = await startSite(receiver, healthAccess)
  receiver.respondWith(500)
  await post(site.url)
  await post(site.url, { reference_note: 'http://spam.example' })
  expect(await (await request.get(`${site.url}/api/health`)).json()).toEqual({ ok: true })
  const wrong = { authorization: 'Bearer a wrong secret' }
  expect(await (await request.get(`${site.url}/api/health`, { headers: wrong })).json()).toEqual({
    ok: true,
  })
  const report = await fetchHealth(site.url)
  expect(report).toEqual({
    ok: true,
    webhooks: { CALLBACK_WEBHOOK_URL: 'set', BOOKING_WEBHOOK_URL: 'set' },
    badSecretFiles: [],
    journal: 'sqlite',
    leads: { pending: 1, leased: 0, delivered: 0, suspect: 1, dead: 0 },
    oldestUndelivered: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    oldestSuspect: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  })
  for (const secret of ['Ana', '5095550147', new URL(receiver.url('')).host])
    expect(JSON.stringify(report)).not.toContain(secret)
  await site.stop()
})

test('npm run leads lists, shows, exports, counts and makes leads due while a server runs', async ({
  receiver,
  site,
}) => {
  // The server waits an hour before its next attempt.
  receiver.respondWith({ status: 503, headers: { 'retry-after': '3600' } })
  expect(await post(site.url)).toBe(false)
  const id = String(site.leads[0]?.id)

  const { PATH = '', HOME = '' } = process.env
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const [, ...command] = scripts.leads.split(' ')
  const leads = (...args: string[]) =>
    promisify(execFile)(process.execPath, [...command, ...args], {
      env: {
        PATH,
        HOME,
        NODE_ENV: 'production',
        DATABASE_URL: site.database,
        ...webhooks(receiver),
      },
    })
  const [list, show, exported, stats, purge, help] = await Promise.all([
    leads(),
    leads('show', id),
    leads('export'),
    leads('stats'),
    leads('purge'),
    leads('--help'),
    expect(leads('show', 'nobody')).rejects.toThrow('There is no lead nobody'),
    expect(leads('frobnicate')).rejects.toThrow('There is no command frobnicate'),
  ])
  expect(list.stdout).toMatch(new RegExp(`pending +${id} +call-our-ai +1 +unavailable`))
  expect(JSON.parse(show.stdout)).toMatchObject({ payload: { Name: 'Ana Ruiz' } })
  expect(exported.stdout).toContain('"Ana Ruiz","5095550147","Ruiz & Sons"')
  expect(stats.stdout).toMatch(/█/)
  expect(purge.stdout).toContain('0 leads')
  expect(help.stdout).toContain('npm run leads -- redeliver')

  expect((await leads('redeliver', id)).stdout).toMatch(/^1 lead is due now\./)
  await expect.poll(() => site.leads[0]?.state).toBe('delivered')
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([id, id])
  expect((await leads('redeliver')).stdout).toMatch(/^0 leads are due now\./)
})

test('traces go to the collector without personal data and webhook addresses', async ({
  receiver,
}) => {
  const collector = await WebhookReceiver.start()
  const site = await startSite(receiver, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url(''),
    OTEL_BSP_SCHEDULE_DELAY: '100',
  })
  expect(await post(site.url)).toBe(true)
  await expect
    .poll(() =>
      collector.received
        .map(({ body }) => body)
        .join('')
        .includes('POST /'),
    )
    .toBe(true)
  const sent = collector.received.map(({ path, body }) => `${path} ${body}`).join('\n')
  expect(sent).toContain('/v1/traces')
  expect(sent).toContain('plumbing-xperience')
  for (const secret of [
    'Ana Ruiz',
    '5095550147',
    'plumbing_xperience',
    new URL(receiver.url('')).host,
  ])
    expect(sent).not.toContain(secret)
  expect(receiver.received[0]?.headers).not.toHaveProperty('traceparent')
  await site.stop()
  await collector.stop()
})

test('a bot that fills in the honeypot gets a success response, and its lead is stored but not sent', async ({
  receiver,
  site,
}) => {
  expect(await post(site.url, { reference_note: 'http://spam.example' })).toBe(true)
  expect(receiver.received).toHaveLength(0)
  expect(site.leads).toMatchObject([{ state: 'suspect' }])
})

test('visitors cannot see or focus the honeypot, and browsers do not fill it in', async ({
  page,
}) => {
  for (const path of ['/', '/book-demo']) {
    await page.goto(path)
    const honeypot = page.locator('input[name=reference_note]').first()
    await expect(honeypot).toHaveAttribute('tabindex', '-1')
    await expect(honeypot).toHaveAttribute('autocomplete', 'off')
    await expect(page.getByRole('textbox', { includeHidden: false }).and(honeypot)).toHaveCount(0)
  }
})
