import { expect, test } from '../support/browser/test'
import { multipartType, rawRequest, sendRaw } from '../support/visitor/http'
import { newClientAddress } from '../support/visitor/visitor'

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
