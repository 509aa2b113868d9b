import { type NextRequest, NextResponse } from 'next/server'
import { refusal } from './lib/leads/gate'
import { policy } from './lib/policy.mjs'

/**
 * Sees what is posted, and no page that is only read. What no form of this site can have sent ends here. A form
 * posted without scripts is answered by a page that is made for it, with inline scripts of the framework. They run by
 * a nonce, and the loader by its hash. Every other page is static, and its policy comes with the build.
 */
export async function proxy(request: NextRequest) {
  const refused = await refusal(request)
  if (refused) return new NextResponse(`${refused.text}\n`, { status: refused.status })
  if (!request.headers.has('content-type')) return NextResponse.next()
  const nonce = btoa(crypto.randomUUID())
  const own = policy(`'nonce-${nonce}' ${process.env.LOADER_HASH}`)
  const headers = new Headers(request.headers)
  headers.set('content-security-policy', own)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', own)
  return response
}

export const config = {
  matcher: [
    { source: '/:path*', has: [{ type: 'header', key: 'content-type' }] },
    { source: '/:path*', has: [{ type: 'header', key: 'next-action' }] },
    // The one route with a name in it that a visitor could misspell.
    '/icons/:path*',
  ],
}
