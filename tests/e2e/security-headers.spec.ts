import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { elementsOf } from '../../lib/page/loader/html.mjs'
import { paths } from '../../lib/pages.mjs'
import { expect, test } from '../support/browser/test'
import {
  headersOf,
  nextNoStore,
  ofEverythingElse,
  ofRefusals,
  ofStaticFiles,
  policyOf,
  vary,
} from '../support/site/response-headers'
import { fillDialog, openDialog, submitOf, toastOf } from '../support/visitor/callback'
import { sendRaw } from '../support/visitor/http'
import { leadEntries, leadPost, leadRequest, readForm } from '../support/visitor/lead-post'
import { newClientAddress } from '../support/visitor/visitor'

const pages = [...paths, '/nowhere']

const compressed = `${vary}, Accept-Encoding`
/** The source of a page's inline script, as the policy names it. */
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const scriptsOf = (html: string) =>
  elementsOf(html).filter(
    ({ tag, attributes }) => tag === 'script' && attributes.type !== 'application/ld+json',
  )

test('every page has all security headers, and one strict policy that allows only the inline loader', async ({
  site,
}) => {
  const policies = new Set<unknown>()
  for (const path of pages) {
    const response = await fetch(site.url + path)
    const scripts = scriptsOf(await response.text())
    expect(scripts).toHaveLength(1)
    const headers = headersOf(response.headers)
    expect(headers, path).toEqual({
      ...ofEverythingElse,
      'content-security-policy': policyOf(hashOf(scripts[0]?.text ?? '')),
      'content-type': 'text/html; charset=utf-8',
      'cache-control': path === '/nowhere' ? nextNoStore.errors : 'public, max-age=0, s-maxage=60',
      vary: compressed,
    })
    policies.add(headers['content-security-policy'])
  }
  expect(policies.size).toBe(1)
})

test('no header of a request, such as a cookie, and no query changes what a shared cache stores for a page', async ({
  site,
}) => {
  const get = async (path: string, headers = {}) => {
    const response = await fetch(site.url + path, { headers, redirect: 'manual' })
    const { status } = response
    return { status, headers: headersOf(response.headers), body: await response.text() }
  }
  for (const path of paths) {
    const plain = await get(path)
    for (const headers of requestHeaders) {
      const answer = await get(path, headers)
      if (answer.headers['cache-control']?.includes('no-store')) continue
      expect(answer, `${path} ${JSON.stringify(headers)}`).toEqual(plain)
    }
    for (const query of [
      'x=1',
      '_rsc=1h2t3',
      '__nextDataReq=1',
      '__flight__=1',
      'nxtPfile=x',
      '%00',
    ])
      expect(await get(`${path}?${query}`), `${path}?${query}`).toEqual(plain)
  }
})

const requestHeaders = [
  { cookie: 'session=admin; role=owner', authorization: 'Basic YWRtaW46YWRtaW4=' },
  ...['rsc', 'next-router-prefetch', 'x-middleware-prefetch', 'x-nextjs-data'].map((name) => ({
    [name]: '1',
  })),
  { rsc: '1', 'next-router-prefetch': '1' },
  { rsc: '1', 'next-router-segment-prefetch': '/_tree' },
  { 'next-router-segment-prefetch': '/_tree' },
  { 'next-router-state-tree': '%5B%22%22%2C%7B%7D%5D' },
  { 'next-url': '/thank-you' },
  { 'next-action': 'x' },
  { 'content-type': 'multipart/form-data' },
  { accept: 'text/x-component' },
  { 'x-middleware-rewrite': '/thank-you' },
  { 'x-matched-path': '/thank-you' },
  { 'x-forwarded-host': 'evil.example' },
  { 'x-prerender-revalidate': '1' },
  { 'user-agent': 'Googlebot' },
  { 'accept-language': 'es' },
]

test('every kind of file has its type, its cache lifetime and the security headers, and no others', async ({
  site,
}) => {
  const [loader] = scriptsOf(await (await fetch(site.url)).text())
  const ofTexts = {
    ...ofEverythingElse,
    'content-security-policy': policyOf(hashOf(loader?.text ?? '')),
  }
  const expectHeaders = async (path: string, headers: Record<string, string>) =>
    expect(headersOf((await fetch(site.url + path)).headers), path).toEqual(headers)

  const built = readdirSync('.next/static', { recursive: true, encoding: 'utf8' })
  for (const [kind, type] of [
    ['.js', 'application/javascript; charset=UTF-8'],
    ['.css', 'text/css; charset=UTF-8'],
    ['.woff2', 'font/woff2'],
  ] as const)
    await expectHeaders(`/_next/static/${built.find((name) => name.endsWith(kind))}`, {
      ...ofStaticFiles,
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      ...(kind !== '.woff2' && { vary: 'Accept-Encoding' }),
    })
  await expectHeaders('/_next/static/none.js', {
    ...ofStaticFiles,
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': nextNoStore.errors,
    vary: 'Accept-Encoding',
  })
  for (const [path, type] of [
    ['/favicon.ico', 'image/x-icon'],
    ['/icon.svg', 'image/svg+xml'],
    ['/apple-icon.png', 'image/png'],
    ['/share.png', 'image/png'],
    ['/icons/icon-192.png', 'image/png'],
  ] as const)
    await expectHeaders(path, {
      ...(path.startsWith('/icons/') ? ofTexts : ofStaticFiles),
      'content-type': type,
      'cache-control': 'public, max-age=86400',
      ...(type !== 'image/png' && { vary: 'Accept-Encoding' }),
    })
  for (const [path, type] of [
    ['/robots.txt', 'text/plain'],
    ['/sitemap.xml', 'application/xml'],
    ['/manifest.webmanifest', 'application/manifest+json'],
    ['/llms.txt', 'text/plain; charset=utf-8'],
  ] as const)
    await expectHeaders(path, {
      ...ofTexts,
      'content-type': type,
      'cache-control': 'public, max-age=0, must-revalidate',
      vary: compressed,
    })
  for (const path of ['/api/health', '/api/leads/redeliver', '/api/taken-times'])
    await expectHeaders(path, {
      ...ofTexts,
      'content-type': 'application/json',
      'cache-control': 'no-store',
      vary: compressed,
    })
  const ofErrors = { ...ofTexts, 'content-type': 'text/html; charset=utf-8', vary: compressed }
  for (const path of ['/404', '/500', '/_not-found', '/_global-error', '/%62ook-demo'])
    await expectHeaders(path, { ...ofErrors, 'cache-control': 'no-store' })
  for (const path of ['/nowhere', '/icons/no'])
    await expectHeaders(path, { ...ofErrors, 'cache-control': nextNoStore.errors })
})

/** Next.js adds the headers of every response to an answer of proxy.ts. */
const ofFilteredPosts = { ...ofRefusals, vary: 'Accept-Encoding' }

test('responses to other methods than GET and HEAD say why, and are not cached', async ({
  site,
}) => {
  const text = { 'content-type': 'text/plain' }
  const elsewhere = { origin: 'https://evil.example' }
  const type = [415, {}, 'Forms must be sent as multipart/form-data.\n'] as const
  const origin = [403, {}, 'Forms are accepted only from pages on this site.\n'] as const
  const unused = [405, { allow: 'GET, HEAD, POST' }, 'Use GET, HEAD or POST.\n'] as const
  for (const path of ['/', '/icon.svg', '/nowhere'])
    for (const [method, headers, [status, change, body]] of [
      ['POST', {}, type],
      ['POST', text, type],
      ['POST', elsewhere, origin],
      ['PUT', {}, unused],
      ['DELETE', {}, unused],
      ['OPTIONS', {}, unused],
    ] as const) {
      const response = await fetch(site.url + path, { method, headers })
      expect([response.status, headersOf(response.headers), await response.text()]).toEqual([
        status,
        {
          ...(path === '/icon.svg' ? ofStaticFiles : ofEverythingElse),
          ...ofFilteredPosts,
          ...change,
        },
        body,
      ])
    }
})

test('each answer to a form has its headers, and no others', async ({ site }) => {
  const { hidden } = await readForm(site.url)
  const [loader] = scriptsOf(await (await fetch(site.url)).text())
  /** The answer to a post, without the value of its nonce. */
  const send = async (
    format: 'native' | 'scripted',
    client: string,
    { entries = {}, changed = {} }: Record<string, Record<string, string>> = {},
  ) => {
    const { body, ...request } = leadRequest(hidden, format, client, entries)
    const headers = { ...request.headers, origin: site.url, ...changed }
    const response = await fetch(site.url, { method: 'POST', headers, body, redirect: 'manual' })
    const named = JSON.stringify(headersOf(response.headers))
    return {
      status: response.status,
      headers: JSON.parse(named.replaceAll(/(nonce[-=]\\?"?)[\w+/=]+/g, '$1NONCE')),
      body: await response.text(),
    }
  }
  const ofPosts = { ...ofEverythingElse, 'cache-control': nextNoStore.posts }
  const ofNativePosts = {
    ...ofPosts,
    'content-security-policy': policyOf(`'nonce-NONCE' ${hashOf(loader?.text ?? '')}`),
  }
  expect(await send('native', newClientAddress(), { entries: { name: 'R2D2' } })).toEqual({
    status: 200,
    headers: {
      ...ofNativePosts,
      'content-type': 'text/html; charset=utf-8',
      vary: compressed,
      link: expect.stringMatching(
        /^<\/_next\/static\/media\/[\w.-]+\.woff2>; rel=preload; as="font"; crossorigin=""; nonce="NONCE"; type="font\/woff2"$/,
      ),
    },
    body: expect.stringContaining('Invalid name format'),
  })
  const client = newClientAddress()
  const changed = { entries: { businessName: 'Bo Ruiz' } }
  // At once, however busy the machine is: the second comes too early.
  const native = await Promise.all([send('native', client), send('native', client, changed)])
  const [early, accepted] = native.sort((a, b) => a.status - b.status)
  expect(accepted).toEqual({
    status: 303,
    headers: { ...ofNativePosts, vary, location: '/#call-our-ai-sent' },
    body: '',
  })
  expect(early).toMatchObject({ status: 200, headers: ofNativePosts })
  expect(early?.body).toContain('Please wait a moment before submitting again.')
  for (const name of ['name', 'phone'] as const)
    expect(early?.body).toContain(`value="${leadEntries[name]}"`)
  const other = newClientAddress()
  const scripted = await Promise.all([send('scripted', other), send('scripted', other, changed)])
  const statuses = scripted.map(({ status, headers, body }) => ({
    status,
    headers,
    result: /"status":"([\w-]+)"/.exec(body)?.[1],
  }))
  const headers = { ...ofPosts, 'content-type': 'text/x-component', vary: compressed }
  expect(statuses.sort((a, b) => String(a.result).localeCompare(String(b.result)))).toEqual([
    { status: 200, headers, result: 'accepted' },
    { status: 200, headers, result: 'too-fast' },
  ])
  const outdated = { changed: { 'next-action': 'b'.repeat(42) } }
  expect(await send('scripted', newClientAddress(), outdated)).toEqual({
    status: 404,
    headers: { ...ofEverythingElse, ...ofFilteredPosts, 'x-nextjs-action-not-found': '1' },
    body: 'Server action not found.\n',
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

test('the page that answers a native post has a nonce and hydrates', { tag: '@deep' }, async ({
  page,
  receiver,
}) => {
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
  const [sources = ''] = /'nonce-[\w+/=]+' 'sha256-[\w+/=]+'/.exec(policies[0]?.value ?? '') ?? []
  expect(policies[0]?.value).toBe(policyOf(sources))
  await expect(dialog.getByRole('group', { name: 'Error' })).toContainText('Unable to submit form')
  // After hydration, the dialog is modal and the next attempt does not load a new page.
  await expect.poll(() => dialog.evaluate((element) => element.matches(':modal'))).toBe(true)
  await expect(async () => {
    if (await dialog.isVisible()) await submitOf(dialog).click({ timeout: 1000 })
    await expect(toastOf(page)).toContainText('Success!', { timeout: 2500 })
  }).toPass()
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
})
