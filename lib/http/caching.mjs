/**
 * Request headers for which Next.js sends a different response at the same address, and which `Vary` does not list. Caches
 * must not store the response.
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
export const images = 'favicon\\.ico|icon\\.svg|apple-icon\\.png|share\\.png'
const revalidatedTexts = 'robots\\.txt|sitemap\\.xml|llms\\.txt'

/**
 * Rules for `headers()` in next.config.mjs, where a later rule overrides an earlier one. Caches may store only the paths
 * listed here, and the files under `/_next/static`, for which Next.js sets the header itself.
 *
 * @param {string[]} pages
 */
export function cachingRules(pages) {
  const everything = '/((?!_next/static/).*)'
  return [
    rule(everything, 'no-store'),
    rule(`/(${images}|icons/.*)`, 'public, max-age=86400'),
    rule(`/(${revalidatedTexts})`, 'public, max-age=0, must-revalidate'),
    // One minute is long enough to absorb a burst of visitors, and short enough after a deploy.
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
