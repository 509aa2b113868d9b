import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { checkDeployed } from '../../scripts/check-deployed.mjs'
import { expect, test } from '../support/browser/test'
import { freePort } from '../support/process/ports'
import { root } from '../support/site/site'

/** `scripts/check-deployed.mjs` on sites that are right, and on sites with faults. */

const noAnswer = 'Start the site and its proxy, and check the domain and its certificate.'
const passOn = 'Let the proxy, host, or CDN pass everything on unchanged, as docs/nginx.conf does.'

/** Runs the command as an operator does. */
function run(...address: string[]) {
  const { status, stdout } = spawnSync('node', ['scripts/check-deployed.mjs', ...address], {
    cwd: root,
    encoding: 'utf8',
  })
  return { status, stdout }
}

test('a site that is right passes, and gets no lead; one that does not answer is named', {
  tag: '@deep',
}, async ({ site, receiver }) => {
  expect(run(site.url)).toEqual({ status: 0, stdout: `${site.url} answers as it should.\n` })
  expect(site.leads).toEqual([])
  expect(receiver.received).toEqual([])
  const nowhere = `http://127.0.0.1:${await freePort()}`
  expect(run(nowhere)).toEqual({
    status: 1,
    stdout: `${nowhere}/ does not answer (ECONNREFUSED). ${noAnswer}\n`,
  })
  expect(run().stdout).toContain('Name the site')
})

test('at a public address, it finds each thing that is not as the site sent it', {
  tag: '@deep',
}, async ({ site, receiver }) => {
  const origin = 'https://www.example.com'
  const plain = 'http://www.example.com'
  const { fetch } = globalThis
  const [, built = ''] =
    /rel="canonical" href="([^"]*)"/.exec(await (await fetch(site.url)).text()) ?? []
  /** The faults when the pages name this address, and these answers are changed. */
  const faultsOf = async (canonical: string, changes: Record<string, Partial<Answer>>) => {
    globalThis.fetch = async (url, options) => {
      const path = String(url).replace(origin, '')
      const headers = { ...options?.headers, 'x-forwarded-host': 'www.example.com' }
      const response = await fetch(site.url + (path === plain ? '' : path), { ...options, headers })
      const { status, body = '', ...changed } = { status: response.status, ...changes[path] }
      const text = (await response.text()).replaceAll(`href="${built}`, `href="${canonical}`)
      const allHeaders = { ...Object.fromEntries(response.headers), ...changed.headers }
      return new Response(text + body, { status, headers: allHeaders })
    }
    return checkDeployed(origin).finally(() => Object.assign(globalThis, { fetch }))
  }
  expect(await faultsOf(origin, { [plain]: { headers: { location: `${origin}/` } } })).toEqual([])

  const file = (folder: string, name: RegExp) =>
    `/_next/static/${folder}/${readdirSync(join(root, '.next/static', folder)).find((each) => name.test(each))}`
  const [style, font] = [file('chunks', /\.css$/), file('media', /\.woff2$/)]
  const faults = await faultsOf('https://old.example', {
    '/': { headers: { 'x-content-type-options': '' } },
    '/book-demo': { body: '<script>track()</script>' },
    '/thank-you': { headers: { 'content-security-policy': 'default-src *' } },
    '/nowhere': { status: 200 },
    '/api/health': { status: 503 },
    [style]: { headers: { 'content-type': 'text/plain' } },
    [font]: { status: 404 },
    // Posts.
    '': { status: 200 },
    [plain]: { headers: { location: '/elsewhere' } },
  })
  const advice = `Set SITE_URL=${origin} and build again. On Vercel, give this command the production domain.`
  expect(faults).toEqual([
    `/: x-content-type-options is not "nosniff". ${passOn}`,
    `/: the canonical address is https://old.example. ${advice}`,
    '/book-demo: it has 2 inline scripts, not 1. Turn off what adds one, such as analytics of the host or CDN.',
    `/book-demo: the canonical address is https://old.example/book-demo. ${advice}`,
    `/thank-you: the content-security-policy is not that of the loader. ${passOn}`,
    `/thank-you: the canonical address is https://old.example/thank-you. ${advice}`,
    `/nowhere: the status is 200, not 404. ${passOn}`,
    `${style}: the status is 200, and the type text/plain. ${passOn}`,
    `${font}: the status is 404, and the type font/woff2. ${passOn}`,
    'The status of /api/health is 503. Set DATABASE_URL and the address of each webhook, and read the log of the site.',
    expect.stringMatching(/^The status of a form without fields is 200, not 400\./),
    'The status of a form of another origin is 200, not 403. Let the proxy pass on the header Origin unchanged.',
    'Plain HTTP does not lead to HTTPS. Redirect it, as docs/nginx.conf does.',
  ])
  expect(site.leads).toEqual([])
  expect(receiver.received).toEqual([])
})

/** The status, further headers, and what is added to the body. */
type Answer = { status: number; headers: Record<string, string>; body: string }
