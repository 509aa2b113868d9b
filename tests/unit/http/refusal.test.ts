import { expect, it } from 'vitest'
import { noticePolicy } from '@/lib/http/plain-page'
import { refusalHeaders } from '@/lib/http/refusal'
import { ofRefusals } from '../../support/site/response-headers'

it('a refusal as a page is not cached, and allows its style and its form', () => {
  const headers = { allow: 'GET' }
  expect(refusalHeaders({ status: 405, text: '', html: '<p>', headers })).toEqual({
    ...ofRefusals,
    ...headers,
    'content-security-policy': `default-src 'none'; base-uri 'none'; frame-ancestors 'none'; ${noticePolicy}`,
    'content-type': 'text/html; charset=utf-8',
  })
})
