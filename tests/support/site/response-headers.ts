/** The headers of the site's responses, written out. */

/** The policy of a page that runs only these inline scripts. */
export const policyOf = (scripts: string) =>
  `default-src 'none'; script-src 'self' ${scripts}; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; media-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

export const ofStaticFiles = { 'x-content-type-options': 'nosniff' }

export const ofEverythingElse = {
  ...ofStaticFiles,
  'strict-transport-security': 'max-age=63072000',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
}

export const ofRefusals = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'content-type': 'text/plain; charset=utf-8',
  'x-content-type-options': 'nosniff',
}

const varying =
  /^(date|connection|keep-alive|transfer-encoding|content-(length|encoding)|accept-ranges|etag|last-modified|x-nextjs-(cache|prerender|stale-time))$/

/** All headers of a response, but those of the connection, of the time, and of the version of a file. */
export const headersOf = (headers: Iterable<[string, string]>) =>
  Object.fromEntries([...headers].filter(([name]) => !varying.test(name)))
