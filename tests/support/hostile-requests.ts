import fc from 'fast-check'
import { anyText } from './any-text'
import { newClientAddress } from './client-address'
import { boundary, multipart, multipartType, rawRequest } from './raw-http'

const seed = 20_261_121

type Field = readonly [name: string, value: string]
/** With `endEarly`, the client closes its side of the connection after the bytes. */
type Attack = { bytes: Buffer | string; endEarly?: boolean }

/** Hostile requests by kind, for the fuzz test and for `npm run attack`. */
export function hostileRequests(
  url: string,
  hidden: Record<string, string>,
): Record<string, Attack[]> {
  const actionId = /"id":"(\w+)"/.exec(Object.values(hidden).join(' '))?.[1] ?? ''
  const request = (parts: Parameters<typeof rawRequest>[1]): Attack => ({
    bytes: rawRequest(url, {
      ...parts,
      headers: { 'x-forwarded-for': newClientAddress(), ...parts.headers },
    }),
  })
  /** A body as a page without scripts posts it, or with this action as scripts do. */
  const post = (body: string | Buffer, headers = {}) =>
    request({ body, headers: { ...multipartType, ...headers } })
  const toAction = { 'next-action': actionId }
  const nativePost = (fields: readonly Field[], headers = {}) =>
    post(multipart([...Object.entries(hidden), ...fields]), headers)
  const actionCall = (fields: readonly Field[], root = '[null,"$K1"]', headers = {}) =>
    post(
      multipart([...fields.map(([name, value]) => [`_1_${name}`, value] as const), ['0', root]]),
      { ...toAction, ...headers },
    )
  /** A native post with another value in the form state. */
  const formState = (state: string) =>
    post(
      multipart(
        Object.entries(hidden).map(([key, text]) => [key, key.endsWith(':1') ? state : text]),
      ),
    )
  const sample = <T>(count: number, arbitrary: fc.Arbitrary<T>) =>
    fc.sample(arbitrary, { numRuns: count, seed })

  const name = fc.oneof(
    fc.constantFrom('name', 'phone', 'businessName', 'email', 'dialog', 'submissionId'),
    fc.constantFrom('reference_note', 'attribution', 'challenges', 'preferredDate', 'website'),
    fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'then', 'name[]'),
    fc.constantFrom('$ACTION_REF_9', '$ACTION_ID_x', '$ACTION_KEY', '$ACTION_9:0', '0', '_1_name'),
    fc.string({ maxLength: 20 }).map((text) => text.replace(/["\r\n]/g, '')),
  )
  const value = fc.oneof(
    anyText(300),
    fc.constantFrom('', 'null', '\0', '\ud800', '\udfff\ud800', '\u202e', '=cmd|calc', '$@1'),
    fc.constantFrom('{"__proto__":{"a":1}}', '$$', '9'.repeat(400), '<script>alert(1)</script>'),
    fc.constantFrom(`a@${'.'.repeat(30_000)} `, `${'a'.repeat(30_000)}@`, ' '.repeat(30_000)),
    fc.json({ maxDepth: 5 }),
  )
  const fields = fc.array(fc.tuple(name, value), { maxLength: 12 })
  const reference = fc.oneof(
    fc
      .tuple(
        fc.constantFrom(...'Fh@KQWiTBDnRrx'),
        fc.constantFrom('', '0', '1', '2', 'ff', '-1', '__proto__', '1:constructor'),
      )
      .map(([sign, id]) => JSON.stringify([null, `$${sign}${id}`])),
    fc.constantFrom('', '[', 'null', '0', '"$K1"', '{}', '[]', '[null]', '[null,"$K2"]'),
    fc.constantFrom('[null,"$K1",1]', '{"then":"$F1"}', '["$1:then:constructor","$K1"]'),
    fc.json(),
  )
  const bytes = fc.uint8Array({ maxLength: 600 }).map((data) => Buffer.from(data))
  const action = fc.oneof(
    fc.constantFrom('', 'x', 'toString', '__proto__', 'null', '0', `${actionId}0`, '$F1'),
    fc.stringMatching(/^[0-9a-f]{42}$/),
    fc.stringMatching(/^[ -~]{1,60}$/),
  )
  const origin = fc.oneof(
    fc.constantFrom('null', '', 'https://evil.example', `${url}.evil.example`),
    fc.constantFrom('file://', '//', 'x'),
    fc.webUrl(),
    fc.stringMatching(/^[!-~]{1,40}$/),
  )
  const path = fc.oneof(
    fc.constantFrom('/%ff%00', '/%', '/icons/%E0%A4%A', '/icons/x', '/../../etc/passwd'),
    fc.constantFrom('//evil', '/\\x', '/_next/static/%2e%2e%2fpackage.json', '/.env'),
    fc.constantFrom('/_next/image?url=/&w=1', '/data/leads.db'),
    fc.stringMatching(/^\/[!-~]{0,60}$/),
    fc.webPath(),
  )
  const header = fc.constantFrom(
    ['rsc', '1'],
    ['next-router-state-tree', '%5B%5D'],
    ['next-router-state-tree', '{"a":'],
    ['next-router-prefetch', '1'],
    ['next-router-segment-prefetch', '/../../x'],
    ['x-middleware-subrequest', 'proxy:proxy:proxy:proxy:proxy'],
    ['x-matched-path', '/../../x'],
    ['x-invoke-status', '500'],
    ['x-nextjs-data', '1'],
    ['x-forwarded-host', 'evil.example'],
    ['x-action-forwarded', '1'],
    ['x-socket-address', '6.6.6.6'],
    ['accept', 'text/x-component'],
    ['range', 'bytes=0-999999999'],
    ['cookie', '__prerender_bypass=x; __next_preview_data=x'],
  )
  const nativeBody = multipart([...Object.entries(hidden), ['name', 'Ana']])
  const actionBody = multipart([
    ['_1_name', 'Ana'],
    ['0', '[null,"$K1"]'],
  ])
  const longBody = Buffer.from(multipart([...Object.entries(hidden), ['name', 'x'.repeat(400)]]))
  const method = fc.constantFrom('PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'HEAD', 'TRACE')

  return {
    'random fields, native post': sample(250, fields).map((each) => nativePost(each)),
    'random fields, action call': sample(250, fields).map((each) => actionCall(each)),
    'references and JSON as action arguments': sample(250, reference).map((each) =>
      actionCall([], each),
    ),
    'references in the form state': sample(100, reference).map(formState),
    'wrong and outdated action ids': sample(150, action).map((each) =>
      actionCall([['name', 'Ana']], undefined, { 'next-action': each }),
    ),
    'other and null origins': sample(100, origin).flatMap((each) => [
      nativePost([], { origin: each }),
      actionCall([], undefined, { origin: each }),
    ]),
    'wrong and missing content types': [
      {},
      ...['', 'text/plain', 'application/json', 'application/x-www-form-urlencoded'].map(ofType),
      ...['', '; boundary=', '; boundary=another', `; boundary=${'x'.repeat(500)}`].map((rest) =>
        ofType(`multipart/form-data${rest}`),
      ),
      ofType(`multipart/mixed; boundary=${boundary}`),
      ofType(`multipart/form-data; charset=utf-16; boundary=${boundary}`),
      { ...multipartType, 'content-encoding': 'gzip' },
      { 'next-action': '' },
      { ...ofType('text/plain'), 'next-action': '' },
    ].flatMap((headers) => [
      request({ headers, body: nativeBody }),
      request({ headers: { ...headers, ...toAction }, body: nativeBody }),
    ]),
    'random bytes as the body': sample(150, bytes).flatMap((body) => [
      post(body),
      post(Buffer.concat([Buffer.from(`--${boundary}\r\n`), body])),
    ]),
    'connection closed in the middle of the body': sample(100, fc.nat(longBody.length - 1)).map(
      (length) => ({
        ...post(longBody.subarray(0, length), { 'content-length': String(longBody.length) }),
        endEarly: true,
      }),
    ),
    'body without its last boundary': sample(50, fc.nat(longBody.length - 1)).map((length) =>
      post(longBody.subarray(0, length)),
    ),
    'parts that parsers can read in two ways': ['0', '_1_name', '$ACTION_KEY'].flatMap((field) =>
      [
        `content-disposition: form-data; name="${field}"\r\ncontent-disposition: form-data; name="x"`,
        `content-disposition: form-data; name="x"\r\ncontent-disposition: form-data; name="${field}"`,
        `content-disposition: form-data; name="${field}"\r\ncontent-type: text/plain; charset=utf-16le`,
        `content-disposition: form-data; name="${field}"\r\ncontent-transfer-encoding: base64`,
        `content-disposition: form-data; name="${field}"; name="x"`,
        `content-disposition: form-data; name*=utf-8''${field}`,
        `content-disposition: form-data; name=${field}`,
        `content-disposition: form-data;\r\n name="${field}"`,
      ].flatMap((head) => {
        const oddPart = `--${boundary}\r\n${head}\r\n\r\n["$F1"]\r\n`
        return [post(oddPart + nativeBody), post(oddPart + actionBody, toAction)]
      }),
    ),
    files: ['name', 'dialog', '0', '_1_name'].flatMap((field) => {
      const file = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="x"\r\n\r\nx\r\n`
      return [post(file + nativeBody), post(file + nativeBody, toAction)]
    }),
    '10,000 fields': [
      nativePost(Array.from({ length: 10_000 }, (_, i) => [`f${i}`, ''])),
      actionCall(Array.from({ length: 10_000 }, (_, i) => [`f${i}`, ''])),
      nativePost(Array.from({ length: 700 }, () => ['name', 'x'])),
    ],
    'a million characters': [
      nativePost([['name', 'x'.repeat(1e6)]]),
      actionCall([['name', 'é'.repeat(5e5)]]),
      actionCall([], `"${'x'.repeat(1e6)}"`),
      ...Array.from({ length: 7 }, () => nativePost([['additionalNotes', '\u202e'.repeat(3e5)]])),
    ],
    'a million characters in chunks': Array.from({ length: 5 }, () => ({
      bytes: `POST / HTTP/1.1\r\nhost: ${new URL(url).host}\r\nconnection: close\r\ncontent-type: ${
        multipartType['content-type']
      }\r\ntransfer-encoding: chunked\r\n\r\n${`10000\r\n${'a'.repeat(0x10000)}\r\n`.repeat(16)}0\r\n\r\n`,
    })),
    'deeply nested arrays': [100, 1000, 20_000].flatMap((depth) => [
      actionCall([], '['.repeat(depth) + ']'.repeat(depth)),
      actionCall([['attribution', '['.repeat(depth) + ']'.repeat(depth)]]),
      formState('['.repeat(depth) + ']'.repeat(depth)),
    ]),
    'an action on other paths': sample(100, path).map((each) =>
      request({
        path: each,
        headers: { ...multipartType, ...toAction },
        body: multipart([['0', '[null,"$K1"]']]),
      }),
    ),
    'random paths': sample(250, path).map((each) => request({ method: 'GET', path: each })),
    'unusual spellings of paths': unusualPaths().flatMap((target) =>
      ['GET', 'HEAD', 'OPTIONS'].map((each) => request({ method: each, path: target })),
    ),
    'internal headers of Next.js': sample(150, fc.array(header, { maxLength: 4 })).flatMap(
      (list) => [
        request({ method: 'GET', path: '/book-demo', headers: Object.fromEntries(list) }),
        actionCall([['name', 'Ana']], undefined, Object.fromEntries(list)),
      ],
    ),
    'other methods': sample(50, method).flatMap((each) =>
      ['/', '/api/health'].map((at) => request({ method: each, path: at })),
    ),
    'guessed cron secrets': sample(50, fc.stringMatching(/^[ -~]{0,60}$/)).map((guess) =>
      request({ method: 'GET', path: '/api/leads/redeliver', headers: { authorization: guess } }),
    ),
    'invalid HTTP': [
      ...sample(100, bytes).map((data) => ({ bytes: data, endEarly: true })),
      { bytes: 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n' },
      { bytes: `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n` },
      { bytes: 'GET / HTTP/1.1\r\nhost: [::x\r\nconnection: close\r\n\r\n' },
      {
        bytes:
          'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      },
      { bytes: 'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nZZ\r\n\r\n' },
      { bytes: 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: -5\r\n\r\n' },
      { bytes: 'CONNECT / HTTP/1.1\r\nhost: x\r\n\r\n' },
      { bytes: 'GET / HTTP/9.9\r\nhost: x\r\n\r\n' },
    ],
  }
}

function ofType(type: string) {
  return { 'content-type': type }
}

/** Paths of this site and of Next.js in spellings that no page links to. */
function unusualPaths(): string[] {
  const own = '/ /book-demo /icons/icon-192.png /api/health'
  const internal = '/_global-error /_not-found /_error /_document /_next/data /_next/static'
  const paths = `${own} ${internal} /404 /500 /index /page`.split(' ')
  const percentEncoded = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`
  return [
    '*',
    '?',
    'x',
    ...paths.flatMap((path) => [
      ...['', '/', '.rsc', '.html', '.segments/_tree.segment.rsc'].map((end) => path + end),
      ...['%2f', '%00', '?nxtPfile=x&_rsc=1'].map((end) => path + end),
      `/${path}`,
      `/.${path}/..`,
      `/_next/data/build${path}.json`,
      `http://evil.example${path}`,
      path.toUpperCase(),
      path.replace(/[a-z[\]]/g, percentEncoded),
      path.replace(/[[\]]/g, percentEncoded),
    ]),
  ]
}
