import { availableParallelism } from 'node:os'
import { expect, test } from '../support/browser/test'
import { visitDuringHalfRequests } from '../support/nginx/clients'
import {
  nginxInstalled,
  plainConfiguration,
  startDocumentedNginx,
  startNginx,
} from '../support/nginx/nginx'
import { freePort } from '../support/process/ports'
import { sleep } from '../support/process/wait'
import { type Site, sqliteUrl, startSite } from '../support/site/site'
import { multipartType, rawRequest, secondsUntilClosed, sendRaw } from '../support/visitor/http'
import { post, readForm } from '../support/visitor/lead-post'
import { newClientAddress } from '../support/visitor/visitor'

/** Connections that are slow, greedy, early, or open when a server ends. */

test('a body over the limit is refused, with a length and without one', async ({ site }) => {
  const body = 'x'.repeat(200_000)
  const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
  const headers = { ...multipartType, 'x-forwarded-for': newClientAddress() }
  const inChunks = { ...headers, 'content-length': undefined, 'transfer-encoding': 'chunked' }
  const answers = await Promise.all([
    sendRaw(site.url, rawRequest(site.url, { headers, body })),
    sendRaw(site.url, rawRequest(site.url, { headers: inChunks, body: chunked })),
  ])
  expect(answers.map(({ status }) => status)).toEqual([413, 400])
  expect(answers[0]?.body).toContain('This is larger than any form on this site.\n')
  // Next.js passes on the beginning of a body without a length.
  expect(answers[1]?.body).toContain('This form did not arrive completely. Please send it again.\n')
})

test.describe('in the deep tier', { tag: '@deep' }, () => {
  test('half requests of one address take no connection from others, and are closed within ten seconds', async ({
    site,
  }) => {
    test.skip(!nginxInstalled, 'nginx is not installed')
    test.skip(process.platform !== 'linux', 'only on Linux can clients send from 127.0.0.2 and up')
    const { url, port, plainPort, stop } = await startDocumentedNginx([site])
    // nginx starts a worker for each processor. With Debian's configuration, each has 768 connections.
    const count = 600 * availableParallelism()
    const statuses = await visitDuringHalfRequests([port, plainPort], count)
    expect(statuses).toEqual([...Array(20).fill(200), ...Array(20).fill(301)])
    for (const each of [url, `http://127.0.0.1:${plainPort}`])
      expect(await secondsUntilClosed(each, 'GET / HTTP/1.1\r\nHost: ', 'x')).toBeLessThan(10)
    await stop()
  })

  test('behind a proxy that keeps its connections, two servers restart under load, and no request is lost', async ({
    receiver,
  }) => {
    test.skip(!nginxInstalled, 'nginx is not installed')
    const env = { DATABASE_URL: sqliteUrl() }
    const sites = [await startSite(receiver, env), await startSite(receiver, env)]
    const port = await freePort()
    const nginx = await startNginx(plainConfiguration(httpBlock(sites, port)), [port])
    const entries = { name: 'Ana Ruiz', phone: '5095550147', businessName: 'Ruiz & Sons' }
    const url = `http://127.0.0.1:${port}/`
    const form = { ...(await readForm(sites[0]?.url ?? '')), action: url }
    const read = async () => {
      const response = await fetch(url)
      await response.text()
      return response.ok
    }
    const answers: unknown[] = []
    let finished = false
    const clients = Array.from({ length: 12 }, async (_, index) => {
      const isPost = index % 4 === 0
      while (!finished) {
        answers.push(await (isPost ? post(form, entries) : read()).catch(String))
        await sleep(isPost ? 50 : 5)
      }
    })
    for (const index of [0, 1]) {
      await expect.poll(() => answers.length).toBeGreaterThan(100 * (index + 1))
      const site = sites[index] as Site
      const began = performance.now()
      await site.stop()
      expect(performance.now() - began).toBeLessThan(5000)
      sites[index] = await startSite(receiver, { ...env, PORT: new URL(site.url).port })
    }
    finished = true
    await Promise.all(clients)
    expect([...new Set(answers)]).toEqual([true])
    await nginx.stop()
    for (const site of sites) await site.stop()
  })
})

function httpBlock(sites: Site[], port: number): string {
  const servers = sites.map(({ url }) => `server ${new URL(url).host} max_fails=0;`).join(' ')
  return `upstream site { ${servers} keepalive 16; keepalive_timeout 4s; }
    server {
      listen 127.0.0.1:${port};
      location / {
        proxy_pass http://site; proxy_http_version 1.1; proxy_set_header Connection "";
        proxy_next_upstream error timeout non_idempotent;
        proxy_set_header Host $host:${port}; proxy_set_header X-Forwarded-Host $host:${port};
        proxy_set_header X-Forwarded-For $http_x_forwarded_for;
      }
    }`
}
