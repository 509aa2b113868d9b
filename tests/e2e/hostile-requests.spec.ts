import { statSync } from 'node:fs'
import { join } from 'node:path'
import { actionIdOf } from '../../scripts/check-deployed/read-deployed'
import { expect, test } from '../support/browser/test'
import { filesIn } from '../support/process/files'
import { root } from '../support/site/site'
import {
  boundary,
  multipart,
  multipartType,
  type RawRequest,
  rawRequest,
  sendRaw,
} from '../support/visitor/http'
import { post, readForm } from '../support/visitor/lead-post'
import { newClientAddress } from '../support/visitor/visitor'

/** Some of each kind. `npm run tool -- attack` sends thousands. */

test('hostile requests get an answer without an error of the server, and the next lead is delivered', async ({
  site,
  receiver,
}) => {
  const { action, hidden } = await readForm(site.url)
  const before = buildFiles()
  const toAction = { ...multipartType, 'next-action': actionIdOf(hidden) }
  const native = (fields: [string, string][], headers = {}): RawRequest => ({
    headers: { ...multipartType, ...headers },
    body: multipart([...Object.entries(hidden), ...fields]),
  })
  const call = (root: string, headers = {}): RawRequest => ({
    headers: { ...toAction, ...headers },
    body: multipart([
      ['_1_name', 'Ana'],
      ['0', root],
    ]),
  })
  const get = (path: string, headers = {}): RawRequest => ({ method: 'GET', path, headers })
  const requests: RawRequest[] = [
    native([['name', '\0\u202e\ud800']]),
    native([['__proto__', '{"a":1}']]),
    native([['name', 'x'.repeat(1e5)]]),
    native(Array.from({ length: 5000 }, (_, index) => [`f${index}`, ''])),
    native([], { origin: 'https://evil.example' }),
    native([], { 'content-type': 'multipart/form-data' }),
    native([], { 'content-type': 'text/plain' }),
    native([], { 'content-encoding': 'gzip' }),
    ...['', '[', 'null', '"$K1"', '[null,"$F1"]', '[null,"$@0"]', '{"then":"$F1"}'].map((root) =>
      call(root),
    ),
    call('["$1:then:constructor","$K1"]'),
    call('['.repeat(20_000) + ']'.repeat(20_000)),
    ...['', 'x', '__proto__', 'f'.repeat(42)].map((id) =>
      call('[null,"$K1"]', { 'next-action': id }),
    ),
    { headers: multipartType, body: `--${boundary}\r\nnothing` },
    { headers: toAction, body: 'nothing' },
    { path: '/.rsc', headers: multipartType, body: multipart([]) },
    { method: 'PROPFIND', path: '/api/health' },
    { method: 'OPTIONS', path: '*' },
    get('/api/leads/redeliver', { authorization: 'Bearer guess' }),
    get('/%ff%00'),
    get('/_next/static/%2e%2e%2fpackage.json'),
    get('/_next/image?url=/&w=1'),
    get('/.env'),
    get('/_global-error'),
    get('/', { rsc: '1', 'next-router-state-tree': '{"a":' }),
    get('/', { 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy' }),
    get('/', { 'x-matched-path': '/../../x', 'x-invoke-status': '500' }),
  ]
  for (const request of requests) {
    const headers = { 'x-forwarded-for': newClientAddress(), ...request.headers }
    const { status, body } = await sendRaw(action, rawRequest(action, { ...request, headers }))
    const what = JSON.stringify(request).slice(0, 200)
    expect(Number(status), what).toBeLessThan(500)
    expect(body, what).not.toMatch(/\n\s+at .+:\d+:\d+|node_modules/)
    expect(body, what).not.toContain(root)
  }
  expect(receiver.received).toEqual([])
  expect(buildFiles()).toEqual(before)
  const entries = { name: 'Ana Ruiz', phone: '5095550147', businessName: 'Ruiz & Sons' }
  expect(await post(await readForm(site.url), entries)).toBe(true)
  expect(receiver.onlyBody).toMatchObject({ Name: 'Ana Ruiz' })
})

/** Every file of the build with its size and time. A running server must not change them. */
function buildFiles(): string[] {
  return filesIn(join(root, '.next'))
    .map((path) => `${path} ${statSync(path).size} ${statSync(path).mtimeMs}`)
    .sort()
}
