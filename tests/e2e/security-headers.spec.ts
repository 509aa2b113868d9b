import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { elementsOf } from '../../lib/page/loader/html.mjs'
import { paths } from '../../lib/pages.mjs'
import { expect, test } from '../support/browser/test'
import {
  headersOf,
  ofEverythingElse,
  ofStaticFiles,
  policyOf,
} from '../support/site/response-headers'
import { leadRequest, readForm } from '../support/visitor/lead-post'
import { newClientAddress } from '../support/visitor/visitor'

/** The policy of a page with only the inline loader. */
function policyOfLoader(html: string): string {
  const scripts = elementsOf(html).filter(
    ({ tag, attributes }) =>
      tag === 'script' && !attributes.src && attributes.type !== 'application/ld+json',
  )
  expect(scripts).toHaveLength(1)
  const hash = createHash('sha256')
    .update(scripts[0]?.text ?? '')
    .digest('base64')
  return policyOf(`'sha256-${hash}'`)
}

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

test('every page and kind of file has its cache lifetime and its security headers, and pages a policy that allows only the inline loader', async ({
  site,
}) => {
  const policy = policyOfLoader(await (await fetch(site.url)).text())
  const ofTexts = { ...ofEverythingElse, 'content-security-policy': policy }
  const built = readdirSync('.next/static', { recursive: true, encoding: 'utf8' })
  const builtFile = (kind: string) => `/_next/static/${built.find((name) => name.endsWith(kind))}`
  const day = 'public, max-age=86400'
  const revalidated = 'public, max-age=0, must-revalidate'
  for (const [path, security, caching] of [
    ...paths.map((path) => [path, ofTexts, 'public, max-age=0, s-maxage=60'] as const),
    ...['.js', '.css', '.woff2'].map(
      (kind) => [builtFile(kind), ofStaticFiles, 'public, max-age=31536000, immutable'] as const,
    ),
    ['/favicon.ico', ofStaticFiles, day],
    ['/share.png', ofStaticFiles, day],
    ['/icons/icon-512.png', ofTexts, day],
    ['/robots.txt', ofTexts, revalidated],
    ['/llms.txt', ofTexts, revalidated],
    ['/api/health', ofTexts, 'no-store'],
    ['/nowhere', ofTexts, expect.stringContaining('no-store')],
    ['/500', ofTexts, 'no-store'],
    ['/%62ook-demo', ofTexts, 'no-store'],
  ] as const) {
    const headers = headersOf((await fetch(site.url + path)).headers)
    const { vary, ...others } = headers
    expect(others, path).toEqual({
      ...security,
      'cache-control': caching,
      'content-type': expect.any(String),
    })
  }
})

test('answers to forms are not cached, and pages among them have a nonce', async ({ site }) => {
  const { hidden } = await readForm(site.url)
  const send = async (format: 'native' | 'scripted', entries = {}) => {
    const { body, headers } = leadRequest(hidden, format, newClientAddress(), entries)
    const init = { method: 'POST', body, headers: { ...headers, origin: site.url } }
    const response = await fetch(site.url, { ...init, redirect: 'manual' })
    expect(headersOf(response.headers)).toMatchObject({
      ...ofEverythingElse,
      'cache-control': expect.stringContaining('no-store'),
    })
    const policy = response.headers.get('content-security-policy')
    return { status: response.status, policy, text: await response.text() }
  }
  const [, loader = ''] =
    /('sha256-\S+')/.exec(policyOfLoader(await (await fetch(site.url)).text())) ?? []
  const refused = await send('native', { name: 'R2D2' })
  const [nonce = '', value] = /'nonce-([\w+/=]{20,})'/.exec(refused.policy ?? '') ?? []
  expect(refused).toEqual({
    status: 200,
    policy: policyOf(`${nonce} ${loader}`),
    text: expect.stringContaining(`nonce="${value}"`),
  })
  expect((await send('native')).status).toBe(303)
  expect((await send('scripted')).text).toContain('"status":"accepted"')
})
