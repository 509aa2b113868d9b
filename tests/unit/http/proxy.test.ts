import 'next/dist/server/node-environment-baseline.js'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unstable_doesMiddlewareMatch } from 'next/experimental/testing/server.js'
import { NextRequest } from 'next/server'
import { beforeEach, expect, it, vi } from 'vitest'
import { paths } from '@/lib/pages.mjs'
import { config, proxy } from '../../../proxy'
import { temporaryFolder } from '../../support/process/files'
import { captureLog } from '../../support/site/in-process'
import { ofRefusals, policyOf } from '../../support/site/response-headers'
import { type leadFormats, leadRequest } from '../../support/visitor/lead-post'
import { sampleKind } from '../../support/visitor/visitor'

/** What `scripts/check-deployed.mjs` sees of it on a deployment, and what it does not see. */

const action = 'a'.repeat(42)
const hidden = (id = action) => ({
  $ACTION_REF_1: '',
  '$ACTION_1:0': `{"id":"${id}","bound":"$@1"}`,
  '$ACTION_1:1': '[null]',
  $ACTION_KEY: `k${'0'.repeat(32)}`,
  dialog: sampleKind,
})

beforeEach(() => void captureLog())

/** A callback, as a browser sends it to the proxy. */
function callback(
  format: (typeof leadFormats)[number],
  { id, ...changes }: Record<string, string> = {},
) {
  const { headers, body } = leadRequest(hidden(id), format, '192.0.2.1')
  const origin = { origin: 'https://px.example', host: 'px.example' }
  return new NextRequest('https://px.example/', {
    method: 'POST',
    headers: { ...headers, ...origin, ...changes },
    body,
  })
}

it('a native post has a policy with a nonce of its own, whatever policy its client sent', async () => {
  vi.stubEnv('LOADER_HASH', "'sha256-loader'")
  const forged = { 'content-security-policy': "script-src 'nonce-mine'" }
  const response = await proxy(callback('native', forged))
  const policy = response.headers.get('content-security-policy') ?? ''
  const [nonce = ''] = /'nonce-[\w+/=]{20,}'/.exec(policy) ?? []
  expect(policy).toBe(policyOf(`${nonce} 'sha256-loader'`))
  // Next.js gets the headers of the request under this prefix.
  expect(response.headers.get('x-middleware-request-content-security-policy')).toBe(policy)
  expect(response.headers.get('x-middleware-next')).toBe('1')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const other = await proxy(callback('native'))
  expect(other.headers.get('content-security-policy')).not.toBe(policy)
})

it('a scripted post passes, and its answer is not cached', async () => {
  const { status, headers } = await proxy(callback('scripted'))
  expect({ status, headers: Object.fromEntries(headers) }).toEqual({
    status: 200,
    headers: { 'cache-control': 'no-store', 'x-middleware-next': '1' },
  })
})

it.each([
  ['a phone system', { 'content-type': 'application/json' }, '{"call":'],
  ['the button', { 'content-type': 'application/x-www-form-urlencoded' }, ''],
])(
  'what %s posts about a call passes unread, and the route has the policy',
  async (_, type, body) => {
    const url = 'https://px.example/api/leads/called?id=x'
    const request = new NextRequest(url, { method: 'POST', headers: type, body })
    const { status, headers } = await proxy(request)
    expect({ status, headers: Object.fromEntries(headers), isRead: request.bodyUsed }).toEqual({
      status: 200,
      headers: { 'cache-control': 'no-store', 'x-middleware-next': '1' },
      isRead: false,
    })
  },
)

it('a page that is requested with a body gets no other policy', async () => {
  const headers = { 'content-length': '0' }
  const { headers: given } = await proxy(new NextRequest('https://px.example/', { headers }))
  expect([...given.keys()]).not.toContain('content-security-policy')
})

async function answerOf(request: NextRequest, answer = proxy) {
  const response = await answer(request)
  const { status, headers } = response
  return { status, headers: Object.fromEntries(headers), body: await response.text() }
}

it('a form of a build with another action key is refused', async () => {
  const ofThisBuild = await loadProxyOfBuild({ requestCallback: action, bookDemo: 'b'.repeat(42) })
  const id = 'c'.repeat(42)
  expect(await answerOf(callback('native', { id }), ofThisBuild)).toEqual({
    status: 409,
    headers: ofRefusals,
    body: 'We updated this site. Go back, copy what you entered, reload the page, and send it again.\n',
  })
  const known = await ofThisBuild(callback('native'))
  expect(known.headers.get('x-middleware-next')).toBe('1')
})

/** The proxy in the function of a build, whose trace has the list of its server actions. */
async function loadProxyOfBuild(actions: Record<string, string>): Promise<typeof proxy> {
  const folder = temporaryFolder('function')
  mkdirSync(join(folder, '.next/server'), { recursive: true })
  const node = Object.entries(actions).map(([exportedName, id]) => [id, { exportedName }])
  writeFileSync(
    join(folder, '.next/server/server-reference-manifest.json'),
    JSON.stringify({ node: Object.fromEntries(node) }),
  )
  vi.stubEnv('NODE_ENV', 'production')
  vi.spyOn(process, 'cwd').mockReturnValue(folder)
  vi.resetModules()
  return (await import('../../../proxy')).proxy
}

it.each([
  [{ 'content-type': 'text/plain' }, true],
  [{ 'content-length': '0' }, true],
  [{ 'transfer-encoding': 'chunked' }, true],
  [{ 'next-action': action }, true],
  [{ accept: 'text/html', cookie: 'a=b', rsc: '1' }, false],
])('the proxy gets a request with the headers %o: %s', (headers, expected) => {
  for (const url of [...paths, '/nowhere', '/api/health', '/_next/static/any.js'])
    expect(unstable_doesMiddlewareMatch({ config, url, headers })).toBe(expected)
})
