import { createRequire } from 'node:module'
import type { Writable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { socketAddressHeader } from '@/lib/http/node-server'
import { parse, refuseByHeaders, refuseRequest } from '@/lib/http/request-filter'
import type { ServerAction } from '@/lib/http/server-actions'
import { env } from '@/lib/server/env'
import { captureLog } from '../../support/site/in-process'
import { anyText } from '../../support/visitor/any-text'
import { newClientAddress } from '../../support/visitor/visitor'

type Field = [name: string, value: string]

const boundary = '----WebKitFormBoundaryA1b2C3d4E5f6G7h8'
const contentType = `multipart/form-data; boundary=${boundary}`

const disposition = (name: string) => `Content-Disposition: form-data; name="${name}"`
const part = (name: string, value: string, header = disposition(name)) =>
  `--${boundary}\r\n${header}\r\n\r\n${value}\r\n`
const end = `--${boundary}--\r\n`

const parseBody = (body: string | Buffer, type = contentType) => parse(Buffer.from(body), type)

/** Parses a body as Next.js parses native posts. */
const parseWithUndici = (body: Buffer, type: string) =>
  new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()

type Busboy = (options: object) => Writable
const busboy: Busboy = createRequire(import.meta.url)('next/dist/compiled/busboy')

/** Parses a body as Next.js parses scripted posts, with the same options. */
function parseWithBusboy(body: Buffer, type: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const fields: unknown[] = []
    const parser = busboy({
      defParamCharset: 'utf8',
      headers: { 'content-type': type },
      limits: { fieldSize: 65_536 },
    })
    parser.on('field', (name, value) => fields.push([name, value]))
    parser.on('file', () => reject(new Error('a file')))
    parser.on('error', reject)
    parser.on('close', () => resolve(fields))
    parser.write(body.subarray(0, body.length / 2))
    parser.end(body.subarray(body.length / 2))
  })
}

/** Undici removes a byte order mark on Node 20 and 22. Harmless: form fields are normalized, and no action field has one. */
const withoutByteOrderMarks = (fields: Field[]) =>
  fields.map(([name, value]) => [name, value.replace(/^\ufeff/, '')])

describe('the body of a post', () => {
  const name = fc.oneof(
    fc.constantFrom('0', '_1_name', '_1_challenges', '$ACTION_1:0', '$ACTION_KEY', '__proto__'),
    fc.stringMatching(/^[\w$:.-]{1,64}$/),
  )
  const cut = boundary.slice(0, -1)
  const lines = ['', '\r\n', '\n--', '--\r\n', `\r\n--${cut}`, `\r\n${disposition('x')}\r\n\r\n`]
  const value = fc.oneof(
    anyText(60).map((text) => text.toWellFormed()),
    fc.constantFrom(...lines, '\0', '\ufeffx', '"', '; name="x"', '%0D%0A', '=?utf-8?q?a?='),
  )
  const form = fc.array(fc.tuple(name, value), { maxLength: 6 })
  const bodyOf = (fields: Field[]) => fields.map((each) => part(...each)).join('') + end

  it('is parsed into the fields it was written from', () => {
    fc.assert(
      fc.property(form, (fields) => {
        expect(parseBody(bodyOf(fields))).toEqual(fields)
      }),
    )
  })

  const line = `--${boundary}`
  const field = disposition('0')
  /** Pieces that parsers tend to read differently. Each replaces a random part of a valid body. */
  const piece = fc.oneof(
    fc.constantFrom(...'\n\r"\\;: \t\0\ufeff-', '\r\n', '--', '%22'),
    fc.constantFrom(boundary, line, `\r\n${line}`, `${line}--`, end, part('0', 'x'), field),
    fc.constantFrom('; filename="x"', "; name*=utf-8''0", '; name="0"', '\r\n\tfolded'),
    fc.constantFrom(`\r\n${disposition('_1_x')}`, 'content-disposition: form-data; name=0'),
    fc.constantFrom(
      '\r\nContent-Type: text/plain; charset=utf-16',
      '\r\nContent-Transfer-Encoding: base64',
    ),
    fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  )
  const edit = fc.tuple(fc.nat(), fc.nat({ max: 12 }), piece)
  const anyBody = fc.tuple(form, fc.array(edit, { maxLength: 3 })).map(([fields, edits]) =>
    edits.reduce(
      (body, [at, length, put]) => {
        const start = at % (body.length + 1)
        return Buffer.concat([
          body.subarray(0, start),
          Buffer.from(put, 'latin1'),
          body.subarray(start + length),
        ])
      },
      Buffer.from(bodyOf(fields)),
    ),
  )
  const anyType = fc.oneof(
    { weight: 20, arbitrary: fc.constant(contentType) },
    fc.constantFrom(
      `multipart/form-data;boundary=${boundary}`,
      `multipart/form-data; boundary="${boundary}"`,
      `multipart/form-data; charset=utf-16; boundary=${boundary}`,
      `${contentType}; boundary=x`,
      `${contentType},x`,
    ),
  )

  it('is rejected, or is read the same way by both parsers of Next.js', async () => {
    let accepted = 0
    await fc.assert(
      fc.asyncProperty(anyBody, anyType, async (body, type) => {
        const fields = parseBody(body, type)
        if (!fields) return
        accepted++
        const [undici, scripted] = await Promise.all([
          parseWithUndici(body, type),
          parseWithBusboy(body, type),
        ])
        const native = [...undici] as Field[]
        expect(withoutByteOrderMarks(native)).toEqual(withoutByteOrderMarks(fields))
        expect(scripted).toEqual(fields)
      }),
      { numRuns: 1000, seed: 20_261_121 },
    )
    expect(accepted).toBeGreaterThan(200)
  })

  it.each([
    ['a file', part('0', 'x', `${field}; filename="x"`)],
    ['bytes that are not UTF-8', Buffer.from(part('0', '\xff'), 'latin1')],
    ['text before the first boundary', `x\r\n${part('0', 'x')}`],
    ['the boundary within a value', part('0', `x--${boundary}`)],
  ] as [string, string | Buffer][])('is rejected with %s', (_, parts) => {
    expect(parseBody(part('0', 'x') + end)).toEqual([['0', 'x']])
    expect(parseBody(Buffer.concat([Buffer.from(parts), Buffer.from(end)]))).toBeNull()
  })

  it.each(['', 'multipart/form-data', `x${contentType}`, `${contentType};`])(
    'is rejected with the type "%s"',
    (type) => {
      expect(parseBody(part('0', 'x') + end, type)).toBeNull()
    },
  )

  it('may end without a line break', () => {
    expect(parseBody(part('0', 'x') + end.trimEnd())).toEqual([['0', 'x']])
  })

  it('is rejected when it is cut off or continues after its end', () => {
    expect(parseBody(part('0', 'x'))).toBeNull()
    expect(parseBody(`${part('0', 'x')}${end}x`)).toBeNull()
    expect(parseBody('')).toBeNull()
  })

  it.each([
    '----WebKitFormBoundary8jcrkEKKTvYWkVBl',
    '----geckoformboundary1c4b4b6f5f5f0a3a7d8d90d2d8b1c6a2',
    '---------------------------735323031399963166993862150',
  ])('may have the boundary %s of a browser', (token) => {
    const body = `--${token}\r\n${disposition('0')}\r\n\r\nx\r\n--${token}--\r\n`
    expect(parseBody(body, `multipart/form-data; boundary=${token}`)).toEqual([['0', 'x']])
  })
})

describe('the request filter', () => {
  const refusals = {
    path: { status: 400, text: 'This address is not valid.' },
    method: {
      status: 405,
      text: 'Use GET, HEAD or POST.',
      headers: { allow: 'GET, HEAD, POST' },
    },
    pageRequest: { status: 400, text: 'Forms must be sent with POST.' },
    origin: { status: 403, text: 'Forms are accepted only from pages on this site.' },
    type: { status: 415, text: 'Forms must be sent as multipart/form-data.' },
    tooLarge: { status: 413, text: 'This is larger than any form on this site.' },
    unknownForm: { status: 400, text: 'This is not a form on this site.' },
  }
  const id = 'a'.repeat(42)
  const post = (
    body: string,
    change: Record<string, string> = {},
    actions?: ServerAction[],
    path = '/',
  ) => {
    const address = { [socketAddressHeader]: newClientAddress() }
    const headers = { 'content-type': contentType, ...address, ...change }
    const request = new Request(`http://px.example${path}`, { method: 'POST', headers, body })
    return refuseRequest(request, actions)
  }
  const scripted = part('_1_name', 'Ana') + part('0', '[null,"$K1"]') + end
  const action = {
    $ACTION_REF_1: '',
    '$ACTION_1:0': `{"id":"${id}","bound":"$@1"}`,
    '$ACTION_1:1': '[null]',
    $ACTION_KEY: `k${'0'.repeat(32)}`,
  }
  const native = (change: Record<string, string> = {}) =>
    Object.entries({ ...action, ...change, name: 'Ana' })
      .map((field) => part(...field))
      .join('') + end

  it('refuses a post of 64 KB', async () => {
    const filled = (size: number) => scripted.replace('Ana', 'A'.repeat(size - scripted.length + 3))
    expect(await post(filled(64 * 1024 - 1), { 'next-action': id })).toBeNull()
    expect(await post(filled(64 * 1024), { 'next-action': id })).toEqual(refusals.tooLarge)
  })

  it('reads no post of a client that has sent forty in ten seconds, except of this machine', async () => {
    captureLog()
    const send = (headers: Record<string, string>) => {
      const request = new Request('http://px.example/', { method: 'POST', headers, body: 'x' })
      return refuseRequest(request).then((refusal) => [refusal?.status, request.bodyUsed])
    }
    const from = { 'content-type': contentType, [socketAddressHeader]: newClientAddress() }
    for (let i = 0; i < 40; i++) expect(await send(from)).toEqual([400, true])
    expect(await send(from)).toEqual([429, false])
    expect(await send({ ...from, [socketAddressHeader]: newClientAddress() })).toEqual([400, true])
    const local = { ...from, [socketAddressHeader]: '127.0.0.1', host: 'localhost:3000' }
    for (let i = 0; i < 41; i++) expect(await send(local)).toEqual([400, true])
  })

  it('accepts native and scripted posts, and refuses those that name no action or two', async () => {
    const withId = { 'next-action': id }
    expect(await post(scripted, withId)).toBeNull()
    expect(await post(native())).toBeNull()
    const marked = part('0', '\ufeff[null,"$K1"]') + end
    const twoKeys = part('$ACTION_KEY', action.$ACTION_KEY) + native()
    for (const [body, headers] of [
      [scripted, { 'next-action': '' }],
      [scripted, { 'next-action': `x${id}` }],
      [scripted, { 'next-action': `${id}x` }],
      [twoKeys, {}],
      [marked, withId],
    ] as const)
      expect(await post(body, headers)).toEqual(refusals.unknownForm)
  })

  it.each([
    ['$ACTION_REF_1', '$ACTION$ACTION_REF_1'],
    ['$ACTION_REF_1', '$ACTION_REF_1x'],
    ['$ACTION_1:0', '$ACTION$ACTION_1:0'],
    ['$ACTION_1:0', '$ACTION_1:00'],
    ['$ACTION_1:1', '$ACTION$ACTION_1:1'],
    ['$ACTION_1:1', '$ACTION_1:1x'],
    ['$ACTION_KEY', '$ACTION$ACTION_KEY'],
    ['$ACTION_KEY', '$ACTION_KEYx'],
    ['$ACTION_KEY', '$ACTION_KEY_1'],
    ['0', '00'],
    ['0', '10'],
    ['_1_name', 'x_1_name'],
  ])('refuses a post that has %s as %s', async (name, other) => {
    const renamed = (body: string) => body.replace(`"${name}"`, `"${other}"`)
    const [body, headers] = name.startsWith('$')
      ? [native(), {}]
      : [scripted, { 'next-action': id }]
    expect(await post(renamed(body), headers)).toEqual(refusals.unknownForm)
  })

  it('accepts forms with numbers of up to three digits, which are the same in each field', async () => {
    const numbered = (number: string) =>
      native().replaceAll(/ACTION(_REF)?_1/g, `ACTION$1_${number}`)
    expect(await post(numbered('123'))).toBeNull()
    expect(await post(numbered('1234'))).toEqual(refusals.unknownForm)
    const mixed = numbered('12').replace('$ACTION_REF_12', '$ACTION_REF_13')
    expect(await post(mixed)).toEqual(refusals.unknownForm)
  })

  it('accepts 64 fields', async () => {
    const filled = (count: number) =>
      part('_1_challenges', 'x').repeat(count - 1) + part('0', '[null,"$K1"]') + end
    expect(await post(filled(64), { 'next-action': id })).toBeNull()
    expect(await post(filled(65), { 'next-action': id })).toEqual(refusals.unknownForm)
  })

  it.each(['[7]', '["$$5"]', '[{"a":["b",null]}]', '[[[[[[7]]]]]]'])(
    'accepts the previous result %s',
    async (result) => {
      expect(await post(native({ '$ACTION_1:1': result }))).toBeNull()
    },
  )

  it.each([
    ['$ACTION_REF_1', 'x'],
    ['$ACTION_1:0', `x${action['$ACTION_1:0']}`],
    ['$ACTION_1:0', `${action['$ACTION_1:0']}x`],
    ['$ACTION_1:1', 'x'],
    ['$ACTION_1:1', 'null'],
    ['$ACTION_1:1', '[null,null]'],
    ['$ACTION_1:1', '["$undefined"]'],
    ['$ACTION_1:1', '[{"a":"b","c":["$undefined"]}]'],
    ['$ACTION_1:1', '[[[[[[[]]]]]]]'],
    ['$ACTION_KEY', `x${action.$ACTION_KEY}`],
    ['$ACTION_KEY', `${action.$ACTION_KEY}0`],
  ])('refuses a native post whose %s is %s', async (name, value) => {
    expect(await post(native({ [name]: value }))).toEqual(refusals.unknownForm)
  })

  it('tells a visitor whose page is of another build to send the form again, with scripts as Next.js does, and logs it', async () => {
    const log = captureLog()
    const actions: ServerAction[] = [{ id, name: 'requestCallback' }]
    expect(await post(scripted, { 'next-action': id }, actions)).toBeNull()
    expect(await post(scripted, { 'next-action': 'b'.repeat(42) }, actions)).toEqual({
      status: 404,
      text: 'Server action not found.',
      headers: { 'x-nextjs-action-not-found': '1' },
    })
    expect(await post(native(), {}, [{ id: 'b'.repeat(42), name: 'requestCallback' }])).toEqual({
      status: 409,
      text: 'We updated this site. Go back, copy what you entered, reload the page, and send it again.',
    })
    expect(log.events()).toEqual([
      { time: expect.any(String), event: 'refused', reason: 'outdated' },
    ])
  })

  it.each(
    '/thank-you /404 /nowhere /index /book%2ddemo /book-demo/ /book-demo.rsc //book-demo /share.png /icon%2esvg /robots%2etxt /_next/mcp /_next/data /api/health'.split(
      ' ',
    ),
  )('refuses a post to %s, which has no form', async (path) => {
    expect(await post(native(), {}, [], path)).toEqual(refusals.unknownForm)
    expect(await post(scripted, { 'next-action': id }, [], path)).toEqual(refusals.unknownForm)
  })

  it.each([
    ['requestCallback', '/', null],
    ['requestCallback', '/book-demo', refusals.unknownForm],
    ['bookDemo', '/book-demo?services=chat-agent', null],
    ['bookDemo', '/', refusals.unknownForm],
  ] as const)('answers a post that calls %s at %s with %j', async (name, path, answer) => {
    const actions = [{ id, name }]
    expect(await post(native(), {}, actions, path)).toEqual(answer)
    expect(await post(scripted, { 'next-action': id }, actions, path)).toEqual(answer)
  })

  it('refuses a form of another origin, and the log says what to do when a proxy does not forward the Host header', async () => {
    vi.spyOn(env, 'siteUrl', 'get').mockReturnValue('https://px.example')
    const log = captureLog()
    const answerTo = (origin: string) => {
      const headers = { origin, host: '127.0.0.1:3000' }
      return refuseRequest(new Request('http://127.0.0.1:3000/', { method: 'POST', headers }))
    }
    expect(await answerTo('https://elsewhere.example')).toEqual(refusals.origin)
    expect(log.events()).toEqual([{ time: expect.any(String), event: 'refused', reason: 'origin' }])
    log.warnings()
    expect(await answerTo('https://px.example')).toEqual(refusals.origin)
    expect(log.warnings()).toEqual([expect.stringMatching(/forward the Host header \(nginx: /)])
  })

  const headersOfPost = { 'content-type': contentType, host: 'px.example' }
  it.each([
    ['HEAD', '/', {}, null],
    ['GET', '/icons/icon-512.png', {}, null],
    ['GET', '/a[b]c', {}, null],
    ['GET', 'x', {}, refusals.path],
    ['GET', '/icons/%E0%A4%A', {}, refusals.path],
    ['GET', '/', { 'content-type': contentType }, refusals.pageRequest],
    ['PUT', '/', {}, refusals.method],
    ['OPTIONS', '/', {}, refusals.method],
    ['PROPFIND', '/', {}, refusals.method],
    ['POST', '/', { host: 'px.example' }, refusals.type],
    ['POST', '/', { ...headersOfPost, 'content-length': '65535' }, null],
    ['POST', '/', { ...headersOfPost, 'content-length': '65536' }, refusals.tooLarge],
    ['POST', '/', { ...headersOfPost, origin: 'https://px.example' }, null],
    ['POST', '/', { ...headersOfPost, origin: 'https://px.example:8443' }, refusals.origin],
    ['POST', '/', { ...headersOfPost, origin: 'null' }, refusals.origin],
    ['POST', '/api/leads/called', { host: 'px.example' }, null],
    ['POST', '/api/leads/called', { ...headersOfPost, origin: 'https://px.example' }, null],
    [
      'POST',
      '/api/leads/called',
      { ...headersOfPost, origin: 'https://a.example' },
      refusals.origin,
    ],
    ['PUT', '/api/leads/called', { host: 'px.example' }, refusals.method],
  ])('answers %s %s with the headers %j with %j', (method, path, headers, answer) => {
    captureLog()
    expect(refuseByHeaders(method, path, new Headers(headers))).toEqual(answer)
  })

  it.each([
    ['https://www.px.example', 'www.px.example , px.example', null],
    ['https://px.example', 'www.px.example', refusals.origin],
    ['https://px.example', '', null],
  ])('answers a post from %s that a proxy forwards for "%s" with %j', (origin, host, answer) => {
    captureLog()
    const headers = new Headers({ ...headersOfPost, origin, 'x-forwarded-host': host })
    expect(refuseByHeaders('POST', '/', headers)).toEqual(answer)
  })
})
