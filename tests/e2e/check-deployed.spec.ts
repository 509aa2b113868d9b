import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { checkDeployed } from '../../scripts/check-deployed.mjs'
import { expect, test } from '../support/browser/test'
import { nginxInstalled, startDocumentedNginx } from '../support/nginx/nginx'
import { freePort } from '../support/process/ports'
import { startChangingProxy } from '../support/site/changing-proxy'
import { root } from '../support/site/site'
import type { HttpResponse } from '../support/visitor/http'

/** `npm run check:deployed` on sites that are right, and on sites with faults. */

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

test('behind docs/nginx.conf, a site passes once the host has its port', {
  tag: '@deep',
}, async ({ site }) => {
  test.skip(!nginxInstalled, 'nginx is not installed')
  const nginx = await startDocumentedNginx([site])
  expect(await checkDeployed(nginx.url)).toEqual([
    'The status of a form without fields is 403, not 400. In nginx.conf, write "proxy_set_header Host $host;" and "proxy_set_header X-Forwarded-Host $host;", or $http_host in both if the site is not on port 443.',
  ])
  await nginx.stop()
  const corrected = await startDocumentedNginx([site], (configuration) =>
    configuration.replaceAll(/(Host) \$host;/g, '$1 $http_host;'),
  )
  expect(await checkDeployed(corrected.url)).toEqual([])
  await corrected.stop()
})

test('it finds each thing that a proxy changes', { tag: '@deep' }, async ({ site, receiver }) => {
  const built = (folder: string, name: RegExp) =>
    `/_next/static/${folder}/${readdirSync(join(root, '.next/static', folder)).find((each) => name.test(each))}`
  const [style, font] = [built('chunks', /\.css$/), built('media', /\.woff2$/)]
  const changes: Record<string, (answer: HttpResponse) => void> = {
    '/': ({ headers }) => delete headers['x-content-type-options'],
    '/book-demo': (answer) =>
      Object.assign(answer, {
        body: `${answer.body}<script>track()</script>`,
      }),
    '/thank-you': ({ headers }) =>
      Object.assign(headers, { 'content-security-policy': 'default-src *' }),
    '/nowhere': (answer) => Object.assign(answer, { status: 200 }),
    '/api/health': (answer) => Object.assign(answer, { status: 503 }),
    [style]: ({ headers }) => Object.assign(headers, { 'content-type': 'text/plain' }),
    [font]: (answer) => Object.assign(answer, { status: 404 }),
  }
  const proxy = await startChangingProxy(site.url, {
    request(headers) {
      if (headers.origin === 'https://elsewhere.example') delete headers.origin
    },
    answer: (answer, path) => changes[path]?.(answer),
  })
  const faults = await checkDeployed(`http://127.0.0.1:${proxy.port}`)
  expect(faults).toEqual([
    `/: x-content-type-options is not "nosniff". ${passOn}`,
    '/book-demo: it has 2 inline scripts, not 1. Turn off what adds one, such as analytics of the host or CDN.',
    `/thank-you: the content-security-policy is not that of the loader. ${passOn}`,
    `/nowhere: the status is 200, not 404. ${passOn}`,
    `${style}: the status is 200, and the type text/plain. ${passOn}`,
    `${font}: the status is 404, and the type font/woff2. ${passOn}`,
    'The status of /api/health is 503. Set DATABASE_URL and the address of each webhook, and read the log of the site.',
    'The status of a form of another origin is 400, not 403. Let the proxy pass on the header Origin unchanged.',
  ])
  expect(site.leads).toEqual([])
  expect(receiver.received).toEqual([])
  await proxy.stop()
})

test('at a public address, the pages name it, and plain HTTP leads to it', {
  tag: '@deep',
}, async ({ site }) => {
  const origin = 'https://www.example.com'
  const { fetch } = globalThis
  const [, built = ''] =
    /rel="canonical" href="([^"]*)"/.exec(await (await fetch(site.url)).text()) ?? []
  /** The faults when the pages name this address, and plain HTTP leads there. */
  const faultsOf = async (canonical: string, location: string) => {
    globalThis.fetch = async (url, options) => {
      if (String(url).startsWith('http:'))
        return new Response(null, { status: 301, headers: { location } })
      const headers = { ...options?.headers, 'x-forwarded-host': 'www.example.com' }
      const path = String(url).replace(origin, '')
      const response = await fetch(site.url + path, { ...options, headers })
      const { status, headers: given } = response
      return new Response(
        (await response.text()).replaceAll(`href="${built}`, `href="${canonical}`),
        { status, headers: given },
      )
    }
    return checkDeployed(origin).finally(() => Object.assign(globalThis, { fetch }))
  }
  expect(await faultsOf(origin, `${origin}/`)).toEqual([])
  const advice = `Set SITE_URL=${origin} and build again. On Vercel, give this command the production domain.`
  expect(await faultsOf('https://old.example', '/elsewhere')).toEqual([
    `/: the canonical address is https://old.example. ${advice}`,
    `/book-demo: the canonical address is https://old.example/book-demo. ${advice}`,
    `/thank-you: the canonical address is https://old.example/thank-you. ${advice}`,
    'Plain HTTP does not lead to HTTPS. Redirect it, as docs/nginx.conf does.',
  ])
})
