import { availableParallelism } from 'node:os'
import { expect, test } from '../support/browser/test'
import { visitDuringHalfRequests } from '../support/nginx/clients'
import { nginxInstalled, startDocumentedNginx } from '../support/nginx/nginx'
import { multipartType, rawRequest, secondsUntilClosed, sendRaw } from '../support/visitor/http'
import { newClientAddress } from '../support/visitor/visitor'

/** Connections that are slow, greedy, or early. */

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
})
