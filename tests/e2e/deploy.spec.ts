import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { clickUntilBooked, expectStep, fillUntilReview, visitor } from '../support/booking'
import { canaries, publicValues } from '../support/canaries'
import { postgres } from '../support/database'
import { fetchHealth, healthAccess } from '../support/health'
import { hydrate } from '../support/hydration'
import { post, readForm } from '../support/native-post'
import { multipart, multipartType, type RawRequest, rawRequest, sendRaw } from '../support/raw-http'
import { Site, startSite } from '../support/site'
import { copyStandalone, otherKeyBuild, sameKeyBuild } from '../support/standalone'
import { expect, test } from '../support/test'

/** What is deployed, and what happens to those who are on the site meanwhile. */

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
    // Whatever it still fetches is fetched from this server.
    await page.close()
    await site.stop()
  })

  /** The next build takes over the address of the one that the page came from. */
  async function deploy(build: string, ...[receiver]: Parameters<typeof startSite>) {
    const { port } = new URL(site.url)
    await site.stop()
    site = await startSite(receiver, { PORT: port }, build)
  }

  test('with the same action key goes unnoticed', async ({ page, receiver }) => {
    await fillUntilReview(page, 'first', '12:30 PM', site.url)
    await deploy(sameKeyBuild, receiver)
    await book(page).click()
    await expect(page).toHaveURL(/\/thank-you$/)
    expect(receiver.onlyBody.fullName).toBe("Ana O'Brien")
  })

  test.describe('with another action key', () => {
    test.use({ expectedErrors: [/\b(409|404)\b/] })

    test('asks for a reload, and after it everything stands where it stood', async ({
      page,
      receiver,
    }) => {
      const day = await fillUntilReview(page, 'first', '12:30 PM', site.url)
      await page.getByLabel('Additional Notes').fill('The gate code is 12')
      await deploy(otherKeyBuild, receiver)
      await book(page).click()
      await expect(page.locator('[data-slot=toast]')).toContainText(
        'This site was updated while you were on it: please reload the page and send the form again.',
      )
      await expectStep(page, 'Review')
      const summary = page.getByRole('region', { name: /Review/ })
      const before = await summary.textContent()
      for (const shownEntry of [visitor.fullName, visitor.email, visitor.businessName])
        expect(before).toContain(shownEntry)

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
    })
  })
})

test.describe('the folder that runs by itself', () => {
  // One worker, and one copy of the folder.
  test.describe.configure({ mode: 'default' })
  let folder: string
  test.beforeAll(() => {
    folder = copyStandalone()
  })
  test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('serves the pages alive and under the policy, and brings a lead to the webhook', async ({
    page,
    receiver,
  }) => {
    const site = await startSite(receiver, { SITE_URL: 'https://px.example' }, folder)
    expect(site.log).not.toMatch(/warn|⚠/i)
    const { headers } = await fetch(site.url)
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-[^']+';/)
    expect(headers.has('x-powered-by')).toBe(false)
    await page.goto(site.url)
    await hydrate(page)
    await page.getByRole('button', { name: 'See Live AI in Action' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Full Name').fill('Ana Ruiz')
    await dialog.getByLabel('Phone Number').fill('509-555-0147')
    await dialog.getByLabel('Email Address').fill('ana@ruiz.com')
    await dialog.getByLabel('Business Name').fill('Ruiz & Sons')
    await dialog.getByRole('button', { name: 'Get a Call' }).click()
    await expect(dialog).toBeHidden()
    expect(receiver.received).toHaveLength(1)
    expect(site.leads).toMatchObject([{ state: 'delivered' }])
    await page.close()
    await site.stop()
  })

  test('finishes what is in flight when told to stop', async ({ receiver }) => {
    const site = await startSite(receiver, {}, folder)
    receiver.respondWith('slow')
    const answer = post(await readForm(site.url), entries)
    await expect.poll(() => receiver.received.length).toBe(1)
    await site.stop()
    expect(await answer).toBe(true)
    expect(site.leads).toMatchObject([{ state: 'delivered' }])
  })

  test('speaks to PostgreSQL', async ({ receiver }) => {
    const database = await postgres()
    const site = await startSite(receiver, { ...healthAccess, DATABASE_URL: database.url }, folder)
    expect(await post(await readForm(site.url), entries)).toBe(true)
    expect(await fetchHealth(site.url)).toMatchObject({
      journal: 'postgres',
      leads: { delivered: 1 },
    })
    await site.stop()
    await database.stop()
  })
})

test.describe('secrets', () => {
  const secrets = Object.entries(canaries)
    .filter(([name]) => !['WEBHOOK_BODY_EXTRAS', 'CLIENT_ADDRESS'].includes(name))
    .flatMap(([name, value]) => [
      [name, value] as const,
      [`${name}, a part`, longestPart(value)] as const,
    ])

  test('of the build are in nothing that a browser can fetch', () => {
    const pages = files(join(otherKeyBuild, '.next/server/app')).filter((file) =>
      /\.(html|rsc|body|meta)$/.test(file),
    )
    const statics = files(join(otherKeyBuild, '.next/static'))
    expect(pages.length).toBeGreaterThan(5)
    expect(statics.length).toBeGreaterThan(5)
    const told = [...pages, ...statics].map((file) => readFileSync(file, 'latin1')).join('\n')
    expect(told).toContain(publicValues.SITE_URL)
    expect(told).toContain(publicValues.PRIVACY_URL)
    for (const [name, value] of secrets) expect(told.includes(value), name).toBe(false)
    for (const name of Object.keys(canaries)) expect(told.includes(name), name).toBe(false)
  })

  test('of a running server are in no answer and no log, whatever goes wrong', async () => {
    const site = await Site.start(
      { ...canaries, LEADS_PER_HOUR: '739173', CLIENT_ADDRESS: 'proxy:1' },
      otherKeyBuild,
    )
    const form = await readForm(site.url)
    const { id = '' } =
      /"id":"(?<id>\w+)"/.exec(JSON.stringify(form.hidden).replaceAll('\\', ''))?.groups ?? {}
    const bodies = [
      multipart(Object.entries({ ...form.hidden, ...entries })),
      multipart([
        ['0', '[null,"$K1"]'],
        ...Object.entries(entries).map(([name, value]) => [`_1_${name}`, value] as const),
      ]),
      multipart([['0', '["$F1"]']]),
      'nonsense',
    ]
    const requests: RawRequest[] = [
      ...[
        '/',
        '/book-demo',
        '/thank-you',
        '/nowhere',
        '/api/health',
        '/api/leads/redeliver',
      ].flatMap((path) => [
        { method: 'GET', path },
        { method: 'GET', path, headers: { rsc: '1' } },
        { method: 'GET', path, headers: { authorization: `Bearer ${canaries.CRON_SECRET}` } },
      ]),
      ...bodies.flatMap((body) => [
        { headers: multipartType, body },
        { headers: { ...multipartType, 'next-action': id }, body },
        { headers: { ...multipartType, 'next-action': 'f'.repeat(42) }, body },
      ]),
    ]
    const answers = await Promise.all(
      requests.map((each) => sendRaw(site.url, rawRequest(site.url, each))),
    )
    await site.stop()
    const statuses = answers.map(({ status }) => status)
    for (const status of [200, 400, 404, 409]) expect(statuses).toContain(status)
    const told = `${answers.map(({ head, body }) => head + body).join('\n')}\n${site.log}`
    expect(site.log).toContain('journal fault')
    for (const [name, value] of secrets) expect(told.includes(value), name).toBe(false)
  })
})

/** A secret might be told without its frame. */
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
