import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { post as postLead, readForm } from '../support/native-post'
import {
  boundary,
  multipart,
  multipartType,
  type RawAnswer,
  rawRequest,
  sendRaw,
} from '../support/raw-http'
import { root } from '../support/site'
import { expect, startSite, test } from '../support/test'

/**
 * Whatever is posted, by whatever path, ends in a refusal or a lead. Each kind of nonsense is a line of the table
 * that this prints.
 */

const seed = 20_261_121
const atOnce = 16

type Attack = { bytes: Buffer | string; cut?: boolean }

test('two thousand hostile requests end in refusals, and the next lead arrives', async ({
  receiver,
}) => {
  const secrets = {
    CALLBACK_WEBHOOK_URL: receiver.url('/secret-of-the-callback'),
    BOOKING_WEBHOOK_URL: receiver.url('/secret-of-the-booking'),
    WEBHOOK_SECRET: `whsec_${btoa('the secret of the signature')}`,
    CRON_SECRET: 'the secret of the cron',
  }
  const site = await startSite(receiver, secrets)
  const { hidden } = await readForm(site.url)
  const actionId = /"id":"(\w+)"/.exec(Object.values(hidden).join(' '))?.[1] ?? ''
  const attacks = attacksOn(site.url, actionId, hidden)
  const before = await site.memory()

  const lines: { kind: string; count: number; answers: string; slowest: number }[] = []
  const wrong: string[] = []
  for (const [kind, list] of Object.entries(attacks)) {
    const answers = await sendAll(site.url, list)
    for (const answer of answers) wrong.push(...faultsOf(kind, answer, secrets))
    const statuses = [...new Set(answers.map(({ status }) => status))].sort()
    lines.push({
      kind,
      count: answers.length,
      answers: statuses
        .map((status) => `${status} × ${answers.filter((each) => each.status === status).length}`)
        .join(', '),
      slowest: Math.round(Math.max(...answers.map(({ ms }) => ms))),
    })
  }
  console.table(lines)
  const sent = lines.reduce((sum, { count }) => sum + count, 0)
  const after = await site.memory()
  console.log(
    `${sent} requests; memory held: ${megabytes(before)} before, ${megabytes(after)} after`,
  )

  expect(wrong).toEqual([])
  expect(sent).toBeGreaterThanOrEqual(2000)
  expect(after - before).toBeLessThan(25e6)
  for (const secret of Object.values(secrets)) expect(site.log).not.toContain(secret)
  expect(site.log).not.toMatch(/^\s+at .+:\d+:\d+/m)

  receiver.reset()
  const submissionId = randomUUID()
  const entries = { name: 'Ana Ruiz', phone: '5095550147', businessName: 'Ruiz & Sons' }
  expect(await postLead(await readForm(site.url), { ...entries, submissionId })).toBe(true)
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([submissionId])
  await site.stop()
})

function faultsOf(kind: string, answer: RawAnswer, secrets: Record<string, string>): string[] {
  const { status, head, body } = answer
  const told = `${kind}: ${head.split('\r\n')[0]}`
  const faults: string[] = []
  if (status === 'hung') faults.push(`${told} hung`)
  if (Number(status) >= 500) faults.push(`${told} is our fault`)
  if (/\n\s+at .+:\d+:\d+|node_modules/.test(body) || body.includes(root))
    faults.push(`${told} shows a stack`)
  if (Object.values(secrets).some((secret) => body.includes(secret)))
    faults.push(`${told} tells a secret`)
  // A refusal of ours is a sentence.
  if ([403, 413, 415].includes(Number(status)) && !/[A-Z].+\./.test(body))
    faults.push(`${told} says nothing`)
  return faults
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}

async function sendAll(url: string, attacks: readonly Attack[]): Promise<RawAnswer[]> {
  const queue = [...attacks]
  const answers: RawAnswer[] = []
  async function work() {
    for (let next = queue.shift(); next; next = queue.shift())
      answers.push(await sendRaw(url, next.bytes, next.cut))
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return answers
}

function attacksOn(
  url: string,
  actionId: string,
  hidden: Record<string, string>,
): Record<string, Attack[]> {
  let strangers = 0
  /** Every request from an address of its own, so that none ends at the two-second guard. */
  const stranger = () => `10.66.${Math.floor(++strangers / 250)}.${strangers % 250}`
  const request = (parts: Parameters<typeof rawRequest>[1]): Attack => ({
    bytes: rawRequest(url, {
      ...parts,
      headers: { 'x-forwarded-for': stranger(), ...parts.headers },
    }),
  })
  const native = (fields: readonly (readonly [string, string])[], headers = {}) =>
    request({
      body: multipart([...Object.entries(hidden), ...fields]),
      headers: { ...multipartType, ...headers },
    })
  const call = (
    fields: readonly (readonly [string, string])[],
    root = '[null,"$K1"]',
    headers = {},
  ) =>
    request({
      body: multipart([
        ...fields.map(([name, value]) => [`_1_${name}`, value] as const),
        ['0', root],
      ]),
      headers: { ...multipartType, 'next-action': actionId, ...headers },
    })
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
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.constantFrom('', 'null', '\0', '\ud800', '\udfff\ud800', '\u202e', '=cmd|calc', '$@1'),
    fc.constantFrom('{"__proto__":{"a":1}}', '$$', '9'.repeat(400), '<script>alert(1)</script>'),
    fc.constantFrom(`a@${'.'.repeat(30_000)} `, `${'a'.repeat(30_000)}@`, ' '.repeat(30_000)),
    fc.json({ maxDepth: 5 }),
  )
  const fields = fc.array(fc.tuple(name, value), { maxLength: 12 })
  const reference = fc.oneof(
    fc
      .constantFrom(
        '$F',
        '$h',
        '$@',
        '$K',
        '$Q',
        '$W',
        '$i',
        '$T',
        '$B',
        '$D',
        '$n',
        '$R',
        '$r',
        '$x',
      )
      .chain((sign) =>
        fc
          .constantFrom('', '0', '1', '2', 'ff', '-1', '__proto__', '1:constructor')
          .map((id) => JSON.stringify([null, sign + id])),
      ),
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
    fc.constantFrom(
      'null',
      '',
      'https://evil.example',
      `${url}.evil.example`,
      'file://',
      '//',
      'x',
    ),
    fc.webUrl(),
    fc.stringMatching(/^[!-~]{1,40}$/),
  )
  const path = fc.oneof(
    fc.constantFrom(
      '/%ff%00',
      '/%',
      '/icons/%E0%A4%A',
      '/icons/x',
      '/../../etc/passwd',
      '//evil',
      '/\\x',
    ),
    fc.constantFrom(
      '/_next/static/%2e%2e%2fpackage.json',
      '/_next/image?url=/&w=1',
      '/.env',
      '/data/leads.db',
    ),
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
  const whole = multipart([...Object.entries(hidden), ['name', 'Ana']])
  const cutBody = Buffer.from(multipart([...Object.entries(hidden), ['name', 'x'.repeat(400)]]))
  const method = fc.constantFrom('PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'HEAD', 'TRACE')

  return {
    'strange fields, native': sample(250, fields).map((each) => native(each)),
    'strange fields, called': sample(250, fields).map((each) => call(each)),
    'references and JSON for arguments': sample(250, reference).map((each) => call([], each)),
    'a last answer full of references': sample(100, reference).map((each) =>
      request({
        body: multipart(
          Object.entries(hidden).map(([key, text]) => [key, key.endsWith(':1') ? each : text]),
        ),
        headers: multipartType,
      }),
    ),
    'wrong and stale action ids': sample(150, action).map((each) =>
      call([['name', 'Ana']], undefined, { 'next-action': each }),
    ),
    'foreign and null origins': sample(100, origin).flatMap((each) => [
      native([], { origin: each }),
      call([], undefined, { origin: each }),
    ]),
    'other and no content types': [
      {},
      { 'content-type': '' },
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/json' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-type': 'multipart/form-data' },
      { 'content-type': 'multipart/form-data; boundary=' },
      { 'content-type': 'multipart/form-data; boundary=another' },
      { 'content-type': `multipart/form-data; boundary=${'x'.repeat(500)}` },
      { 'content-type': `multipart/mixed; boundary=${boundary}` },
      { ...multipartType, 'content-encoding': 'gzip' },
      { 'content-type': `multipart/form-data; charset=utf-16; boundary=${boundary}` },
    ].flatMap((headers) => [
      request({ headers, body: whole }),
      request({ headers: { ...headers, 'next-action': actionId }, body: whole }),
    ]),
    'bytes for a body': sample(150, bytes).flatMap((body) => [
      request({ headers: multipartType, body }),
      request({
        headers: multipartType,
        body: Buffer.concat([Buffer.from(`--${boundary}\r\n`), body]),
      }),
    ]),
    'cut in the middle': sample(100, fc.nat(cutBody.length - 1)).map((length) => ({
      ...request({
        headers: { ...multipartType, 'content-length': String(cutBody.length) },
        body: cutBody.subarray(0, length),
      }),
      cut: true,
    })),
    'ends before its last boundary': sample(50, fc.nat(cutBody.length - 1)).map((length) =>
      request({ headers: multipartType, body: cutBody.subarray(0, length) }),
    ),
    files: ['name', 'dialog', '0', '_1_name'].flatMap((field) => {
      const file = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="x"\r\n\r\nx\r\n`
      return [
        request({ headers: multipartType, body: file + whole }),
        request({ headers: { ...multipartType, 'next-action': actionId }, body: file + whole }),
      ]
    }),
    '10,000 fields': [
      native(Array.from({ length: 10_000 }, (_, i) => [`f${i}`, ''])),
      call(Array.from({ length: 10_000 }, (_, i) => [`f${i}`, ''])),
      native(Array.from({ length: 700 }, () => ['name', 'x'])),
    ],
    'a million letters': [
      native([['name', 'x'.repeat(1e6)]]),
      call([['name', 'é'.repeat(5e5)]]),
      call([], `"${'x'.repeat(1e6)}"`),
      ...Array.from({ length: 7 }, () => native([['additionalNotes', '\u202e'.repeat(3e5)]])),
    ],
    'a million letters in chunks': Array.from({ length: 5 }, () => ({
      bytes: `POST / HTTP/1.1\r\nhost: ${new URL(url).host}\r\nconnection: close\r\ncontent-type: ${
        multipartType['content-type']
      }\r\ntransfer-encoding: chunked\r\n\r\n${`10000\r\n${'a'.repeat(0x10000)}\r\n`.repeat(16)}0\r\n\r\n`,
    })),
    'deep arrays': [100, 1000, 20_000].flatMap((depth) => [
      call([], '['.repeat(depth) + ']'.repeat(depth)),
      call([['attribution', '['.repeat(depth) + ']'.repeat(depth)]]),
      request({
        body: multipart(
          Object.entries(hidden).map(([key, text]) => [
            key,
            key.endsWith(':1') ? '['.repeat(depth) + ']'.repeat(depth) : text,
          ]),
        ),
        headers: multipartType,
      }),
    ]),
    'an action on other paths': sample(100, path).map((each) =>
      request({
        path: each,
        headers: { ...multipartType, 'next-action': actionId },
        body: multipart([['0', '[null,"$K1"]']]),
      }),
    ),
    'strange addresses': sample(250, path).map((each) => request({ method: 'GET', path: each })),
    "the framework's own headers": sample(150, fc.array(header, { maxLength: 4 })).flatMap(
      (list) => [
        request({ method: 'GET', path: '/book-demo', headers: Object.fromEntries(list) }),
        call([['name', 'Ana']], undefined, Object.fromEntries(list)),
      ],
    ),
    'other methods': sample(50, method).flatMap((each) =>
      ['/', '/api/health'].map((at) => request({ method: each, path: at })),
    ),
    'guesses at the cron': sample(50, fc.stringMatching(/^[ -~]{0,60}$/)).map((guess) =>
      request({ method: 'GET', path: '/api/leads/redeliver', headers: { authorization: guess } }),
    ),
    'no HTTP': [
      ...sample(100, bytes).map((data) => ({ bytes: data, cut: true })),
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
