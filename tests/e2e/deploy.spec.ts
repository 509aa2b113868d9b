import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { clickUntilBooked, expectStep, openReview, visitor } from '../support/booking'
import { callbackVisitor, fillDialog } from '../support/callback'
import { canaries, publicValues } from '../support/canaries'
import { newClientAddress } from '../support/client-address'
import { postgres } from '../support/database'
import { fetchHealth, healthAccess } from '../support/health'
import { hydrate } from '../support/hydration'
import { leadRequest } from '../support/lead-post'
import { post, readForm } from '../support/native-post'
import { collectRequests } from '../support/page-weight'
import { multipart, multipartType, type RawRequest, rawRequest, sendRaw } from '../support/raw-http'
import { Site, startSite } from '../support/site'
import { copyStandalone, otherKeyBuild, sameKeyBuild } from '../support/standalone'
import { expect, test } from '../support/test'

/** The standalone build, and deploys while visitors use the site. */

test.beforeAll(() => {
  for (const build of [sameKeyBuild, otherKeyBuild])
    if (!existsSync(build))
      throw new Error('Other builds are needed: node --import tsx tests/other-builds.ts')
})

const entries = { name: 'Ana Ruiz', phone: '5095550147', businessName: 'Ruiz & Sons' }
const book = (page: Page) => page.getByRole('button', { name: 'Book My Free Demo' })

test.describe('a deploy in the middle of a booking', () => {
  let site: Site
  test.beforeEach(async ({ receiver }) => {
    site = await startSite(receiver)
  })
  test.afterEach(async ({ page }) => {
    // The page may still fetch files from this server.
    await page.close()
    await site.stop()
  })

  /** Opens the review and waits for its requests, so that none fails while the server is replaced. */
  async function loadReview(page: Page) {
    let day = ''
    await collectRequests(page, async () => {
      day = await openReview(page, site.url)
    })
    return day
  }

  /** Replaces the server with another build at the same address. */
  async function deploy(build: string, ...[receiver]: Parameters<typeof startSite>) {
    const { port } = new URL(site.url)
    await site.stop()
    site = await startSite(receiver, { PORT: port }, build)
  }

  test('with the same action key, the visitor notices nothing', async ({ page, receiver }) => {
    await loadReview(page)
    await deploy(sameKeyBuild, receiver)
    await book(page).click()
    await expect(page).toHaveURL(/\/thank-you$/)
    expect(receiver.onlyBody.fullName).toBe("Ana O'Brien")
  })

  test.describe('with another action key', { tag: '@deep' }, () => {
    test.use({ expectedErrors: [/\b(409|404)\b/] })

    test('visitors are asked to reload, find every entry, and submit', async ({
      page,
      context,
      failOnErrors,
      receiver,
    }) => {
      const day = await loadReview(page)
      await page.getByLabel('Additional Notes').fill('The gate code is 12')
      const landing = await context.newPage()
      await failOnErrors(landing)
      // Another client, which need not wait after the booking.
      await landing.setExtraHTTPHeaders({ 'x-forwarded-for': newClientAddress() })
      const dialog = landing.getByRole('dialog')
      const opener = landing.getByRole('button', { name: 'See Live AI in Action' })
      await collectRequests(landing, async () => {
        await landing.goto(site.url)
        await hydrate(landing)
        await opener.click()
        await fillDialog(dialog)
      })
      await deploy(otherKeyBuild, receiver)
      await book(page).click()
      await dialog.getByRole('button', { name: 'Get a Call' }).click()
      for (const place of [page, dialog])
        await expect(place.locator('[data-slot=toast]')).toContainText(
          'We updated this site while you were on it. Please reload the page and send the form again.',
        )
      await expectStep(page, 'Review')
      const summary = page.getByRole('region', { name: /Review/ })
      const before = await summary.textContent()
      for (const entry of [visitor.fullName, visitor.email, visitor.businessName])
        expect(before).toContain(entry)

      await page.reload()
      await expectStep(page, 'Review')
      await expect(summary).toHaveText(before ?? '')
      await expect(page.getByLabel('Additional Notes')).toHaveValue('The gate code is 12')
      expect(receiver.received).toHaveLength(0)
      await clickUntilBooked(page)
      expect(receiver.onlyBody).toMatchObject({
        additionalNotes: 'The gate code is 12',
        preferredDate: day,
      })

      receiver.reset()
      await landing.reload()
      await opener.click()
      await expect(dialog.getByLabel('Business Name')).toHaveValue('Ruiz & Sons')
      await dialog.getByRole('button', { name: 'Get a Call' }).click()
      await expect(dialog).toBeHidden()
      expect(receiver.onlyBody).toMatchObject({ Name: "Ana O'Brien" })
      await landing.close()
    })
  })
})

test('a build with a support contact shows it wherever a visitor may need it', {
  tag: '@deep',
}, async ({ page, browser, receiver }) => {
  const { SUPPORT_EMAIL: email, SUPPORT_PHONE: phone } = publicValues
  const site = await startSite(receiver, {}, otherKeyBuild)
  const expectContact = async (place: Locator) => {
    await expect(place.getByRole('link', { name: email })).toHaveAttribute(
      'href',
      `mailto:${email}`,
    )
    await expect(place.getByRole('link', { name: phone })).toHaveAttribute('href', 'tel:5095550199')
  }
  // For both forms, and for redelivery in the background.
  receiver.respondWith(500, 500, 500, 500)
  await page.goto(site.url)
  await expectContact(page.getByRole('region', { name: 'Talk to us', exact: true }))
  await hydrate(page)
  await page.getByRole('button', { name: 'See Live AI in Action' }).click()
  const dialog = page.getByRole('dialog')
  await fillDialog(dialog, { ...callbackVisitor, 'Full Name': 'R2D2' })
  await dialog.getByRole('button', { name: 'Get a Call' }).click()
  const toast = dialog.locator('[data-slot=toast]')
  await expect(toast).toContainText('Invalid input')
  await expect(toast.getByRole('link')).toHaveCount(0)
  await fillDialog(dialog)
  await dialog.getByRole('button', { name: 'Get a Call' }).click()
  await expect(
    toast.getByText('Unable to submit form. Please try again or contact support.', { exact: true }),
  ).toBeVisible()
  await expectContact(toast)
  await page.close()

  const plain = await browser.newPage({ javaScriptEnabled: false })
  const { hidden } = await readForm(site.url)
  const { headers, body } = leadRequest(hidden, 'native', newClientAddress())
  const init = { method: 'POST', body, headers: { ...headers, origin: site.url } }
  await plain.setContent(await (await fetch(site.url, init)).text())
  await expectContact(plain.getByRole('alert', { name: 'Error' }))
  await plain.close()

  for (const path of ['/llms.txt', '/', '/nowhere']) {
    const text = await (await fetch(site.url + path)).text()
    expect(text, path).toContain(email)
    expect(text, path).toContain(phone)
  }
  await site.stop()
})

test.describe('the standalone server', { tag: '@deep' }, () => {
  // In one worker, so that there is one copy of the folder.
  test.describe.configure({ mode: 'default' })
  let folder: string
  test.beforeAll(() => {
    folder = copyStandalone()
  })

  test('serves pages that hydrate under the policy, and finishes leads when it gets SIGTERM', async ({
    page,
    receiver,
  }) => {
    const site = await startSite(receiver, { SITE_URL: 'https://px.example' }, folder)
    // The build has no support contact.
    expect(site.log.replace(/.*SUPPORT_EMAIL.*/, '')).not.toMatch(/warn|⚠/i)
    const { headers } = await fetch(site.url)
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-[^']+';/)
    expect(headers.has('x-powered-by')).toBe(false)
    await page.goto(site.url)
    await hydrate(page)
    await page.getByRole('button', { name: 'See Live AI in Action' }).click()
    const dialog = page.getByRole('dialog')
    await fillDialog(dialog)
    await dialog.getByRole('button', { name: 'Get a Call' }).click()
    await expect(dialog).toBeHidden()
    expect(receiver.received).toHaveLength(1)
    await page.close()

    receiver.respondWith('slow')
    const answer = post(await readForm(site.url), entries)
    await expect.poll(() => receiver.received.length).toBe(2)
    await site.stop()
    expect(await answer).toBe(true)
    expect(site.leads).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }])
  })

  test('stores leads in PostgreSQL', async ({ receiver }) => {
    const database = await postgres()
    const site = await startSite(receiver, { ...healthAccess, DATABASE_URL: database.url }, folder)
    expect(await post(await readForm(site.url), entries)).toBe(true)
    // A busy machine can answer the check too late.
    await expect
      .poll(() => fetchHealth(site.url))
      .toMatchObject({ journal: 'postgres', leads: { delivered: 1 } })
    await site.stop()
    await database.stop()
  })
})

test.describe('no secret', { tag: '@deep' }, () => {
  const secrets = Object.entries(canaries)
    .filter(([name]) => !['WEBHOOK_BODY_EXTRAS', 'CLIENT_ADDRESS'].includes(name))
    .flatMap(([name, value]) => [
      [name, value] as const,
      [`${name}, a part`, longestPart(value)] as const,
    ])

  test('of the build is in a file that a browser can fetch', () => {
    const pages = files(join(otherKeyBuild, '.next/server/app')).filter((file) =>
      /\.(html|rsc|body|meta)$/.test(file),
    )
    const statics = files(join(otherKeyBuild, '.next/static'))
    expect(pages.length).toBeGreaterThan(5)
    expect(statics.length).toBeGreaterThan(5)
    const text = [...pages, ...statics].map((file) => readFileSync(file, 'latin1')).join('\n')
    expect(text).toContain(publicValues.SITE_URL)
    expect(text).toContain(publicValues.PRIVACY_URL)
    for (const [name, value] of secrets) expect(text.includes(value), name).toBe(false)
    for (const name of Object.keys(canaries)) expect(text.includes(name), name).toBe(false)
  })

  test('of a running server is in a response or in the log, whatever fails', async () => {
    const site = await Site.start(
      { ...canaries, LEADS_PER_HOUR: '739173', CLIENT_ADDRESS: 'proxy:1' },
      otherKeyBuild,
    )
    const form = await readForm(site.url)
    const action = { 'next-action': /"id":"(\w+)"/.exec(Object.values(form.hidden).join())?.[1] }
    const paths = [
      '/',
      '/book-demo',
      '/thank-you',
      '/nowhere',
      '/api/health',
      '/api/leads/redeliver',
    ]
    const visits = [{}, { rsc: '1' }, { authorization: `Bearer ${canaries.CRON_SECRET}` }]
    const bodies = [
      leadRequest(form.hidden, 'native', '', entries).body,
      leadRequest(form.hidden, 'scripted', '', entries).body,
      multipart([['0', '["$F1"]']]),
      'nonsense',
    ]
    const requests: RawRequest[] = [
      ...paths.flatMap((path) => visits.map((headers) => ({ method: 'GET', path, headers }))),
      ...bodies.flatMap((body) =>
        [{}, action, { 'next-action': 'f'.repeat(42) }].map((headers) => ({
          headers: { ...multipartType, ...headers, 'x-forwarded-for': newClientAddress() },
          body,
        })),
      ),
    ]
    const responses = await Promise.all(
      requests.map((each) => sendRaw(site.url, rawRequest(site.url, each))),
    )
    await site.stop()
    const statuses = responses.map(({ status }) => status)
    for (const status of [200, 400, 404]) expect(statuses).toContain(status)
    const text = `${responses.map(({ head, body }) => head + body).join('\n')}\n${site.log}`
    expect(site.log).toContain('journal fault')
    for (const [name, value] of secrets) expect(text.includes(value), name).toBe(false)
  })
})

/** Finds a secret that appears without its prefix or host. */
function longestPart(secret: string): string {
  return secret
    .split(/[/_:@]+/)
    .reduce((longest, part) => (part.length > longest.length ? part : longest))
}

function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
