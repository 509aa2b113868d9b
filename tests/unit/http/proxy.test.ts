import { NextRequest } from 'next/server'
import { expect, it, vi } from 'vitest'
import { proxy } from '../../../proxy.vercel'
import { leadRequest } from '../../support/lead-post'
import { policyOf } from '../../support/response-headers'

const hidden = {
  $ACTION_REF_1: '',
  '$ACTION_1:0': `{"id":"${'a'.repeat(42)}","bound":"$@1"}`,
  '$ACTION_1:1': '[null]',
  $ACTION_KEY: `k${'0'.repeat(32)}`,
}

it('on Vercel, a native post has a policy with a nonce of its own, whatever policy its client sent', async () => {
  vi.stubEnv('LOADER_HASH', "'sha256-loader'")
  const { headers, body } = leadRequest(hidden, 'native', '192.0.2.1')
  const forged = { ...headers, 'content-security-policy': "script-src 'nonce-mine'" }
  const request = new NextRequest('https://px.example/', { method: 'POST', headers: forged, body })
  const response = await proxy(request)
  const policy = response.headers.get('content-security-policy') ?? ''
  const [nonce = ''] = /'nonce-[\w+/=]{20,}'/.exec(policy) ?? []
  expect(policy).toBe(policyOf(`${nonce} 'sha256-loader'`))
  // Next.js gets the headers of the request under this prefix.
  expect(response.headers.get('x-middleware-request-content-security-policy')).toBe(policy)
  expect(response.headers.get('cache-control')).toBe('no-store')
})
