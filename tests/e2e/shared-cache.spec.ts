import { readdirSync } from 'node:fs'
import { Agent, request } from 'node:http'
import fc from 'fast-check'
import { nginxInstalled, startNginx } from '../support/nginx'
import { freePort, type Site } from '../support/site'
import { expect, startSite, test } from '../support/test'

/**
 * nginx stands in front of the site as a shared cache without rules for this site. Whatever a client sends through it,
 * the next visitor must get what the server gives to a visitor directly.
 */

test.skip(!nginxInstalled, 'nginx is not installed')

const seed = 20_261_121
const combinations = 200
const atOnce = 16

type Ask = { method?: string; path: string; headers?: Record<string, string>; body?: string }
type Answer = { status: number; headers: Record<string, unknown>; body: string }

const built = readdirSync('.next/static', { recursive: true, encoding: 'utf8' })
const file = (kind: string) => `/_next/static/${built.find((name) => name.endsWith(kind))}`
const pages = ['/', '/book-demo', '/thank-you', '/nowhere', '/api/health', '/api/leads/redeliver']
const assets = [file('.js'), file('.css'), '/icon.svg', '/icons/icon-192.png', '/robots.txt']
const variants = [
  '/book-demo/',
  '//book-demo',
  '/%62ook-demo',
  '/icons/nope',
  '/_next/static/no.js',
]

/** The first cache stores an answer for each value of the headers in `Vary`; the second ignores `Vary`. */
const caches = (upstream: number, withVary: number, withoutVary: number) => `
  keepalive_requests 1000000;
  proxy_cache_path {folder}/cache keys_zone=pages:10m;
  server {
    listen 127.0.0.1:${withVary};
    location / {
      proxy_pass http://127.0.0.1:${upstream};
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_cache pages;
      proxy_cache_key $server_port$scheme$host$request_uri;
    }
  }
  server {
    listen 127.0.0.1:${withoutVary};
    location / {
      proxy_pass http://127.0.0.1:${upstream};
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header Accept-Encoding "";
      proxy_cache pages;
      proxy_cache_key $server_port$scheme$host$request_uri;
      proxy_ignore_headers Vary;
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

const visitors = new Agent({ keepAlive: true, maxSockets: atOnce })
test.afterAll(() => visitors.destroy())

test('no request changes what the next visitor gets from a shared cache', async ({ receiver }) => {
  test.setTimeout(60_000)
  const site = await startSite(receiver)
  try {
    await withstands(site, [...pages, ...assets, ...variants], combinations)
  } finally {
    await site.stop()
  }
})

test('no request does so where the server does not filter headers, as on Vercel', async ({
  receiver,
}) => {
  test.setTimeout(60_000)
  const site = await startSite(receiver, { VERCEL: '1' })
  try {
    await withstands(site, ['/book-demo', '/icon.svg', '/robots.txt'], 100)
  } finally {
    await site.stop()
  }
})

async function withstands(site: Site, paths: string[], count: number): Promise<void> {
  const upstream = Number(new URL(site.url).port)
  const ports = [await freePort(), await freePort()] as const
  const nginx = await startNginx(caches(upstream, ...ports), [...ports])
  const attacks = fc.sample(attack, { numRuns: count, seed })
  const queue = paths.flatMap((path) => attacks.map((each, index) => ({ ...each, path, index })))
  const differences: string[] = []
  const direct = new Map<string, Promise<string>>()

  async function work() {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const { index, method, headers, body } = next
      const path = next.path + next.query
      const right = await (direct.get(path) ?? remember(path))
      // Half of the attacks go through each cache.
      const port = ports[index % 2 ? 0 : 1]
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
    await nginx.stop()
  }
  expect(differences.slice(0, 5)).toEqual([])
}

/** What belongs to a connection or to a moment, and not to the answer. */
const passing = [
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'server',
  'transfer-encoding',
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
