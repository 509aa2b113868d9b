import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { bundleLoader } from '../../lib/page/loader/bundle.mjs'
import { paths } from '../../lib/pages.mjs'
import { checkDeployed } from '../../scripts/check-deployed/check-deployed'
import { expect, test } from '../support/browser/test'
import { nginxInstalled, startDocumentedNginx } from '../support/nginx/nginx'
import { freePort } from '../support/process/ports'
import { type Changes, startChangingProxy } from '../support/site/changing-proxy'
import { policyOf } from '../support/site/response-headers'
import { root } from '../support/site/site'
import type { HttpResponse } from '../support/visitor/http'

/** `npm run check:deployed` on sites that are right, and on sites with one fault each. */

const statuses = 'every page has its status'
const headers = 'every page has its headers, policy, and caching'
const scripts = 'every page has only the script that its policy allows'
const canonical = 'every page names its canonical address'
const health = 'leads can be sent or stored'
const files = 'scripts, styles, and the font arrive, and are cached'
const scripted = 'an empty form that a script sends gets its errors'
const native = 'an empty form without scripts gets its errors'
const foreign = 'a form of another origin is refused'
const lines = [
  ...[statuses, headers, scripts, canonical, health, files],
  ...[scripted, native, foreign],
]

/** What the command prints. */
function output(failures: Record<string, string[]> = {}): string {
  return lines
    .flatMap((line) => {
      const faults = failures[line] ?? []
      return [`${faults.length > 0 ? 'FAILED' : 'ok    '}  ${line}`, ...faults.map(indented)]
    })
    .join('\n')
    .concat('\n')
}

const indented = (fault: string) => `        ${fault}`

/** Runs the command as an operator does. */
async function run(address: string[]) {
  const command = ['--import', 'tsx', 'scripts/check-deployed/check-deployed.ts', ...address]
  const child = spawn(process.execPath, command, { cwd: root })
  const exited = new Promise((resolve) => child.on('exit', resolve))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await exited, stdout, stderr }
}

test('a site that is right passes every check, and gets no lead', { tag: '@deep' }, async ({
  site,
  receiver,
}) => {
  expect(await run([site.url])).toEqual({ code: 0, stdout: output(), stderr: '' })
  expect(site.leads).toEqual([])
  expect(receiver.received).toEqual([])
})

const noAnswer = 'Start the site and its proxy, and check the domain and its certificate.'

test('a site that does not answer, or redirects, is named', { tag: '@deep' }, async ({ site }) => {
  const nowhere = `http://127.0.0.1:${await freePort()}`
  await expect(checkDeployed(nowhere)).rejects.toThrow(
    `${nowhere}/ does not answer (ECONNREFUSED). ${noAnswer}`,
  )
  const location = 'https://www.example.com/'
  await expect(failuresOf(site.url, onGet('/', setHeaders({ location })))).rejects.toThrow(
    ` redirects to ${location}. Give this command that address.`,
  )
})

test('a site whose certificate is not valid is named', { tag: '@deep' }, async ({ site }) => {
  const pem = readFileSync(join(root, 'tests/support/receiver/localhost.pem'))
  const proxy = await startChangingProxy(site.url, {}, { key: pem, cert: pem })
  const url = `https://127.0.0.1:${proxy.port}`
  await expect(checkDeployed(url)).rejects.toThrow(
    `${url}/ does not answer (DEPTH_ZERO_SELF_SIGNED_CERT). ${noAnswer}`,
  )
  await proxy.stop()
})

test('behind docs/nginx.conf, a site passes every check once the host has its port', {
  tag: '@deep',
}, async ({ site }) => {
  test.skip(!nginxInstalled, 'nginx is not installed')
  const nginx = await startDocumentedNginx([site])
  const advice =
    'In nginx.conf, write "proxy_set_header Host $host;" and "proxy_set_header X-Forwarded-Host $host;", or $http_host in both if the site is not on port 443.'
  const failed = (await checkDeployed(nginx.url)).filter(({ faults }) => faults.length > 0)
  const faults = noErrors(403, advice)
  expect(failed).toEqual([
    { name: scripted, faults },
    { name: native, faults },
  ])
  await nginx.stop()
  const corrected = await startDocumentedNginx([site], (configuration) =>
    configuration.replaceAll(/(Host) \$host;/g, '$1 $http_host;'),
  )
  const results = await checkDeployed(corrected.url)
  expect(results.flatMap(({ faults }) => faults)).toEqual([])
  await corrected.stop()
})

const onForms = (fault: string) => [`/, /book-demo: ${fault}`]
const noErrors = (status: number, advice: string) =>
  onForms(`the status is ${status}, and the errors of the form are missing. ${advice}`)

/** The lines that fail, with their faults, when a proxy makes these changes. */
async function failuresOf(site: string, changes: Changes, host = '127.0.0.1') {
  const proxy = await startChangingProxy(site, changes)
  const results = await checkDeployed(`http://${host}:${proxy.port}`).finally(proxy.stop)
  expect(results.map(({ name }) => name)).toEqual(lines)
  const failed = results.filter(({ faults }) => faults.length > 0)
  return sorted(Object.fromEntries(failed.map(({ name, faults }) => [name, faults])))
}

/** The faults of a line have no order. */
function sorted(failures: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(failures).map(([line, of]) => [line, [...of].sort()]))
}

/** Several faults at once, each of which makes a line fail. */
function together(...changes: Changes[]): Changes {
  return {
    request: (headers) => {
      for (const { request } of changes) request?.(headers)
    },
    answer: (...answer) => {
      for (const each of changes) each.answer?.(...answer)
    },
  }
}

type Change = (answer: HttpResponse) => void
const onGet = (paths: string | string[], change: Change): Changes => ({
  answer: (answer, path, method) => {
    if (method === 'GET' && [paths].flat().includes(path)) change(answer)
  },
})
/** Answers to scripts have another type than pages. */
const onPost = (type: 'text/x-component' | 'text/html', change: Change): Changes => ({
  answer: (answer, _path, method) => {
    if (method === 'POST' && answer.headers['content-type']?.startsWith(type)) change(answer)
  },
})
const setStatus =
  (status: number): Change =>
  (answer) =>
    Object.assign(answer, { status })
const setHeaders =
  (changed: HttpResponse['headers']): Change =>
  (answer) =>
    Object.assign(answer.headers, changed)
const replace =
  (from: string | RegExp, to: string): Change =>
  (answer) => {
    const { body } = answer
    answer.body = body.replaceAll(from, to)
    expect(answer.body).not.toBe(body)
  }

const pages: string[] = [...paths, '/nowhere']
const all = pages.join(', ')
const policy = policyOf(bundleLoader().hash)
const script = builtFile('chunks', /^turbopack-.*\.js$/)
const style = builtFile('chunks', /\.css$/)
const font = builtFile('media', /\.woff2$/)

function builtFile(folder: string, name: RegExp): string {
  const found = readdirSync(join(root, '.next/static', folder)).find((each) => name.test(each))
  return `/_next/static/${folder}/${found}`
}

const passOn = 'Let the proxy, host, or CDN pass everything on unchanged, as docs/nginx.conf does.'
const setSiteUrl = (origin: string) =>
  `Set SITE_URL=${origin} and build again. On Vercel, give this command the production domain.`
const sameKey =
  'Build every instance with the same NEXT_SERVER_ACTIONS_ENCRYPTION_KEY, and purge the cache of the CDN.'
const waited =
  'The rate limit refused it twice. If it counts all visitors as one, correct CLIENT_ADDRESS.'

test('it finds what a proxy changes', { tag: '@deep' }, async ({ site, receiver }) => {
  const changes = together(
    onGet(pages, ({ headers: sent }) => delete sent['x-frame-options']),
    onGet('/', setHeaders({ 'cache-control': 'public, max-age=3600' })),
    onGet('/nowhere', setHeaders({ 'cache-control': 'public, max-age=60' })),
    onGet('/', replace('</head>', '<script>track()</script></head>')),
    onGet(script, setHeaders({ 'content-type': 'text/plain' })),
    onGet(style, setHeaders({ 'cache-control': 'no-cache' })),
    onPost('text/x-component', (answer) => Object.assign(answer, { status: 405, body: '' })),
    onPost('text/html', setHeaders({ 'cache-control': 'public, max-age=60' })),
    {
      request(sent) {
        if (sent.origin === 'https://elsewhere.example') delete sent.origin
      },
    },
  )
  expect(await failuresOf(site.url, changes)).toEqual(
    sorted({
      [headers]: [
        `${all}: x-frame-options is missing, not "DENY". ${passOn}`,
        `/: cache-control is "public, max-age=3600", not "public, max-age=0, s-maxage=60". ${passOn}`,
        `/nowhere: cache-control is "public, max-age=60", not "no-store". ${passOn}`,
      ],
      [scripts]: [
        '/: it has another inline script, which the policy blocks. Turn off what adds it, such as analytics of the host or CDN.',
      ],
      [files]: [
        `${script}: the type is "text/plain". ${passOn}`,
        `${style}: cache-control is "no-cache", not "public, max-age=31536000, immutable". ${passOn}`,
      ],
      [scripted]: noErrors(405, passOn),
      [native]: onForms(`cache-control is "public, max-age=60", not "no-store". ${passOn}`),
      [foreign]: onForms(
        'the status is 200, not 403. Let the proxy pass on the header Origin unchanged.',
      ),
    }),
  )
  expect(site.leads).toEqual([])
  expect(receiver.received).toEqual([])
})

test('it finds what does not reach the site, what was built for another one, and rate limits for all visitors together', {
  tag: '@deep',
}, async ({ site }) => {
  const changes = together(
    onGet('/thank-you', setStatus(502)),
    onGet('/nowhere', setStatus(200)),
    onGet(pages, setHeaders({ 'content-security-policy': 'default-src *' })),
    onGet('/api/health', setStatus(503)),
    onGet(font, setStatus(404)),
    onPost('text/x-component', (answer) => {
      Object.assign(answer, { status: 429, body: '' })
    }),
    onPost('text/html', (answer) => Object.assign(answer, { status: 429, body: '' })),
  )
  expect(await failuresOf(site.url, changes)).toEqual(
    sorted({
      [statuses]: [
        `/thank-you: the status is 502, not 200. ${passOn}`,
        `/nowhere: the status is 200, not 404. ${passOn}`,
      ],
      [headers]: [`${all}: content-security-policy is "default-src *", not "${policy}". ${passOn}`],
      [health]: [
        'The status of /api/health is 503. Set DATABASE_URL and the address of each webhook, and read the log of the site.',
      ],
      [files]: [`${font}: the status is 404. Deploy .next/static with the server.`],
      [scripted]: noErrors(429, waited),
      [native]: noErrors(429, waited),
    }),
  )
})

test('it finds the policy of a page in the answer to a form', { tag: '@deep' }, async ({
  site,
}) => {
  const changes = onPost('text/html', setHeaders({ 'content-security-policy': policy }))
  expect(await failuresOf(site.url, changes)).toEqual(
    sorted({
      [native]: [
        ...onForms(
          `content-security-policy is "${policy}", not "${policy.replace("'self'", "'self' 'nonce-…'")}". ${passOn}`,
        ),
        ...onForms(`not all scripts have the nonce of the policy. ${passOn}`),
      ],
    }),
  )
})

test('it finds pages of another build', { tag: '@deep' }, async ({ site }) => {
  const otherActions = replace(/[\da-f]{8}(&quot;,&quot;bound)/g, '00000000$1')
  expect(await failuresOf(site.url, onGet(['/', '/book-demo'], otherActions))).toEqual({
    [scripted]: noErrors(404, sameKey),
    [native]: noErrors(409, sameKey),
  })
})

test('it accepts that a host keeps the part of the caching for its own cache', {
  tag: '@deep',
}, async ({ site }) => {
  const ofVercel = setHeaders({ 'cache-control': 'public, max-age=0, must-revalidate' })
  expect(await failuresOf(site.url, onGet([...paths], ofVercel))).toEqual({})
})

test('it finds pages that name another address than the public one', { tag: '@deep' }, async ({
  site,
}) => {
  test.skip(process.platform !== 'linux', 'only on Linux is 127.0.0.2 an address of this machine')
  const failures = await failuresOf(site.url, {}, '127.0.0.2')
  expect(Object.keys(failures)).toEqual([canonical])
  const [, origin = ''] = /, not "(.*)"\./.exec(failures[canonical]?.[0] ?? '') ?? []
  expect(origin).toMatch(/^https:\/\/127\.0\.0\.2:\d+$/)
  for (const fault of Object.values(failures).flat()) expect(fault).toContain(setSiteUrl(origin))
})
