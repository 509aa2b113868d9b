import { expectNoViolations } from '../support/browser/states'
import { expect, test } from '../support/browser/test'
import { headersOf, ofEverythingElse } from '../support/site/response-headers'
import { leadEntries, post, readForm } from '../support/visitor/lead-post'

const asked = 'Was this lead called?'

test('an owner opens the link of a lead and says that it was called', async ({
  page,
  receiver,
  sharedSite,
}) => {
  const SITE_URL = 'https://www.example.com'
  const site = await sharedSite({ SITE_URL })
  await post(await readForm(site.url), leadEntries)
  const link = String(receiver.received[0]?.headers['webhook-called'])
  const own = link.replace(SITE_URL, site.url)
  const calledAt = () => site.leads.find(({ id }) => link.endsWith(`?id=${id}`))?.called_at
  await page.setViewportSize({ width: 320, height: 256 })
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto(own)
    await expectNoViolations(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await expect(page.getByRole('heading', { name: asked })).toBeInViewport()
  }
  expect(calledAt()).toBeNull()
  await page.getByRole('button', { name: 'Yes, I called' }).click()
  await expect(page.getByRole('heading', { name: 'The call is recorded.' })).toBeVisible()
  expect(calledAt()).toEqual(expect.any(Number))
})

test('a phone system can tell it, no other site can, and neither answer is cached or allows scripts', async ({
  site,
}) => {
  const answerTo = async (method: string, headers = {}) => {
    const body = method === 'POST' ? '{"ended":true}' : undefined
    const response = await fetch(`${site.url}/api/leads/called?id=x`, { method, headers, body })
    const { vary, ...others } = headersOf(response.headers)
    return { status: response.status, headers: others }
  }
  const headers = {
    ...ofEverythingElse,
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.stringMatching(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    ),
  }
  expect(await answerTo('GET')).toEqual({ status: 200, headers })
  const json = { 'content-type': 'application/json' }
  expect(await answerTo('POST', json)).toEqual({ status: 404, headers })
  const foreign = { ...json, origin: 'https://elsewhere.example' }
  expect((await answerTo('POST', foreign)).status).toBe(403)
})
