import { paths } from '../../../lib/pages.mjs'
import type { Site } from '../../support/site/site'
import {
  multipart,
  multipartType,
  type RawRequest,
  rawRequest,
  sendRaw,
} from '../../support/visitor/http'
import { leadRequest, type NativeForm } from '../../support/visitor/lead-post'
import { newClientAddress } from '../../support/visitor/visitor'

const limitMs = 50
const tries = 5

/** Just below the limits of Node (16 KB of address and headers) and of the request filter (64 KB of body). */
const headSize = 15_500
const bodySize = 62_000

const repeat = (text: string, size: number) => text.repeat(size / text.length)

/** Single requests within the size limits that keep a server busy for longest. */
function worstRequests({ hidden }: NativeForm): Record<string, () => RawRequest> {
  const get = (path: string, headers = {}) => ({ method: 'GET', path, headers })
  const post = (format: 'native' | 'scripted', changes: Record<string, string>) =>
    leadRequest(hidden, format, newClientAddress(), changes)
  const sized = (field: string, text: string, size = bodySize) => ({
    [field]: repeat(text, (size / Buffer.byteLength(text)) * text.length),
  })
  return {
    ...Object.fromEntries(
      [...paths, '/nowhere', '/api/health', '/llms.txt'].map((path) => [
        `many parameters: ${path}`,
        () => get(`${path}?${repeat('a&', headSize)}`),
      ]),
    ),
    'many parameters after a second question mark': () => get(`/?a?${repeat('a&', headSize)}`),
    '64 long parameters': () => get(`/thank-you?${repeat(`${'a'.repeat(240)}&`, headSize)}`),
    'an encoded parameter': () => get(`/thank-you?a=${repeat('%C3%A9', headSize)}`),
    'a long path': () => get(`/${'a'.repeat(headSize)}`),
    'many folders': () => get(`/${repeat('a/', headSize)}`),
    'many slashes': () => get(`/${repeat('/', headSize)}a`),
    'an encoded path': () => get(`/${repeat('%C3%A9', headSize)}`),
    'many cookies': () => get('/', { cookie: repeat('a=b; ', headSize) }),
    'a long address header': () => get('/', { 'x-forwarded-for': repeat('1.2.3.4, ', headSize) }),
    'a deep router state': () =>
      get('/', { rsc: '1', 'next-router-state-tree': repeat('%5B', headSize) }),
    'many encodings': () => get('/', { 'accept-encoding': repeat('a,', headSize) }),
    'many ETags': () => get('/', { 'if-none-match': repeat('"a",', headSize) }),
    'a router state in a post': () => {
      const request = post('scripted', {})
      const state = repeat('%5B', headSize - 1000)
      return { ...request, headers: { ...request.headers, 'next-router-state-tree': state } }
    },
    'many addresses in a post': () => {
      const request = post('scripted', {})
      const addresses = repeat('1.2.3.4, ', headSize - 1000)
      return { ...request, headers: { ...request.headers, 'x-forwarded-for': addresses } }
    },
    'many fields': () => ({
      headers: { ...multipartType, 'x-forwarded-for': newClientAddress() },
      body: multipart(Array.from({ length: 700 }, (_, index) => [`f${index}`, ''])),
    }),
    'a long field name': () => post('native', { ['a'.repeat(bodySize)]: '' }),
    ...Object.fromEntries(
      (['native', 'scripted'] as const).flatMap((format) =>
        (
          [
            ['alternating marks', 'a\u0323\u0307'],
            ['marks on one letter', '\u0323\u0307'],
            ['ligatures', '\ufdfa'],
            ['angle brackets', '<'],
            ['quotation marks', '"'],
            ['spaces', ' '],
            ['digits', '5'],
            ['digits and signs', '5-'],
            ['invisible characters', '\u200b'],
            ['line feeds', '\n'],
          ] as const
        ).flatMap(([what, text]) =>
          ['name', 'phone', 'businessName'].map((field) => [
            `${what} in ${field}, ${format} post`,
            () => post(format, sized(field, text)),
          ]),
        ),
      ),
    ),
    'deep JSON as the campaign': () => post('scripted', sized('attribution', '[')),
    'a campaign with many parameters': () =>
      post('scripted', {
        attribution: JSON.stringify({ landingPage: `/?${repeat('utm_a&', bodySize)}` }),
      }),
  }
}

/**
 * Sends each of the worst requests a few times, one at a time, and prints for how long it blocked the event loop of the
 * server. The shortest of the tries counts, because the machine can be busy with something else. Returns a sentence for
 * every request that blocked for longer than the limit.
 */
export async function measureBlocks(site: Site, form: NativeForm): Promise<string[]> {
  const blocks: { request: string; status: unknown; ms: number }[] = []
  for (const [request, create] of Object.entries(worstRequests(form))) {
    let ms = Number.POSITIVE_INFINITY
    let status: unknown
    for (let count = 0; count < tries && ms > 5; count++) {
      await site.use()
      ;({ status } = await sendRaw(site.url, rawRequest(site.url, create())))
      ms = Math.min(ms, (await site.use()).blockMs)
    }
    blocks.push({ request, status, ms: Math.round(ms) })
  }
  blocks.sort((a, b) => b.ms - a.ms)
  console.table(blocks.slice(0, 10))
  console.log(`${blocks.length} worst requests; the longest block is ${blocks[0]?.ms} ms`)
  return blocks
    .filter(({ status, ms }) => ms > limitMs || status === 'hung' || Number(status) >= 500)
    .map(({ request, status, ms }) => `${request}: ${status}, blocked the server for ${ms} ms`)
}
