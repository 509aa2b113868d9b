import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { checkRules, score } from '../support/observatory'
import { expect, test } from '../support/test'

const pages = ['/', '/book-demo', '/thank-you', '/nowhere']

test('every page has a strict Content-Security-Policy and all security headers', async ({
  request,
}) => {
  for (const path of pages) {
    const headers = (await request.get(path)).headers()
    const policy = headers['content-security-policy'] ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]+={0,2}';/)
    expect(policy).toContain("style-src 'self';")
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
    expect(headers).not.toHaveProperty('x-powered-by')
  }
})

test('every static page has the same policy, which allows only the inline loader', async ({
  request,
}) => {
  const policies = new Set<string>()
  for (const path of pages) {
    const response = await request.get(path)
    const policy = response.headers()['content-security-policy'] ?? ''
    policies.add(policy)
    const scripts = [...(await response.text()).matchAll(/<script([^>]*)>([^<]*)<\/script>/g)]
    const [loader, ...others] = scripts.filter(([, attributes]) => !attributes?.includes('ld+json'))
    expect(others).toEqual([])
    const hash = createHash('sha256')
      .update(loader?.[2] ?? '')
      .digest('base64')
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
  }
  expect(policies.size).toBe(1)
})

test('every page passes all twelve rules of the HTTP Observatory with at least 140 points', async ({
  site,
}) => {
  for (const path of pages.slice(0, 3)) {
    const response = await fetch(`${site.url}${path}`)
    const { status, headers } = response
    const results = checkRules({ status, headers, html: await response.text() })
    expect(results.filter(({ passed }) => !passed)).toEqual([])
    expect(results).toHaveLength(12)
    expect(score(results)).toBeGreaterThanOrEqual(140)
  }
})

test('those rules detect missing headers', () => {
  const bare = checkRules({
    status: 200,
    headers: new Headers(),
    html: '<script src="//cdn.example/x.js">',
  })
  expect(bare.filter(({ passed }) => passed).map(({ test }) => test)).toEqual([
    'cookies',
    'cross-origin-resource-sharing',
    'redirection',
  ])
  expect(score(bare)).toBeLessThan(0)
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
    '/speculation-rules.json',
    '/icon.svg',
    '/apple-icon',
    '/opengraph-image',
    '/icons/icon-192.png',
  ])
    expect(await cacheControl(path)).toBe('public, max-age=86400')
  for (const path of ['/robots.txt', '/sitemap.xml', '/manifest.webmanifest', '/llms.txt'])
    expect(await cacheControl(path)).toBe('public, max-age=0, must-revalidate')
  for (const path of ['/nowhere', '/_next/static/none.js', '/api/health', '/api/leads/redeliver'])
    expect(await cacheControl(path)).toContain('no-store')
  for (const path of ['/404', '/500', '/_not-found', '/_global-error', '/%62ook-demo', '/icons/no'])
    expect(await cacheControl(path)).toContain('no-store')
})

test('responses to other methods than GET and HEAD are not cached', async ({ site }) => {
  const statusAndCaching = async (method: string, path: string, headers = {}) => {
    const response = await fetch(site.url + path, { method, headers })
    return [response.status, response.headers.get('cache-control')]
  }
  for (const path of ['/', '/icon.svg', '/nowhere']) {
    expect(await statusAndCaching('POST', path)).toEqual([415, 'no-store'])
    expect(await statusAndCaching('POST', path, { 'content-type': 'text/plain' })).toEqual([
      415,
      'no-store',
    ])
    expect(await statusAndCaching('POST', path, { origin: 'https://evil.example' })).toEqual([
      403,
      'no-store',
    ])
    for (const method of ['PUT', 'DELETE', 'OPTIONS'])
      expect(await statusAndCaching(method, path)).toEqual([405, 'no-store'])
  }
})

test.describe('an injected script', () => {
  test.use({
    expectedErrors: [
      /policy violation|Content Security Policy|Executing inline script|Applying inline style/,
    ],
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

test('the page that answers a native post has a nonce and hydrates', async ({ page, receiver }) => {
  receiver.respondWith(500)
  let scriptsBlocked = true
  await page.route('**/*.js', (route) => (scriptsBlocked ? undefined : route.continue()))
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'See Live AI in Action' }).click()
  const dialog = page.getByRole('dialog', { name: 'See AI in Action' })
  await dialog.getByLabel('Full Name').fill('Ana Ruiz')
  await dialog.getByLabel('Phone Number').fill('509-555-0147')
  await dialog.getByLabel('Email Address').fill('ana@ruiz.com')
  await dialog.getByLabel('Business Name').fill('Ruiz & Sons')
  scriptsBlocked = false
  const response = page.waitForResponse((response) => response.request().method() === 'POST')
  await dialog.getByRole('button', { name: 'Get a Call' }).click({ noWaitAfter: true })
  const policies = (await (await response).headersArray()).filter(({ name }) =>
    /^content-security-policy$/i.test(name),
  )
  expect(policies).toHaveLength(1)
  expect(policies[0]?.value).toMatch(/script-src 'self' 'nonce-[\w+/=]+' 'sha256-[\w+/=]+';/)
  await expect(dialog.getByRole('alert')).toContainText('Unable to submit form')
  // After hydration, the dialog is modal and the next attempt does not load a new page.
  await expect.poll(() => dialog.evaluate((element) => element.matches(':modal'))).toBe(true)
  await expect(async () => {
    if (await dialog.isVisible())
      await dialog.getByRole('button', { name: 'Get a Call' }).click({ timeout: 1000 })
    await expect(page.locator('[data-slot=toast]')).toContainText('Success!', { timeout: 2500 })
  }).toPass()
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
})
