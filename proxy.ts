import { type NextRequest, NextResponse } from 'next/server'
import { formQueryHeader } from './lib/forms/services-in-address'
import { contentSecurityPolicy } from './lib/http/policy.mjs'
import { otherPosts, refuseRequest } from './lib/http/request-filter'
import { builtActions } from './lib/http/server-actions'

const actions = builtActions()
const noStore = { 'cache-control': 'no-store' }

/**
 * Filters posts, and gives a native post its policy: the browser itself sends it, without scripts, and the answer is a page.
 * Requests for pages and files do not pass through here.
 */
export async function proxy(request: NextRequest) {
  const { method, headers } = request
  const refusal = await refuseRequest(request, actions)
  if (refusal)
    return new NextResponse(`${refusal.text}\n`, {
      status: refusal.status,
      headers: {
        ...noStore,
        'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
        'content-type': 'text/plain; charset=utf-8',
        'x-content-type-options': 'nosniff',
        ...refusal.headers,
      },
    })
  const isForm = method === 'POST' && !otherPosts.includes(request.nextUrl.pathname)
  const isNativePost = isForm && !headers.has('next-action')
  if (!isNativePost) return NextResponse.next({ headers: noStore })
  // Next.js renders the answer with inline scripts, and gives them the nonce that it finds in this header of the request.
  // All other pages are static, and next.config.mjs sets their policy.
  const nonce = btoa(crypto.randomUUID())
  const policy = contentSecurityPolicy(`'nonce-${nonce}' ${process.env.LOADER_HASH}`)
  const withPolicy = new Headers(headers)
  // Replaces what a client may have sent.
  withPolicy.set('content-security-policy', policy)
  // The action does not see the address to which its form was posted.
  withPolicy.set(formQueryHeader, request.nextUrl.search)
  return NextResponse.next({
    request: { headers: withPolicy },
    headers: { ...noStore, 'content-security-policy': policy },
  })
}

export const config = {
  // Every post has one of these headers. Requests for pages and files have none.
  matcher: [
    { source: '/:path*', has: [{ type: 'header', key: 'content-type' }] },
    { source: '/:path*', has: [{ type: 'header', key: 'content-length' }] },
    { source: '/:path*', has: [{ type: 'header', key: 'transfer-encoding' }] },
    { source: '/:path*', has: [{ type: 'header', key: 'next-action' }] },
  ],
}
