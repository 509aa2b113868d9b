import 'server-only'
import { contentSecurityPolicy } from './policy.mjs'

/** Without scripts, the browser itself posts a form. The response is then a page. */
export function isNativePost(method: string, headers: Pick<Headers, 'get'>): boolean {
  return method === 'POST' && headers.get('next-action') === null
}

/**
 * The policy of a page that answers a native post. Next.js renders it with inline scripts and gives them the nonce that it
 * finds in this header of the request. All other pages are static, and next.config.mjs sets their policy.
 */
export function policyWithNonce(): string {
  const nonce = btoa(crypto.randomUUID())
  return contentSecurityPolicy(`'nonce-${nonce}' ${process.env.LOADER_HASH}`)
}
