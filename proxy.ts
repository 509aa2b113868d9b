import { type NextRequest, NextResponse } from 'next/server'
import { rejectionHeaders, rejectRequest } from './lib/leads/server/request-filter'
import { contentSecurityPolicy } from './lib/security.mjs'

/**
 * Filters what is posted; page requests do not pass here. A native post is answered by a page that is rendered for
 * it, with inline scripts of the framework: they run by a nonce, and the loader by its hash. Every other page is
 * static, and its policy comes with the build. No cache may store any of these answers.
 */
export async function proxy(request: NextRequest) {
  const refused = await rejectRequest(request)
  if (refused)
    return new NextResponse(`${refused.text}\n`, {
      status: refused.status,
      headers: rejectionHeaders(refused),
    })
  const isNativePost = request.method === 'POST' && !request.headers.has('next-action')
  return isNativePost ? withNonce(request) : NextResponse.next({ headers: notStored })
}

const notStored = { 'cache-control': 'no-store' }

function withNonce(request: NextRequest): NextResponse {
  const nonce = btoa(crypto.randomUUID())
  const own = contentSecurityPolicy(`'nonce-${nonce}' ${process.env.LOADER_HASH}`)
  const headers = new Headers(request.headers)
  headers.set('content-security-policy', own)
  return NextResponse.next({
    request: { headers },
    headers: { ...notStored, 'content-security-policy': own },
  })
}

export const config = {
  // A post has one of these. Pages and files are asked for without them.
  matcher: [
    { source: '/:path*', has: [{ type: 'header', key: 'content-type' }] },
    { source: '/:path*', has: [{ type: 'header', key: 'content-length' }] },
    { source: '/:path*', has: [{ type: 'header', key: 'transfer-encoding' }] },
    { source: '/:path*', has: [{ type: 'header', key: 'next-action' }] },
  ],
}
