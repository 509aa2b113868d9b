import { Agent } from 'node:http'
import fc from 'fast-check'
import { paths } from '../../../lib/pages.mjs'
import { plainConfiguration, startNginx } from '../../support/nginx/nginx'
import { freePort } from '../../support/process/ports'
import { forEachConcurrently } from '../../support/process/wait'
import { type HttpRequest, type HttpResponse, sendRequest } from '../../support/visitor/http'

const seed = 20_261_121
const concurrency = 16

/** Caches in front of a site. They take turns. */
type Caches = { ports: number[]; stop(): Promise<void> }

/** Starts caches without rules for this site. The second stores one response for each URL. */
async function startPlainCaches(url: string): Promise<Caches> {
  const ports = [await freePort(), await freePort()]
  const http = [
    plainCache('with_vary', ports[0], url),
    plainCache('without_vary', ports[1], url, withoutVary),
  ]
  const { stop } = await startNginx(plainConfiguration(http.join('\n')), ports)
  return { ports, stop }
}
const withoutVary = 'proxy_ignore_headers Vary; proxy_set_header Accept-Encoding "";'

const plainCache = (name: string, port: number | undefined, url: string, more = '') => `
  proxy_cache_path {folder}/${name} keys_zone=${name}:10m;
  server {
    listen 127.0.0.1:${port};
    keepalive_requests 1000000;
    location / {
      proxy_pass ${url};
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_cache ${name};
      proxy_cache_key $scheme$host$request_uri;
      ${more}
    }
  }`

const value = fc.oneof(fc.constantFrom('1', '2', '/', 'x'), fc.stringMatching(/^[!-~]{1,20}$/))
const names = `
  rsc next-action next-router-prefetch next-router-segment-prefetch next-router-state-tree
  next-url x-nextjs-data x-middleware-prefetch x-middleware-subrequest x-middleware-rewrite
  x-matched-path x-invoke-path x-invoke-status x-now-route-matches x-prerender-revalidate
  x-forwarded-host x-forwarded-proto x-original-url x-http-method-override
  content-security-policy purpose cookie authorization user-agent accept-language
  sec-fetch-dest
`
  .trim()
  .split(/\s+/)
/** Headers with values to which Next.js or nginx respond differently. */
const pairs: [string, string][] = [
  ['rsc', '1'],
  ['next-router-prefetch', '1'],
  ['content-type', 'multipart/form-data'],
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
  ['cache-control', 'no-cache'],
  ['cookie', '__prerender_bypass=x; __next_preview_data=x'],
  ['origin', 'https://evil.example'],
]
const headers = [
  ...names.map((name) => fc.tuple(fc.constant(name), value)),
  ...pairs.map((pair) => fc.constant(pair)),
]
const query = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  fc.constantFrom('?', '?x=1', '?_rsc', '?_rsc=1h2t3', '?_rsc=', '?__nextDataReq=1', '?nxtPfile=x'),
  fc.constantFrom('?__flight__=1', '?__nextLocale=x', '?utm_source=flyer', '?%00', '?a[b]=%5B'),
  fc.stringMatching(/^\?([!$-~]|%[0-9A-F]{2}){0,30}$/),
)
const anyHeader = fc.oneof(...headers)
const hostileRequest = (method: string, header: typeof anyHeader) =>
  fc.record({
    method: fc.constant(method),
    query,
    headers: fc
      .tuple(header, fc.array(anyHeader, { maxLength: 3 }))
      .map(([first, others]) => Object.fromEntries([...others, first])),
    body: fc.constantFrom('', '', 'x'),
  })
/** One GET request for each header, and three requests with any headers for each other method. */
const hostileRequests = [
  ...headers.map((header) => hostileRequest('GET', header)),
  ...['HEAD', 'POST', 'OPTIONS', 'PUT'].flatMap((method) =>
    Array.from({ length: 3 }, () => hostileRequest(method, anyHeader)),
  ),
]

/** Every page, a file of every kind, and URLs that do not exist. */
export async function cachedPaths(url: string): Promise<string[]> {
  const html = await (await fetch(url)).text()
  const built = ['js', 'css'].flatMap(
    (kind) => new RegExp(`/_next/static/[^" ]+\\.${kind}`).exec(html)?.[0] ?? [],
  )
  const pages = [...paths, '/nowhere', '/api/health', '/api/leads/redeliver']
  const files = ['/icon.svg', '/icons/icon-192.png', '/robots.txt', ...built]
  const missing = ['/book-demo/', '//book-demo', '/%62ook-demo', '/_next/static/no.js']
  const spellings = ['/./book-demo', '/x/../thank-you', '/icons/icon%2d192.png']
  return [...pages, ...files, ...missing, ...spellings]
}

/**
 * Sends every header and method to each path through the caches, with a random query and other headers: before the
 * cache has a response and, where it may store one, again after. The caches take turns by round, and each round has
 * other combinations. Reports where the next visitor gets a different response than from the server directly, and where
 * a response that a cache may store depends on the query.
 */
export async function attackCache(
  url: string,
  paths: readonly string[],
  rounds: number,
  start: (url: string) => Promise<Caches> = startPlainCaches,
): Promise<{ count: number; differences: string[] }> {
  const upstream = Number(new URL(url).port)
  const { ports, stop } = await start(url)
  const attacks = hostileRequests.flatMap((request, index) =>
    fc
      .sample(request, { numRuns: rounds * paths.length, seed: seed + index })
      .map((attack, run) => ({
        ...attack,
        path: paths[run % paths.length] ?? '',
        port: ports[Math.floor(run / paths.length) % ports.length] ?? 0,
        // Each attack has its own host, so that the cache has no response for it yet.
        host: `${index}-${run}.px.example`,
      })),
  )
  let count = 0
  const differences: string[] = []
  const visitors = new Agent({ keepAlive: true, maxSockets: concurrency })
  const direct = new Map<string, Promise<string>>()

  async function attack({ query, host, headers, ...request }: (typeof attacks)[number]) {
    const { method, port } = request
    const path = request.path + query
    const expected = await fetchDirectly(path)
    // What a cache must not store is never cached, so the second attack would repeat the first.
    const stored = !/^cache-control:.*no-store/m.test(expected)
    if (stored && expected.startsWith('200\n') && expected !== (await fetchDirectly(request.path)))
      differences.push(`The query changes the answer to ${path}`)
    for (const state of stored ? ['not cached', 'cached'] : ['not cached']) {
      count++
      await sendAttack({ ...request, path, headers: { ...headers, host } })
      const actual = asText(await sendRequest({ port, path, headers: { host }, agent: visitors }))
      if (actual === expected) continue
      const changed = actual.split('\n').filter((line) => !expected.split('\n').includes(line))
      const got = changed.join('\n').slice(0, 500)
      differences.push(`${state}: ${method} ${path} ${JSON.stringify(headers)}\n  got ${got}`)
    }
  }
  function fetchDirectly(path: string): Promise<string> {
    const known = direct.get(path)
    if (known) return known
    // On a new connection, because the server closes idle ones.
    const text = sendRequest({ port: upstream, path, headers: { host: 'px.example' } }).then(asText)
    direct.set(path, text)
    return text
  }

  try {
    await forEachConcurrently(attacks, concurrency, attack)
  } finally {
    visitors.destroy()
    await stop()
  }
  return { count, differences }
}

/** Headers that differ between two responses with the same content. What nginx expands has no ranges. */
const ignoredHeaders =
  'accept-ranges connection content-length date keep-alive server transfer-encoding x-cache-status'

function asText({ status, headers, body }: HttpResponse): string {
  const compared = Object.entries(headers).filter(
    ([name]) => !ignoredHeaders.split(' ').includes(name),
  )
  const lines = compared.map(([name, text]) => `${name}: ${text}`)
  // nginx makes an entity tag weak when it expands an answer.
  return [status, ...lines.sort(), body].join('\n').replace('\netag: W/', '\netag: ')
}

/** Uses a new connection, because nginx breaks some, such as after a HEAD request that it answers with 412. */
async function sendAttack(attack: HttpRequest): Promise<void> {
  const length = attack.body && { 'content-length': String(attack.body.length) }
  await sendRequest({ ...attack, headers: { ...attack.headers, ...length } }).catch(() => null)
}
