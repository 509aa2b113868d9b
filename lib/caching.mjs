/**
 * Request headers by which Next.js chooses another answer for the same address. On a server of our own they never
 * reach it; elsewhere no cache may store the answer.
 */
const frameworkHeaders = [
  'content-type',
  'next-action',
  'next-router-prefetch',
  'next-router-segment-prefetch',
  'next-router-state-tree',
  'next-url',
  'rsc',
  'x-middleware-prefetch',
]
const forADay =
  'speculation-rules\\.json|favicon\\.ico|icon\\.svg|apple-icon|opengraph-image|icons/.*'
const texts = 'robots\\.txt|sitemap\\.xml|manifest\\.webmanifest|llms\\.txt'

/**
 * What caches may store, for `headers()` in next.config.mjs, where later rules replace earlier ones: the paths listed
 * here and nothing else. Next.js sets the header of the files under `/_next/static`, which never change.
 *
 * @param {string[]} pages
 */
export function cachingRules(pages) {
  const everything = '/((?!_next/static/).*)'
  return [
    rule(everything, 'no-store'),
    rule(`/(${forADay})`, 'public, max-age=86400'),
    rule(`/(${texts})`, 'public, max-age=0, must-revalidate'),
    // A shared cache absorbs a crowd, and drops the pages of the previous build after a minute.
    ...pages.map((page) => rule(page, 'public, max-age=0, s-maxage=60')),
    ...frameworkHeaders.map((key) => ({
      ...rule(everything, 'no-store'),
      has: [{ type: 'header', key }],
    })),
  ]
}

/** @param {string} source @param {string} value */
function rule(source, value) {
  return { source, headers: [{ key: 'cache-control', value }] }
}
