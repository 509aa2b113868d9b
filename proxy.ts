import { type NextRequest, NextResponse } from 'next/server'
import { policy } from './lib/policy.mjs'

/**
 * A form posted without scripts is answered by a page that is made for it, with inline scripts that no build could
 * know. They run by a nonce. Every other page is static, and its policy comes with the build.
 */
export function proxy(request: NextRequest) {
  const nonce = btoa(crypto.randomUUID())
  const own = policy(`'nonce-${nonce}'`)
  const headers = new Headers(request.headers)
  headers.set('content-security-policy', own)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', own)
  return response
}

export const config = {
  matcher: [
    {
      source: '/:path*',
      has: [{ type: 'header', key: 'content-type', value: 'multipart/form-data.*' }],
      missing: [{ type: 'header', key: 'next-action' }],
    },
  ],
}
