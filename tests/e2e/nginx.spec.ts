import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { documentedNginx } from '../support/documented-nginx'
import { type HttpRequest, type HttpResponse, sendRequest } from '../support/http-request'
import { hydrate } from '../support/hydration'
import { type NativeForm, readForm } from '../support/native-post'
import { nginxInstalled, startNginx } from '../support/nginx'
import { freePort } from '../support/ports'
import { multipart, multipartType } from '../support/raw-http'
import { root, type Site, startSite } from '../support/site'
import { expect, test } from '../support/test'

/** docs/nginx.conf, tested with nginx in front of the site. */

test.skip(!nginxInstalled, 'nginx is not installed')
test.skip(process.platform !== 'linux', 'only on Linux can clients send from 127.0.0.2 and up')
// All tests share one nginx and one site.
test.describe.configure({ mode: 'default' })

const host = 'www.example.com'
const entries = { name: 'Ana Ruiz', phone: '5095550147', businessName: 'Ruiz & Sons' }

let site: Site
let proxy: Proxy
let form: NativeForm

test.beforeAll(async ({ receiver }) => {
  // One submission per client and hour, so that the second is rejected however slow the machine is.
  site = await startSite(receiver, { CLIENT_ADDRESS: 'proxy:1', LEADS_PER_HOUR: '1' })
  proxy = await startProxy(site)
  form = await readForm(proxy.url)
})

test.afterAll(async () => {
  await proxy?.stop()
  await site?.stop()
})

test('a form submitted without scripts is delivered', async ({ receiver }) => {
  const { status } = await submit('127.0.0.2')
  expect(status).toBe(303)
  expect(receiver.received).toHaveLength(1)
  expect(receiver.received[0]?.path).toBe('/hooks/plumbing_xperience')
})

test('a form submitted with scripts is delivered', async ({ receiver, launchOptions }) => {
  // Browsers treat localhost as secure without TLS, and send its name without a port, as with TLS on port 443.
  const browser = await chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions.args ?? []),
      `--host-resolver-rules=MAP localhost 127.0.0.1:${proxy.port}`,
    ],
  })
  const page = await browser.newPage({ reducedMotion: 'reduce' })
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))

  await page.goto('http://localhost/')
  await hydrate(page)
  await page.getByRole('button', { name: 'See Live AI in Action' }).click()
  const dialog = page.getByRole('dialog', { name: 'See AI in Action' })
  await dialog.getByLabel('Full Name').fill('Ana Ruiz')
  await dialog.getByLabel('Phone Number').fill('509-555-0147')
  await dialog.getByLabel('Email Address').fill('ana@ruiz.com')
  await dialog.getByLabel('Business Name').fill('Ruiz & Sons')
  const answer = page.waitForResponse((response) => response.request().method() === 'POST')
  await dialog.getByRole('button', { name: 'Get a Call' }).click()
  expect((await (await answer).request().allHeaders())['next-action']).toBeTruthy()
  await expect(page.locator('[data-slot=toast]')).toContainText('Success!')
  await expect(dialog).toBeHidden()
  expect(receiver.onlyBody.Email).toBe('ana@ruiz.com')
  expect(errors).toEqual([])
  await browser.close()
})

test('the rate limit uses the real client address, not a forged header', async ({ receiver }) => {
  expect((await submit('127.0.0.3')).status).toBe(303)
  const forged = { 'x-forwarded-for': '203.0.113.7' }
  const again = await submit('127.0.0.3', forged)
  expect(again.status).toBe(429)
  expect(again.body).toContain('Please wait a moment before submitting again.')
  expect((await submit('127.0.0.4', forged)).status).toBe(303)
  expect(receiver.received).toHaveLength(2)
})

test('the second visitor gets the same page from the cache', async () => {
  for (const path of ['/', '/book-demo', '/thank-you']) {
    const first = await get(`${path}?cached`)
    const second = await get(`${path}?cached`)
    expect(first.headers['x-cache-status']).toBe('MISS')
    expect(second.headers['x-cache-status']).toBe('HIT')
    expect(second.status).toBe(200)
    expect(second.body).toBe(first.body)
    expect(second.headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-/)
    expect({ ...second.headers, date: '', 'x-cache-status': '' }).toEqual({
      ...first.headers,
      date: '',
      'x-cache-status': '',
    })
  }
})

test('a page is cached compressed and uncompressed', async () => {
  const gzip = { 'accept-encoding': 'gzip' }
  for (const status of ['MISS', 'HIT']) {
    const compressed = await get('/?encoding', gzip)
    const uncompressed = await get('/?encoding')
    expect(compressed.headers).toMatchObject({
      'x-cache-status': status,
      'content-encoding': 'gzip',
    })
    expect(uncompressed.headers['x-cache-status']).toBe(status)
    expect(uncompressed.headers).not.toHaveProperty('content-encoding')
    expect(uncompressed.body).toContain('</html>')
  }
})

test('built files are cached', async () => {
  const files = readdirSync(join(root, '.next/static'), { recursive: true, encoding: 'utf8' })
  for (const kind of ['.js', '.css', '.woff2']) {
    const path = `/_next/static/${files.find((name) => name.endsWith(kind))}`
    expect((await get(path)).headers['x-cache-status']).toBe('MISS')
    expect((await get(path)).headers).toMatchObject({
      'x-cache-status': 'HIT',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  }
})

test('form posts, the health report and missing pages are not cached', async () => {
  const posted = await submit('127.0.0.5', {}, '/?posted')
  expect(posted.status).toBe(303)
  expect(posted.headers).not.toHaveProperty('x-cache-status')
  expect((await get('/?posted')).headers['x-cache-status']).toBe('MISS')
  for (const path of ['/api/health', '/nowhere'])
    for (let visit = 0; visit < 2; visit++)
      expect((await get(path)).headers['x-cache-status']).toBe('MISS')
})

test('an address gets 50 connections, and others are served', async () => {
  const held = Array.from({ length: 60 }, () => {
    const socket = connect({ port: proxy.port, host: '127.0.0.1', localAddress: '127.0.0.8' })
    socket.on('error', () => undefined)
    // nginx counts a connection once its request line and headers have arrived.
    socket.write(
      `POST / HTTP/1.1\r\nhost: ${host}\r\ncontent-type: ${multipartType['content-type']}\r\ncontent-length: 999\r\n\r\n`,
    )
    return socket
  })
  const refused = await Promise.all(
    held
      .slice(50)
      .map(
        (socket) =>
          new Promise((resolve) =>
            socket.once('data', (data) => resolve(String(data).slice(9, 12))),
          ),
      ),
  )
  expect(refused).toEqual(Array(10).fill('429'))
  expect((await get('/')).status).toBe(200)
  expect((await submit('127.0.0.9')).status).toBe(303)
  for (const socket of held) socket.destroy()
})

test('an address gets 30 posts at once', async () => {
  const answers = await Promise.all(Array.from({ length: 60 }, () => submit('127.0.0.10')))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 303)).toHaveLength(1)
  expect(statuses.filter((status) => status === 429)).toHaveLength(59)
  // nginx lets 30 more than the first through. While they arrive, it may let one more through.
  const byNginx = answers.filter(({ body }) => body.includes('<center>nginx</center>')).length
  expect(byNginx).toBeGreaterThanOrEqual(27)
  expect(byNginx).toBeLessThanOrEqual(29)
  expect((await submit('127.0.0.11')).status).toBe(303)
})

test('a body above the limit is rejected before it arrives', async () => {
  const { status } = await submit('127.0.0.6', { 'content-length': '70000' })
  expect(status).toBe(413)
})

test('on another port, forms work with the change that the document and the log name', async ({
  receiver,
}) => {
  const submitTo = (port: number, from: string) =>
    sendRequest({
      port,
      path: '/',
      localAddress: from,
      headers: { ...multipartType, host: `${host}:8443`, origin: `https://${host}:8443` },
      body: multipart(Object.entries({ ...form.hidden, ...entries })),
    })
  expect((await submitTo(proxy.port, '127.0.0.12')).status).toBe(403)
  await expect.poll(() => site.log).toContain('or $http_host if the site is not on port 443')
  const document = readFileSync(join(root, 'docs/deploying.md'), 'utf8')
  expect(document.replaceAll('\n', ' ')).toContain(
    'write `$http_host` for `$host` in the two lines of nginx.conf that set `Host` and `X-Forwarded-Host`',
  )
  const port = await freePort()
  const lines = /(proxy_set_header (?:X-Forwarded-)?Host) \$host;/g
  const asDocumented = documentedNginx(port, Number(new URL(site.url).port))
  const changed = asDocumented.replaceAll(lines, '$1 $http_host;')
  expect(changed.match(/\$http_host/g)).toHaveLength(2)
  const nginx = await startNginx(changed, [port])
  expect((await submitTo(port, '127.0.0.13')).status).toBe(303)
  expect(receiver.received).toHaveLength(1)
  await nginx.stop()
})

test('HTTP redirects to HTTPS', async () => {
  const { status, headers } = await send({ port: proxy.plainPort, path: '/book-demo?a=b' })
  expect(status).toBe(301)
  expect(headers.location).toBe(`https://${host}/book-demo?a=b`)
})

type Proxy = { url: string; port: number; plainPort: number; stop(): Promise<void> }

async function startProxy({ url }: Site): Promise<Proxy> {
  const [port, plainPort] = [await freePort(), await freePort()]
  const configuration = documentedNginx(port, Number(new URL(url).port), `127.0.0.1:${plainPort}`)
  const { stop } = await startNginx(configuration, [port, plainPort])
  return { url: `http://127.0.0.1:${port}`, port, plainPort, stop }
}

/* Requests as clients send them when TLS is on the standard port */

const get = (path: string, headers: Record<string, string> = {}) =>
  send({ port: proxy.port, path, headers })

/** Submits the form as a page without scripts does, from this address. */
function submit(from: string, headers: Record<string, string> = {}, path = '/') {
  return send({
    port: proxy.port,
    path,
    localAddress: from,
    headers: { ...multipartType, origin: `https://${host}`, ...headers },
    body: multipart(Object.entries({ ...form.hidden, ...entries })),
  })
}

function send({ headers, ...request }: HttpRequest): Promise<HttpResponse> {
  return sendRequest({ ...request, headers: { host, ...headers } })
}
