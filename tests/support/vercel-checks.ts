import { expect, type Page } from '@playwright/test'
import { callbackConfirmed } from '../../lib/content/callback'
import { book, bookableDay, fillUntilReview, visitor } from './booking'
import { launchBrowser } from './browser'
import { callbackSuccess, callbackVisitor, fillDialog, openDialog, submitOf } from './callback'
import { newClientAddress } from './client-address'
import { type DatabaseServer, postgres } from './database'
import { elementsOf } from './html'
import { sendRequest } from './http-request'
import { ageByDays } from './journal'
import { isAccepted, leadEntries, leadRequest } from './lead-post'
import { actionIdOf, bookingForm, formIn, type NativeForm, readForm } from './native-post'
import { multipart, multipartType } from './raw-http'
import { VercelEdge } from './vercel-edge'
import { waitUntil } from './wait'
import { WebhookReceiver } from './webhook-receiver'

/** What visitors, the cron job, and monitors do with a build for Vercel, as its functions answer them. */

export type Check = { name: string; run: () => Promise<void> }

const cronSecret = 'a secret of the cron job'
const undelivered = 'Unable to submit form. Please try again or contact support.'
const tooFast = 'Please wait a moment before submitting again.'

/** Starts a database, webhooks, and the build twice, with the database and without. */
export async function startDeployment(project: string) {
  const database = await postgres()
  const [receiver, alerts] = [await WebhookReceiver.start(), await WebhookReceiver.start()]
  const variables = {
    CALLBACK_WEBHOOK_URL: receiver.url('/hooks/plumbing_xperience'),
    BOOKING_WEBHOOK_URL: receiver.url('/hooks/landing_page_book_demo'),
    ALERT_WEBHOOK_URL: alerts.url('/alert'),
    CRON_SECRET: cronSecret,
    VERCEL_PROJECT_PRODUCTION_URL: 'www.example.com',
    // The checks name the same phone number again and again.
    LEADS_PER_PHONE: '999999',
  }
  const stored = await VercelEdge.start(project, { ...variables, DATABASE_URL: database.url })
  const unstored = await VercelEdge.start(project, variables)
  return {
    checks: checksOf({ database, receiver, alerts, stored, unstored }),
    async stop() {
      await Promise.all([stored.stop(), unstored.stop()])
      await Promise.all([database.stop(), receiver.stop(), alerts.stop()])
    },
  }
}

type Deployment = {
  database: DatabaseServer
  receiver: WebhookReceiver
  alerts: WebhookReceiver
  stored: VercelEdge
  unstored: VercelEdge
}

function checksOf({ database, receiver, alerts, stored, unstored }: Deployment): Check[] {
  const checks: Check[] = []
  /** Each check begins with an empty journal, and with webhooks that have received nothing and accept everything. */
  const check = (name: string, work: () => Promise<void>) =>
    checks.push({
      name,
      async run() {
        receiver.reset()
        receiver.respondByDefault(() => 'accept')
        alerts.reset()
        const [{ exists } = {}] = await database.query(
          "SELECT to_regclass('leads') IS NOT NULL AS exists",
        )
        if (exists) await database.query('DELETE FROM leads')
        for (const edge of [stored, unstored]) {
          edge.woken.length = 0
          edge.instances = 1
        }
        try {
          await work()
        } finally {
          receiver.acceptWaiting()
          await Promise.all([stored.untilFrozen(), unstored.untilFrozen()])
        }
      },
    })
  const sentIds = () => receiver.received.map(({ headers }) => headers['webhook-id'])
  const acceptedCount = () => receiver.received.filter(({ accepted }) => accepted).length
  const callCron = async (secret?: string) => {
    const authorization = secret && `Bearer ${secret}`
    const answer = await send(stored, '/api/leads/redeliver', {
      headers: authorization ? { authorization } : {},
    })
    return { status: answer.status, ...JSON.parse(answer.body) }
  }
  /** Submits a lead whose webhook fails. Ends the instances before they try again. */
  const leaveWaitingLead = async () => {
    receiver.respondWith(500)
    const answer = await postLead(stored, await readForm(stored.url))
    expect(answer.body).toContain(undelivered)
    await stored.kill()
    await ageByDays(database, 1)
  }

  check('pages, files, and unknown addresses are served without a function', async () => {
    const statuses = { '/': 200, '/book-demo': 200, '/thank-you': 200, '/nowhere': 404 }
    const files = { '/robots.txt': 200, '/sitemap.xml': 200, '/llms.txt': 200, '/favicon.ico': 200 }
    for (const [path, status] of Object.entries({ ...statuses, ...files }))
      expect([path, (await send(stored, path)).status]).toEqual([path, status])
    await withPage(stored, async (page) => {
      await page.goto('/')
      await openDialog(page, 'See AI in Action')
      await page.goto('/book-demo')
      await expect(page.getByRole('button', { name: 'Next Step' })).toBeDisabled()
    })
    expect(stored.woken).toEqual([])
  })

  check('a callback and a booking with scripts arrive', async () => {
    await withPage(stored, async (page) => {
      await page.goto('/')
      const dialog = await openDialog(page, 'See AI in Action')
      await fillDialog(dialog)
      await submitOf(dialog).click()
      const toast = page.getByRole('status').getByText(callbackSuccess)
      await expect(toast).toBeVisible({ timeout: 60_000 })
      expect(receiver.onlyBody).toMatchObject({ Email: callbackVisitor['Email Address'] })
      receiver.reset()
    })
    await withPage(stored, async (page) => {
      await fillUntilReview(page)
      await book(page).click()
      await expect(page).toHaveURL(/\/thank-you$/, { timeout: 60_000 })
      expect(receiver.onlyBody).toMatchObject({ email: visitor.email, preferredTime: '12:30 PM' })
    })
    expect(new Set(stored.woken)).toEqual(new Set(['_middleware', 'index', 'book-demo']))
  })

  check('a callback and a booking without scripts arrive, and are confirmed', async () => {
    const callback = await postLead(stored, await readForm(stored.url))
    expect([callback.status, callback.headers.location]).toEqual([303, `/#${callbackConfirmed.id}`])
    const form = await readForm(`${stored.url}/book-demo`, bookingForm)
    const entries = { ...visitor, preferredDate: bookableDay(), preferredTime: '12:30 PM' }
    const booking = await post(stored, '/book-demo', { ...form.hidden, ...entries })
    expect([booking.status, booking.headers.location]).toEqual([303, '/thank-you'])
    expect(receiver.received.map(({ path }) => path)).toEqual([
      '/hooks/plumbing_xperience',
      '/hooks/landing_page_book_demo',
    ])
  })

  check('an invalid form without scripts comes back with its entries and a nonce', async () => {
    const nonces = []
    for (const name of ['R2D2', 'C3PO']) {
      const { status, headers, body } = await postLead(stored, await readForm(stored.url), { name })
      expect(status).toBe(200)
      expect(body).toContain(`value="${name}"`)
      expect(body).toContain('Invalid name format')
      expect(headers['cache-control']).toContain('no-store')
      const policy = String(headers['content-security-policy'])
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
      const inline = elementsOf(body).filter(
        ({ tag, attributes }) =>
          tag === 'script' && !attributes.src && attributes.type !== 'application/ld+json',
      )
      expect(inline.length).toBeGreaterThan(2)
      // The policy has the hash of the loader, which is the only one without.
      expect(inline.filter(({ attributes }) => attributes.nonce !== nonce)).toHaveLength(1)
      nonces.push(nonce)
    }
    expect(nonces[0]).not.toBe(nonces[1])
    expect(receiver.received).toEqual([])
  })

  for (const { name, edge, instances } of [
    { name: 'with PostgreSQL', edge: stored, instances: 1 },
    { name: 'with PostgreSQL, on two instances', edge: stored, instances: 2 },
    { name: 'without a database, on one instance', edge: unstored, instances: 1 },
  ])
    check(`of two posts within two seconds, the second waits ${name}`, async () => {
      edge.instances = instances
      const form = await readForm(edge.url)
      // Instances take a moment to start.
      for (let i = 0; i < instances; i++) await postLead(edge, form, { name: 'R2D2' })
      const address = newClientAddress()
      const first = await postLead(edge, form, {}, address)
      const second = await postLead(edge, form, {}, address)
      expect([isAccepted(first), isAccepted(second)]).toEqual([true, false])
      expect(second.body).toContain(tooFast)
      expect(receiver.received).toHaveLength(1)
    })

  check('a form from a foreign origin is refused', async () => {
    const form = await readForm(stored.url)
    const { headers, body } = leadRequest(form.hidden, 'native', newClientAddress())
    const origin = 'https://elsewhere.example'
    const answer = await send(stored, '/', { headers: { ...headers, origin }, body })
    expect([answer.status, answer.body]).toEqual([
      403,
      'Forms are accepted only from pages on this site.\n',
    ])
    expect(stored.woken).toEqual(['_middleware'])
    expect(receiver.received).toEqual([])
  })

  check(
    'a failed lead is tried again after the answer, then by two cron jobs at once',
    async () => {
      receiver.respondByDefault(() => 410)
      const answer = await postLead(stored, await readForm(stored.url))
      expect(answer.body).toContain(undelivered)
      expect(answer.body).toContain(`value="${leadEntries.name}"`)
      expect(sentIds()).toHaveLength(1)
      await stored.untilFrozen()
      expect(sentIds()).toHaveLength(2)
      expect(alerts.received.map(({ body }) => body)).toEqual([
        expect.stringContaining('1 call-our-ai lead that its webhook rejected'),
      ])
      receiver.respondByDefault(() => 'accept')
      await ageByDays(database, 1)
      stored.instances = 2
      const tallies = await Promise.all([callCron(cronSecret), callCron(cronSecret)])
      expect(tallies.map(({ delivered }) => delivered).sort()).toEqual([0, 1])
      expect([acceptedCount(), new Set(sentIds()).size]).toEqual([1, 1])
    },
  )

  check('a cron job without the secret sends nothing', async () => {
    await leaveWaitingLead()
    for (const secret of [undefined, 'another secret of the cron'])
      expect((await callCron(secret)).status).toBe(401)
    await stored.untilFrozen()
    expect(acceptedCount()).toBe(0)
  })

  check('a health check sends waiting leads, under the same id', async () => {
    await leaveWaitingLead()
    expect((await send(stored, '/api/health')).status).toBe(200)
    await stored.untilFrozen()
    expect([acceptedCount(), sentIds().length, new Set(sentIds()).size]).toEqual([1, 2, 1])
  })

  check(
    'a function that ends in the middle of a send: the next cron job delivers once',
    async () => {
      receiver.respondWith('wait')
      const answer = postLead(stored, await readForm(stored.url))
      await waitUntil(20, 'the request to the webhook', () => receiver.received.length === 1)
      await stored.kill()
      expect((await answer).status).toBe(502)
      await ageByDays(database, 1)
      expect(await callCron(cronSecret)).toMatchObject({ status: 200, delivered: 1, failed: 0 })
      expect(await callCron(cronSecret)).toMatchObject({ status: 200, delivered: 0, failed: 0 })
      expect([acceptedCount(), sentIds().length, new Set(sentIds()).size]).toEqual([1, 2, 1])
    },
  )

  check('without a database, a visitor reads whether the lead arrived', async () => {
    const form = await readForm(unstored.url)
    expect(isAccepted(await postLead(unstored, form))).toBe(true)
    expect(receiver.received).toHaveLength(1)
    receiver.respondWith(500)
    const failed = await postLead(unstored, form)
    expect(isAccepted(failed)).toBe(false)
    expect(failed.body).toContain(undelivered)
    const headers = { authorization: `Bearer ${cronSecret}` }
    const cron = await send(unstored, '/api/leads/redeliver', { headers })
    expect([cron.status, cron.body]).toEqual([
      409,
      '{"error":"There is no journal. Set DATABASE_URL"}',
    ])
  })

  check(
    'a form of a build with another action key keeps its entries, and is sent again',
    async () => {
      const form = await readForm(stored.url)
      const id = actionIdOf(form.hidden)
      const otherId = id.replace(/.{8}$/, '00000000')
      const hidden = Object.fromEntries(
        Object.entries(form.hidden).map(([name, value]) => [name, value.replace(id, otherId)]),
      )
      const scripted = await postLead(stored, { ...form, hidden }, {}, undefined, 'scripted')
      expect([scripted.status, scripted.headers['x-nextjs-action-not-found']]).toEqual([404, '1'])
      const outdated = await postLead(stored, { ...form, hidden })
      expect(outdated.status).toBe(409)
      for (const entry of Object.values(leadEntries))
        expect(outdated.body).toContain(`<dd>${entry.replace('&', '&amp;')}</dd>`)
      const again = formIn(outdated.body, stored.url, '<button>')
      expect(isAccepted(await post(stored, '/', again.hidden))).toBe(true)
      expect(receiver.onlyBody).toMatchObject({ Name: leadEntries.name })
    },
  )

  check('no log of a function has personal data, an address, or a secret', async () => {
    const log = stored.log + unstored.log
    expect(log).toContain('"event":"delivered"')
    for (const text of [...Object.values(leadEntries), visitor.email, receiver.url(''), cronSecret])
      expect(log).not.toContain(text)
  })
  return checks
}

function send(
  edge: VercelEdge,
  path: string,
  { headers, body }: { headers?: Record<string, string>; body?: string } = {},
) {
  const host = new URL(edge.url).host
  return sendRequest({ port: edge.port, path, headers: { host, ...headers }, body })
}

/** Posts a callback. Each comes from another client, unless the check gives an address. */
function postLead(
  edge: VercelEdge,
  { hidden }: NativeForm,
  changes: Record<string, string> = {},
  address = newClientAddress(),
  format: 'native' | 'scripted' = 'native',
) {
  const { headers, body } = leadRequest(hidden, format, address, changes)
  return send(edge, '/', { headers: { ...headers, origin: edge.url }, body })
}

function post(edge: VercelEdge, path: string, fields: Record<string, string>) {
  const client = { 'x-forwarded-for': newClientAddress(), origin: edge.url }
  const body = multipart(Object.entries(fields))
  return send(edge, path, { headers: { ...multipartType, ...client }, body })
}

/** Opens a page of another client. Fails if the browser reports an error. */
async function withPage(edge: VercelEdge, work: (page: Page) => Promise<void>): Promise<void> {
  const browser = await launchBrowser()
  try {
    const extraHTTPHeaders = { 'x-forwarded-for': newClientAddress() }
    const page = await browser.newPage({ baseURL: edge.url, extraHTTPHeaders })
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
    await work(page)
    expect(errors).toEqual([])
  } finally {
    await browser.close()
  }
}
