import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { paths } from '../../lib/pages.mjs'
import { launchBrowser } from '../support/browser/browser'
import { expect, test } from '../support/browser/test'
import {
  balancer,
  type DocumentedNginx,
  nginxInstalled,
  startDocumentedNginx,
  trustBalancer,
} from '../support/nginx/nginx'
import { freePort } from '../support/process/ports'
import { copyStandalone } from '../support/site/other-build'
import { root, type Site, sqliteUrl, startSite } from '../support/site/site'
import { callbackVisitor, fillDialog, openDialog, submitOf } from '../support/visitor/callback'
import {
  type HttpRequest,
  type HttpResponse,
  multipart,
  multipartType,
  secondsUntilClosed,
  sendRequest,
} from '../support/visitor/http'
import { leadEntries, leadRequest, type NativeForm, readForm } from '../support/visitor/lead-post'

/** docs/nginx.conf, tested with nginx in front of the site. */

test.skip(!nginxInstalled, 'nginx is not installed')
test.skip(process.platform !== 'linux', 'only on Linux can clients send from 127.0.0.2 and up')
// All tests share one nginx and one site.
test.describe.configure({ mode: 'default' })

const host = 'www.example.com'

let site: Site
let proxy: DocumentedNginx
let form: NativeForm

test.beforeAll(async ({ receiver }) => {
  // One submission per client and hour, so that the second is rejected however slow the machine is.
  site = await startSite(receiver, { CLIENT_ADDRESS: 'proxy:1', LEADS_PER_HOUR: '1' })
  proxy = await startDocumentedNginx([site])
  form = await readForm(proxy.url)
})

test.afterAll(async () => {
  await proxy?.stop()
  await site?.stop()
})

test.describe('nginx', { tag: '@deep' }, () => {
  test('forms are delivered, and the rate limit uses the real client address, not a forged header', async ({
    receiver,
  }) => {
    const { headers, body } = leadRequest(form.hidden, 'scripted', '')
    const scripted = { port: proxy.port, path: '/', localAddress: '127.0.0.2', body }
    const ofPage = { ...headers, origin: `https://${host}` }
    expect((await send({ ...scripted, headers: ofPage })).body).toContain('"status":"accepted"')
    expect((await submit('127.0.0.3')).status).toBe(303)
    const forged = { 'x-forwarded-for': '203.0.113.7' }
    const again = await submit('127.0.0.3', forged, { entries: { businessName: 'Bo Ruiz' } })
    expect(again.body).toContain('Please wait a moment before submitting again.')
    expect((await submit('127.0.0.4', forged)).status).toBe(303)
    expect(receiver.received).toHaveLength(3)
  })

  test('the second visitor gets the same page or file from the cache, and a third gets it compressed', async () => {
    const nginx = await startDocumentedNginx([site])
    const built = readdirSync(join(root, '.next/static'), { recursive: true, encoding: 'utf8' })
    const files = [/^chunks.index-.*\.js$/, /\.css$/, /\.woff2$/].map(
      (kind) => `/_next/static/${built.find((name) => kind.test(name))}`,
    )
    for (const path of [...paths, ...files]) {
      const visits = [await get(path, nginx), await get(path, nginx)] as const
      const [first, second] = visits.map(({ headers, ...response }) => {
        const { date, 'x-cache-status': cache, ...others } = headers
        return { cache, ...response, headers: others }
      })
      expect(first).toMatchObject({ cache: 'MISS', status: 200 })
      expect(second).toEqual({ ...first, cache: 'HIT' })
      expect(second?.headers).not.toHaveProperty('content-encoding')
      if (!path.endsWith('.woff2')) {
        // A proxy of the client adds Via.
        const headers = { 'accept-encoding': 'br, gzip', via: '1.1 proxy.example' }
        const third = await get(path, nginx, headers)
        expect(third.headers['x-cache-status']).toBe('HIT')
        expect(third.headers['content-encoding']).toBe('gzip')
        expect(third.headers.vary).toContain('Accept-Encoding')
        expect(gunzipSync(Buffer.from(third.body, 'latin1')).toString('latin1')).toBe(second?.body)
      }
      if (files.includes(path)) {
        expect(second?.headers['cache-control']).toBe('public, max-age=31536000, immutable')
        continue
      }
      expect(second?.headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-/)
      expect(second?.body).toContain('</html>')
    }
    await nginx.stop()
  })

  test('no query, host, spelling, or header makes nginx store a page again', async () => {
    const page = (await get('/book-demo')).body
    for (let index = 0; index < 20; index++)
      for (const [path, headers] of [
        [`/book-demo?x=${index}`, {}],
        ['/book-demo', { host: `${index}.example` }],
        [`/${index}/../book-demo`, {}],
        ['/book-demo', { rsc: String(index) }],
        ['/book-demo', { 'accept-encoding': `gzip, x-${index}` }],
      ] as const) {
        const answer = await get(path, proxy, headers)
        expect(answer.headers['x-cache-status'], path).not.toMatch(/MISS|EXPIRED/)
        const bytes = Buffer.from(answer.body, 'latin1')
        const isCompressed = Boolean(answer.headers['content-encoding'])
        expect(isCompressed ? gunzipSync(bytes).toString('latin1') : answer.body, path).toBe(page)
      }
  })

  test('what the site refuses is refused beside a stored page, and does not replace it', async () => {
    const nginx = await startDocumentedNginx([site])
    for (const cache of ['MISS', 'HIT']) {
      for (const [path, status] of [
        ['/icons/..%2fthank-you', 404],
        ['/%74hank-you', 404],
        ['/thank-you%3Fa', 404],
        ['//thank-you', 308],
      ] as const) {
        const { headers, ...refused } = await get(path, nginx)
        expect([refused.status, headers['x-cache-status']], path).toEqual([status, 'BYPASS'])
      }
      const page = await get('/thank-you?a&b', nginx)
      expect([page.status, page.headers['x-cache-status']]).toEqual([200, cache])
    }
    await nginx.stop()
  })

  test('form posts, the health report and missing pages are not cached', async () => {
    const nginx = await startDocumentedNginx([site])
    const posted = await submit('127.0.0.5', {}, nginx)
    expect(posted.status).toBe(303)
    expect(posted.headers).not.toHaveProperty('x-cache-status')
    expect((await get('/', nginx)).headers['x-cache-status']).toBe('MISS')
    await nginx.stop()
    for (const path of ['/api/health', '/nowhere'])
      for (let visit = 0; visit < 2; visit++)
        expect((await get(path)).headers['x-cache-status']).toBe('MISS')
  })

  test('an address with a path or a query of more than 1,000 characters is refused before the site', async () => {
    expect((await get(`/thank-you?${'x'.repeat(1000)}`)).status).toBe(200)
    expect((await get(`/${'x'.repeat(999)}`)).status).toBe(404)
    for (const path of [`/thank-you?${'x'.repeat(1001)}`, `/${'x'.repeat(1000)}`]) {
      const { status, body } = await get(path)
      expect(status).toBe(414)
      expect(body).toContain('<center>nginx</center>')
    }
  })

  test('the log has the path of a request, without its query, its headers, or anything long', async () => {
    const nginx = await startDocumentedNginx([site])
    const headers = { referer: 'https://a.example/?ana@ruiz.com', 'user-agent': 'x'.repeat(5000) }
    for (const path of ['/book-demo?email=ana@ruiz.com', `/${'y'.repeat(500)}`, '/z"\xff'])
      await get(path, nginx, headers)
    await expect.poll(() => logOf(nginx, 'access.log')).toHaveLength(3)
    const lines = logOf(nginx, 'access.log')
    expect(lines.map((line) => line.replace(/^127\.0\.0\.1 [\d:+T-]{25} /, ''))).toEqual([
      expect.stringMatching(/^200 \d+ [\d.]+ GET \/book-demo$/),
      expect.stringMatching(/^404 \d+ [\d.]+ GET \/y{199}$/),
      expect.stringMatching(/^4\d\d \d+ [\d.]+ GET \/z$/),
    ])
    await nginx.stop()
  })

  test('what pages count passes without a line in the log, and without the limit of forms', async () => {
    const nginx = await startDocumentedNginx([site])
    const headers = { 'content-type': 'text/plain;charset=UTF-8' }
    const count = { port: nginx.port, path: '/api/count', headers, body: '["","","/"]' }
    for (let page = 0; page < 50; page++) expect((await send(count)).status).toBe(204)
    await get('/last', nginx)
    await expect.poll(() => logOf(nginx, 'access.log')).toHaveLength(1)
    await nginx.stop()
  })

  test('the logs have next to nothing of what nginx refuses, also while the site is down', async () => {
    const nginx = await startDocumentedNginx([{ url: `http://127.0.0.1:${await freePort()}` }])
    const tooLarge = { ...multipartType, 'content-length': '70000' }
    const headers = { referer: `https://a.example/?${'ana@ruiz.com'.repeat(200)}` }
    for (let count = 0; count < 20; count++) {
      expect((await get(`/?${'x'.repeat(2000)}`, nginx, headers)).status).toBe(414)
      expect((await submit('127.0.0.15', tooLarge, nginx)).status).toBe(413)
    }
    expect((await get('/?email=ana@ruiz.com', nginx, headers)).status).toBe(502)
    await expect.poll(() => logOf(nginx, 'access.log').at(-1)).toContain('502')
    // Of what is refused one in a hundred, by chance.
    expect(logOf(nginx, 'access.log').length).toBeLessThan(10)
    expect(logOf(nginx, 'error.log')).toEqual([])
    await nginx.stop()
  })

  test.describe('while the site restarts', () => {
    test.use({ expectedErrors: [/502|\.js csp$/] })

    test('pages come from the cache, and a form that was not sent is sent when the visitor reloads', async ({
      receiver,
      failOnErrors,
    }) => {
      const env = { CLIENT_ADDRESS: 'proxy:1' }
      const before = await startSite(receiver, env)
      // Otherwise, nginx does not ask the site for a page for a minute.
      const nginx = await startDocumentedNginx([before], (configuration) =>
        configuration.replace(
          'proxy_ignore_headers Vary;',
          'proxy_ignore_headers Vary Cache-Control; proxy_cache_valid 200 1s;',
        ),
      )
      const rule = `--host-resolver-rules=MAP localhost 127.0.0.1:${nginx.port}`
      const browser = await launchBrowser(rule)
      const page = await browser.newPage({ javaScriptEnabled: false, reducedMotion: 'reduce' })
      await failOnErrors(page)
      await page.goto('http://localhost/book-demo')
      await page.goto('http://localhost/')
      await before.stop()
      for (const path of ['/', '/book-demo'])
        await expect
          .poll(async () => (await get(path, nginx)).headers['x-cache-status'])
          .toBe('STALE')
      await page.reload()
      const dialog = await openDialog(page, 'See AI in Action')
      await fillDialog(dialog)
      await submitOf(dialog).click()
      const heading = page.getByRole('heading')
      await expect(heading).toHaveText('Your form was not sent')
      await expect(page.getByRole('paragraph')).toContainText('reload this page in a few seconds')

      const after = await startSite(receiver, { ...env, PORT: new URL(before.url).port })
      expect(receiver.received).toEqual([])
      await page.reload()
      await expect(page.getByRole('status')).toContainText("We'll call you shortly")
      expect(receiver.onlyBody.Email).toBe(callbackVisitor['Email Address'])
      await after.stop()
      await page.goto('http://localhost/nowhere')
      await expect(heading).toHaveText('This page is not available right now')
      await browser.close()
      await nginx.stop()
    })
  })

  test('while instances of two versions run, each file of either is served', async ({
    receiver,
  }) => {
    const folder = copyStandalone()
    const files = Array.from({ length: 8 }, (_, index) => `/_next/static/chunks/new-${index}.js`)
    for (const file of files) writeFileSync(join(folder, file.replace('/_next', '.next')), '1')
    const updated = await startSite(receiver, {}, folder)
    const nginx = await startDocumentedNginx([site, updated])
    for (const file of files) expect((await get(file, nginx)).status, file).toBe(200)
    expect((await get('/_next/static/chunks/none.js', nginx)).status).toBe(404)
    await nginx.stop()
    await updated.stop()
  })

  test('an IPv6 /64 behind a load balancer gets 30 posts at once, and others are served', async () => {
    const nginx = await startDocumentedNginx([site], trustBalancer)
    const submitAs = (address: string) =>
      submit(balancer, { 'x-forwarded-for': `203.0.113.99, ${address}` }, nginx)
    const isByNginx = ({ body }: HttpResponse) => body.includes('<center>nginx</center>')
    const posts = Array.from({ length: 60 }, (_, index) => submitAs(`2001:db8:0:1:${index}::1`))
    const byNginx = (await Promise.all(posts)).filter(isByNginx)
    for (const { status } of byNginx) expect(status).toBe(429)
    // nginx lets 30 more than the first through. While they arrive, it may let more through.
    expect(byNginx.length).toBeGreaterThanOrEqual(25)
    expect(byNginx.length).toBeLessThanOrEqual(29)
    expect(isByNginx(await submitAs('2001:db8:0:2::1'))).toBe(false)
    // An IPv4 address that the balancer writes as IPv6 is one client.
    const mapped = Array.from({ length: 40 }, () => submitAs('::ffff:198.51.100.1'))
    expect((await Promise.all(mapped)).filter(isByNginx).length).toBeGreaterThanOrEqual(5)
    expect(isByNginx(await submitAs('::ffff:198.51.100.2'))).toBe(false)
    await nginx.stop()
  })

  test('half requests of one address take no connection from others, and are closed', async () => {
    // nginx starts a worker for each processor. With Debian's configuration, each has 768 connections.
    const halves = Array.from({ length: 600 * availableParallelism() }, async () => {
      const socket = connect({ port: proxy.port, host: '127.0.0.1', localAddress: '127.0.0.66' })
      socket.resume().on('error', () => undefined)
      await new Promise((resolve) => socket.write('GET / HTTP/1.1\r\nHost: x', resolve))
      return socket
    })
    const sockets = await Promise.all(halves)
    for (let visit = 0; visit < 20; visit++) expect((await get('/')).status).toBe(200)
    for (const socket of sockets) socket.destroy()
    expect(await secondsUntilClosed(proxy.url, 'GET / HTTP/1.1\r\nHost: ', 'x')).toBeLessThan(10)
  })

  test('two instances restart in turn under load: no visitor is refused, and each lead is delivered once', async ({
    receiver,
  }) => {
    const env = { DATABASE_URL: sqliteUrl() }
    const sites = [await startSite(receiver, env), await startSite(receiver, env)]
    const nginx = await startDocumentedNginx(sites)
    const statuses = { posts: [] as number[], pages: [] as number[] }
    let posted = 0
    let finished = false
    const clients = Array.from({ length: 6 }, async (_, index) => {
      while (!finished) {
        if (index % 3 > 0) statuses.pages.push((await get('/nowhere', nginx)).status)
        else {
          const number = 1000 + posted++
          const client = `127.0.1.${number % 200}`
          const entries = { phone: `509-555-${number}`, email: `ana${number}@ruiz.com` }
          statuses.posts.push((await submit(client, {}, { ...nginx, entries })).status)
        }
        await sleep(50)
      }
    })
    const morePosts = async () => {
      const enough = statuses.posts.length + 15
      await expect.poll(() => statuses.posts.length).toBeGreaterThan(enough)
    }
    await morePosts()
    // The second one as soon as the first one is back.
    for (const index of [0, 1]) {
      const site = sites[index] as Site
      const began = performance.now()
      await site.stop()
      expect(performance.now() - began).toBeLessThan(5000)
      sites[index] = await startSite(receiver, { ...env, PORT: new URL(site.url).port })
    }
    await morePosts()
    finished = true
    await Promise.all(clients)
    expect([...new Set(statuses.posts)]).toEqual([303])
    expect([...new Set(statuses.pages)]).toEqual([404])
    await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(posted)
    const numbers = receiver.received.map(({ body }) => JSON.parse(body).Phone)
    expect(numbers.length).toBe(posted)
    expect(new Set(numbers).size).toBe(posted)
    await nginx.stop()
    for (const each of sites) await each.stop()
  })

  test('HTTP redirects to HTTPS, and another name of the site to this one', async () => {
    const path = '/book-demo?a=b'
    for (const { status, headers } of [
      await send({ port: proxy.plainPort, path }),
      await get(path, proxy, { host: 'other.example.com' }),
    ]) {
      expect(status).toBe(301)
      expect(headers.location).toBe(`https://${host}${path}`)
    }
  })
})

/* Requests as clients send them when TLS is on the standard port */

const get = (path: string, { port } = proxy, headers = {}) => send({ port, path, headers })

/** Submits the form as a page without scripts does, from this address. */
function submit(from: string, headers = {}, { path = '/', port = proxy.port, entries = {} } = {}) {
  return send({
    port,
    path,
    localAddress: from,
    headers: { ...multipartType, origin: `https://${host}`, ...headers },
    body: multipart(Object.entries({ ...form.hidden, ...leadEntries, ...entries })),
  })
}

function logOf({ folder }: DocumentedNginx, name: string): string[] {
  return readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1)
}

function send({ headers, ...request }: HttpRequest): Promise<HttpResponse> {
  return sendRequest({ ...request, headers: { host, ...headers } })
}
