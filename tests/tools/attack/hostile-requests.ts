import fc from 'fast-check'
import { actionIdOf } from '../../../scripts/check-deployed/read-deployed'
import { boundary, multipart, multipartType, rawRequest } from '../../support/visitor/http'
import { newClientAddress } from '../../support/visitor/visitor'
import * as hostile from './hostile-values'

const seed = 20_261_121

type Field = readonly [name: string, value: string]
/** With `endEarly`, the client closes its side of the connection after the bytes. */
type Attack = { bytes: Buffer | string; endEarly?: boolean }

/** Hostile requests by kind, for the fuzz test and for `npm run tool -- attack`. */
export function hostileRequests(
  url: string,
  hidden: Record<string, string>,
): Record<string, Attack[]> {
  const actionId = actionIdOf(hidden)
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

  const nativeBody = multipart([...Object.entries(hidden), ['name', 'Ana']])
  const actionBody = multipart([
    ['_1_name', 'Ana'],
    ['0', '[null,"$K1"]'],
  ])
  const longBody = Buffer.from(multipart([...Object.entries(hidden), ['name', 'x'.repeat(400)]]))

  return {
    'random fields, native post': sample(250, hostile.fields).map((each) => nativePost(each)),
    'random fields, action call': sample(250, hostile.fields).map((each) => actionCall(each)),
    'references and JSON as action arguments': sample(250, hostile.references).map((each) =>
      actionCall([], each),
    ),
    'references in the form state': sample(100, hostile.references).map(formState),
    'wrong and outdated action ids': sample(150, hostile.actionIds(actionId)).map((each) =>
      actionCall([['name', 'Ana']], undefined, { 'next-action': each }),
    ),
    'other and null origins': sample(100, hostile.origins(url)).flatMap((each) => [
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
    'random bytes as the body': sample(150, hostile.bytes).flatMap((body) => [
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
    'posts to other paths': [...sample(100, hostile.paths), ...hostile.unusualPaths()].flatMap(
      (path) => [
        request({ path, headers: { ...multipartType, ...toAction }, body: actionBody }),
        request({ path, headers: multipartType, body: nativeBody }),
      ],
    ),
    'random paths': sample(250, hostile.paths).map((each) =>
      request({ method: 'GET', path: each }),
    ),
    'unusual spellings of paths': hostile
      .unusualPaths()
      .flatMap((target) =>
        ['GET', 'HEAD', 'OPTIONS'].map((each) => request({ method: each, path: target })),
      ),
    'internal headers of Next.js': sample(150, fc.array(hostile.headers, { maxLength: 4 })).flatMap(
      (list) => [
        request({ method: 'GET', path: '/book-demo', headers: Object.fromEntries(list) }),
        actionCall([['name', 'Ana']], undefined, Object.fromEntries(list)),
      ],
    ),
    'other methods': sample(50, hostile.methods).flatMap((each) =>
      ['/', '/api/health'].map((at) => request({ method: each, path: at })),
    ),
    'guessed cron secrets': sample(50, fc.stringMatching(/^[ -~]{0,60}$/)).map((guess) =>
      request({ method: 'GET', path: '/api/leads/redeliver', headers: { authorization: guess } }),
    ),
    'invalid HTTP': [
      ...sample(100, hostile.bytes).map((data) => ({ bytes: data, endEarly: true })),
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
