import { expect, it } from 'vitest'
import { noticePolicy } from '@/lib/http/plain-page'
import { rejectionHeaders } from '@/lib/http/rejection'
import { ofRejections } from '../../support/site/response-headers'

it('a rejection as text allows nothing, and is never cached', () => {
  const headers = { allow: 'GET' }
  expect(rejectionHeaders({ status: 405, text: 'Use GET.', headers })).toEqual({
    ...ofRejections,
    ...headers,
  })
})

it('a rejection as a page allows its style and its form', () => {
  expect(rejectionHeaders({ status: 409, text: '', html: '<p>' })).toEqual({
    ...ofRejections,
    'content-security-policy': `default-src 'none'; base-uri 'none'; frame-ancestors 'none'; ${noticePolicy}`,
    'content-type': 'text/html; charset=utf-8',
  })
})
