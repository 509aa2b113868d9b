import { expect, it } from 'vitest'
import { noticePolicy } from '@/lib/http/plain-page'
import { rejectionHeaders } from '@/lib/http/rejection'
import { ofRejections } from '../../support/site/response-headers'

it('a rejection as a page is not cached, and allows its style and its form', () => {
  const headers = { allow: 'GET' }
  expect(rejectionHeaders({ status: 405, text: '', html: '<p>', headers })).toEqual({
    ...ofRejections,
    ...headers,
    'content-security-policy': `default-src 'none'; base-uri 'none'; frame-ancestors 'none'; ${noticePolicy}`,
    'content-type': 'text/html; charset=utf-8',
  })
})
