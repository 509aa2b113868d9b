import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { fillDialog, openDialog, submitOf } from '../support/callback'
import { newClientAddress } from '../support/client-address'
import { elementsOf } from '../support/html'
import { leadPost } from '../support/lead-post'
import { readForm } from '../support/native-post'
import { sendRaw } from '../support/raw-http'
import { expect, test } from '../support/test'
import { toastOf } from '../support/toast'

const pages = ['/', '/book-demo', '/thank-you', '/nowhere']

test('every page has all security headers, and one strict policy that allows only the inline loader', async ({
  request,
}) => {
  const policies = new Set<string>()
  for (const path of pages) {
    const response = await request.get(path)
    const headers = response.headers()
    const policy = headers['content-security-policy'] ?? ''
    policies.add(policy)
    const scripts = elementsOf(await response.text()).filter(
      ({ tag, attributes }) => tag === 'script' && attributes.type !== 'application/ld+json',
    )
    expect(scripts).toHaveLength(1)
    const hash = createHash('sha256')
      .update(scripts[0]?.text ?? '')
      .digest('base64')
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
    for (const directive of ["default-src 'none'", "style-src 'self'", "frame-ancestors 'none'"])
      expect(policy.split(/; */)).toContain(directive)
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'same-origin',
      'x-permitted-cross-domain-policies': 'none',
    })
    for (const name of ['x-powered-by', 'access-control-allow-origin'])
      expect(headers).not.toHaveProperty(name)
  }
  expect(policies.size).toBe(1)
})

test('every visitor gets the same page: no cookie or login changes it, and none is set', async ({
  request,
}) => {
  for (const path of pages) {
    const anonymous = await request.get(path)
    const headers = { cookie: 'session=admin; role=owner', authorization: 'Basic YWRtaW46YWRtaW4=' }
    const other = await request.get(path, { headers })
    expect(other.status()).toBe(anonymous.status())
    expect(await other.text()).toBe(await anonymous.text())
    for (const response of [anonymous, other]) {
      expect(response.headers()).not.toHaveProperty('set-cookie')
      expect(response.headers().vary ?? '').not.toMatch(/cookie|authorization/i)
    }
    const fields = elementsOf(await anonymous.text()).filter(({ tag }) => tag === 'input')
    expect(fields.filter(({ attributes }) => attributes.type === 'password')).toEqual([])
  }
})

test('every kind of file has its cache lifetime', async ({ site }) => {
  const cacheControl = async (path: string, headers = {}) =>
    (await fetch(`${site.url}${path}`, { headers })).headers.get('cache-control')
  const built = readdirSync('.next/static', { recursive: true, encoding: 'utf8' })
  for (const kind of ['.js', '.css', '.woff2'])
    expect(await cacheControl(`/_next/static/${built.find((name) => name.endsWith(kind))}`)).toBe(
      'public, max-age=31536000, immutable',
    )
  for (const path of ['/', '/book-demo', '/thank-you']) {
    expect(await cacheControl(path)).toBe('public, max-age=0, s-maxage=60')
  }
  for (const path of [
    '/favicon.ico',
    '/icon.svg',
    '/apple-icon.png',
    '/share.png',
    '/icons/icon-192.png',
  ])
    expect(await cacheControl(path)).toBe('public, max-age=86400')
  for (const path of ['/robots.txt', '/sitemap.xml', '/manifest.webmanifest', '/llms.txt'])
    expect(await cacheControl(path)).toBe('public, max-age=0, must-revalidate')
  for (const path of [
    ...['/nowhere', '/_next/static/none.js', '/api/health', '/api/leads/redeliver', '/404'],
    ...['/500', '/_not-found', '/_global-error', '/%62ook-demo', '/icons/no'],
  ])
    expect(await cacheControl(path)).toContain('no-store')
})

test('responses to other methods than GET and HEAD are not cached', async ({ site }) => {
  const statusAndCaching = async (method: string, path: string, headers = {}) => {
    const response = await fetch(site.url + path, { method, headers })
    return [response.status, response.headers.get('cache-control')]
  }
  const text = { 'content-type': 'text/plain' }
  const elsewhere = { origin: 'https://evil.example' }
  for (const path of ['/', '/icon.svg', '/nowhere']) {
    for (const [method, headers, status] of [
      ['POST', {}, 415],
      ['POST', text, 415],
      ['POST', elsewhere, 403],
      ['PUT', {}, 405],
      ['DELETE', {}, 405],
      ['OPTIONS', {}, 405],
    ] as const)
      expect(await statusAndCaching(method, path, headers)).toEqual([status, 'no-store'])
  }
})

test('an address with more parameters than any link has gets no page', async ({ site }) => {
  for (const path of [...pages, '/api/health', '/llms.txt']) {
    const response = await fetch(`${site.url}${path}?${'a&'.repeat(7500)}`)
    expect(response.status).toBe(414)
    expect(await response.text()).toBe('This address has too many parameters.\n')
  }
  const services = Array.from({ length: 60 }, (_, index) => `utm_content=${index}`).join('&')
  expect((await fetch(`${site.url}/book-demo?${services}`)).status).toBe(200)
})

test.describe('an injected script', () => {
  test.use({
    expectedErrors: [/policy violation|Security Policy|Executing inline|Applying inline/],
  })

  test('does not run, and an injected style does not apply', async ({ page }) => {
    await page.goto('/')
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'document.title = "owned"'
      document.body.append(script)
      document.body.insertAdjacentHTML(
        'beforeend',
        '<p id="probe" style="color: rgb(1, 2, 3)">x</p>',
      )
    })
    await expect(page).not.toHaveTitle('owned')
    expect(
      await page.locator('#probe').evaluate((element) => getComputedStyle(element).color),
    ).not.toBe('rgb(1, 2, 3)')
  })
})

test('each answer to a native post has another nonce', async ({ site }) => {
  const { action, hidden } = await readForm(site.url)
  const nonceOf = async (client: string) => {
    const post = leadPost({ action, hidden }, 'native', client, { name: 'R2D2' })
    const { head, body } = await sendRaw(action, post)
    const [, nonce = ''] = /'nonce-([^']+)'/.exec(head) ?? []
    expect(body).toContain(`nonce="${nonce}"`)
    return nonce
  }
  const nonces = [await nonceOf(newClientAddress()), await nonceOf(newClientAddress())]
  expect(new Set(nonces).size).toBe(2)
  for (const nonce of nonces) expect(atob(nonce).length).toBeGreaterThanOrEqual(16)
})

test('the page that answers a native post has a nonce and hydrates', async ({ page, receiver }) => {
  receiver.respondWith(500)
  let scriptsBlocked = true
  await page.route('**/*.js', (route) => (scriptsBlocked ? undefined : route.continue()))
  await page.goto('/', { waitUntil: 'commit' })
  const dialog = await openDialog(page, 'See AI in Action')
  await fillDialog(dialog)
  scriptsBlocked = false
  const response = page.waitForResponse((response) => response.request().method() === 'POST')
  await submitOf(dialog).click({ noWaitAfter: true })
  const policies = (await (await response).headersArray()).filter(({ name }) =>
    /^content-security-policy$/i.test(name),
  )
  expect(policies).toHaveLength(1)
  expect(policies[0]?.value).toMatch(/script-src 'self' 'nonce-[\w+/=]+' 'sha256-[\w+/=]+';/)
  await expect(dialog.getByRole('alert')).toContainText('Unable to submit form')
  // After hydration, the dialog is modal and the next attempt does not load a new page.
  await expect.poll(() => dialog.evaluate((element) => element.matches(':modal'))).toBe(true)
  await expect(async () => {
    if (await dialog.isVisible()) await submitOf(dialog).click({ timeout: 1000 })
    await expect(toastOf(page)).toContainText('Success!', { timeout: 2500 })
  }).toPass()
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
})
