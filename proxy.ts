import { type NextRequest, NextResponse } from 'next/server'
import { contentSecurityPolicy } from './lib/http/policy.mjs'
import { builtActions } from './lib/http/refused-forms'
import { rejectionHeaders } from './lib/http/rejection'
import { rejectRequest } from './lib/http/request-filter'
import { cancelPost } from './lib/leads/rate-limit'

const actions = builtActions()

/**
 * Filters posts; page requests do not pass through here. The response to a native post is a page that Next.js renders
 * with inline scripts, so its policy allows them by a nonce, and the loader by its hash. All other pages are static, and
 * next.config.mjs sets their policy. Caches must not store these responses.
 */
export async function proxy(request: NextRequest) {
  const rejection = await rejectRequest(request, actions)
  if (rejection) {
    cancelPost(request.headers)
    return new NextResponse(rejection.html ?? `${rejection.text}\n`, {
      status: rejection.status,
      headers: rejectionHeaders(rejection),
    })
  }
  const isNativePost = request.method === 'POST' && !request.headers.has('next-action')
  return isNativePost ? withNonce(request) : NextResponse.next({ headers: noStore })
}

const noStore = { 'cache-control': 'no-store' }

function withNonce(request: NextRequest): NextResponse {
  const nonce = btoa(crypto.randomUUID())
  const policy = contentSecurityPolicy(`'nonce-${nonce}' ${process.env.LOADER_HASH}`)
  const headers = new Headers(request.headers)
  headers.set('content-security-policy', policy)
  return NextResponse.next({
    request: { headers },
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
