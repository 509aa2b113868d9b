import { multipartType, rawRequest, sendRaw } from '../support/raw-http'
import { sendSlowRequests } from '../support/slow-requests'
import { expect, test } from '../support/test'

test('a request that arrives byte by byte is closed within 30 seconds, and the next is answered', async ({
  site,
}) => {
  for (const { kind, seconds } of await sendSlowRequests(site.url))
    expect(seconds, kind).toBeLessThan(30)
  expect((await fetch(site.url)).status).toBe(200)
  expect(site.log).not.toMatch(/^\s+at .+:\d+:\d+/m)
})

test('a content-length over the limit is rejected before the body arrives', async ({ site }) => {
  const headers = { ...multipartType, 'content-length': '99999999' }
  const response = await sendRaw(site.url, rawRequest(site.url, { headers }))
  expect(response.status).toBe(413)
  expect(response.ms).toBeLessThan(5000)
})
