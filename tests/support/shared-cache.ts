import { Agent, request } from 'node:http'
import fc from 'fast-check'
import { startNginx } from './nginx'
import { readmeNginx } from './readme-nginx'
import { freePort } from './site'

const seed = 20_261_121
const atOnce = 16

type Ask = { method?: string; path: string; headers?: Record<string, string>; body?: string }
type Answer = { status: number; headers: Record<string, unknown>; body: string }

/** The configuration of a cache that listens on a port, in front of a server on another. */
export type Cache = (port: number, upstream: number) => string

/** They know nothing about this site. The first follows `Vary`; the second stores one answer for an address. */
export const plainCaches: Cache[] = [
  (port, upstream) => plainCache('with_vary', port, upstream),
  (port, upstream) =>
    plainCache(
      'without_vary',
      port,
      upstream,
      'proxy_ignore_headers Vary; proxy_set_header Accept-Encoding "";',
    ),
]

/** The one that the README recommends. */
export const readmeCache: Cache = (port, upstream) => readmeNginx(port, upstream)

const plainCache = (name: string, port: number, upstream: number, more = '') => `
  proxy_cache_path {folder}/${name} keys_zone=${name}:10m;
  server {
    listen 127.0.0.1:${port};
    keepalive_requests 1000000;
    location / {
      proxy_pass http://127.0.0.1:${upstream};
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_cache ${name};
      proxy_cache_key $scheme$host$request_uri;
      ${more}
    }
  }`

const value = fc.oneof(fc.constantFrom('1', '2', '/', 'x'), fc.stringMatching(/^[!-~]{1,20}$/))
const header = fc.oneof(
  fc.tuple(
    fc.constantFrom(
      'rsc',
      'next-action',
      'next-router-prefetch',
      'next-router-segment-prefetch',
      'next-router-state-tree',
      'next-url',
      'x-nextjs-data',
      'x-middleware-prefetch',
      'x-middleware-subrequest',
      'x-middleware-rewrite',
      'x-matched-path',
      'x-invoke-path',
      'x-invoke-status',
      'x-now-route-matches',
      'x-prerender-revalidate',
      'x-forwarded-host',
      'x-forwarded-proto',
      'x-original-url',
      'x-http-method-override',
      'content-security-policy',
      'purpose',
      'cookie',
      'authorization',
      'user-agent',
      'accept-language',
      'sec-fetch-dest',
    ),
    value,
  ),
  fc.constantFrom<[string, string][]>(
    ['content-type', 'multipart/form-data'],
    ['content-type', 'multipart/form-data; boundary=x'],
    ['content-type', 'text/plain'],
    ['content-type', 'application/x-www-form-urlencoded'],
    ['next-router-state-tree', '%5B%22%22%2C%7B%7D%5D'],
    ['next-router-segment-prefetch', '/_tree'],
    ['accept', 'text/x-component'],
    ['accept', 'image/webp'],
    ['accept-encoding', 'gzip'],
    ['accept-encoding', 'br'],
    ['range', 'bytes=0-5'],
    ['range', 'bytes=9999999-'],
    ['if-none-match', '*'],
    ['if-match', '"x"'],
    ['if-modified-since', 'Fri, 01 Jan 2100 00:00:00 GMT'],
    ['if-unmodified-since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
    ['cache-control', 'no-cache'],
    ['cookie', '__prerender_bypass=x; __next_preview_data=x'],
    ['sec-fetch-dest', 'image'],
    ['user-agent', 'Googlebot'],
    ['origin', 'https://evil.example'],
  ),
)
const query = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  fc.constantFrom('?', '?x=1', '?_rsc', '?_rsc=1h2t3', '?_rsc=', '?__nextDataReq=1', '?nxtPfile=x'),
  fc.constantFrom('?__flight__=1', '?__nextLocale=x', '?utm_source=flyer', '?%00', '?a[b]=%5B'),
  fc.webQueryParameters().map((text) => `?${text}`),
)
const attack = fc.record({
  method: fc.oneof(
    { weight: 6, arbitrary: fc.constant('GET') },
    fc.constantFrom('HEAD', 'POST', 'OPTIONS', 'PUT'),
  ),
  query,
  headers: fc.array(header, { minLength: 1, maxLength: 4 }).map(Object.fromEntries),
  body: fc.constantFrom('', '', 'x'),
})

/** Every page and every kind of file, and addresses that are none. */
export async function cachedPaths(url: string): Promise<string[]> {
  const html = await (await fetch(url)).text()
  const built = ['js', 'css'].flatMap(
    (kind) => new RegExp(`/_next/static/[^" ]+\\.${kind}`).exec(html)?.[0] ?? [],
  )
  const pages = ['/', '/book-demo', '/thank-you', '/nowhere', '/api/health', '/api/leads/redeliver']
  const files = ['/icon.svg', '/icons/icon-192.png', '/robots.txt', ...built]
  const none = ['/book-demo/', '//book-demo', '/%62ook-demo', '/icons/nope', '/_next/static/no.js']
  return [...pages, ...files, ...none]
}

/**
 * Sends `count` combinations of headers, query and method to each path through the caches, each to a cold entry and
 * then to a warm one, and tells where the next visitor gets something else than from the server itself.
 */
export async function poison(
  url: string,
  paths: readonly string[],
  count: number,
  caches = plainCaches,
): Promise<{ count: number; differences: string[] }> {
  const upstream = Number(new URL(url).port)
  const ports = await Promise.all(caches.map(() => freePort()))
  const configuration = caches.map((cache, index) => cache(Number(ports[index]), upstream))
  const nginx = await startNginx(configuration.join('\n'), ports)
  const attacks = fc.sample(attack, { numRuns: count, seed })
  const queue = paths.flatMap((path) => attacks.map((each, index) => ({ ...each, path, index })))
  const differences: string[] = []
  const visitors = new Agent({ keepAlive: true, maxSockets: atOnce })
  const direct = new Map<string, Promise<string>>()

  async function work() {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const { index, method, headers, body } = next
      const path = next.path + next.query
      const right = await (direct.get(path) ?? remember(path))
      // The caches share the attacks.
      const port = Number(ports[index % ports.length])
      // A host of its own for each attack makes its entry in the cache a cold one.
      const host = `${index}.px.example`
      for (const state of ['cold', 'warm']) {
        await attackBy(port, { method, path, headers: { ...headers, host }, body })
        const got = asText(await ask(port, { path, headers: { host } }, visitors))
        if (got !== right)
          differences.push(
            `${state}: ${method} ${path} ${JSON.stringify(headers)}\n${difference(got, right)}`,
          )
      }
    }
  }
  function remember(path: string): Promise<string> {
    const answer = ask(upstream, { path, headers: { host: 'px.example' } }, visitors).then(asText)
    direct.set(path, answer)
    return answer
  }

  try {
    await Promise.all(Array.from({ length: atOnce }, work))
  } finally {
    visitors.destroy()
    await nginx.stop()
  }
  return { count: 2 * paths.length * count, differences }
}

/** What belongs to a connection or to a moment, and not to the answer. */
const passing = [
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'server',
  'transfer-encoding',
  'x-cache-status',
]

function asText({ status, headers, body }: Answer): string {
  const lasting = Object.entries(headers).filter(([name]) => !passing.includes(name))
  return [status, ...lasting.map(([name, text]) => `${name}: ${text}`).sort(), body].join('\n')
}

function difference(got: string, right: string): string {
  const expected = right.split('\n')
  return got
    .split('\n')
    .filter((line) => !expected.includes(line))
    .map((line) => `  got ${line.slice(0, 150)}`)
    .join('\n')
}

/** On a connection of its own: nginx breaks some connections, such as after a HEAD request that it answers with 412. */
async function attackBy(port: number, { body, ...rest }: Ask): Promise<void> {
  const headers = { ...rest.headers, ...(body && { 'content-length': String(body.length) }) }
  await ask(port, { ...rest, headers, body }, false).catch(() => null)
}

function ask(port: number, { body, ...rest }: Ask, agent: Agent | false): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, ...rest, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString('latin1'),
        }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
