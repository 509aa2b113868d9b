import { multipartType, rawRequest, sendRaw } from '../support/raw-http'
import { startSite } from '../support/site'
import { sendSlowRequests } from '../support/slow-requests'
import { expect, test } from '../support/test'
import { pipelineWithoutReading } from '../support/unread-answers'

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

test('a connection that sends more requests without reading answers is closed', async ({
  receiver,
}) => {
  const site = await startSite(receiver, { CLIENT_ADDRESS: 'direct' })
  await fetch(`${site.url}/opengraph-image`)
  const before = (await site.use()).peakMb
  const connections = Array.from({ length: 4 }, () => pipelineWithoutReading(site.url, 1400, 5000))
  expect(await Promise.all(connections)).toEqual([true, true, true, true])
  expect((await fetch(site.url)).status).toBe(200)
  expect((await site.use()).peakMb - before).toBeLessThan(100)
  await site.stop()
})
