import { PHASE_PRODUCTION_BUILD, PHASE_PRODUCTION_SERVER } from 'next/constants.js'
import { cachingRules, images } from './lib/http/caching.mjs'
import { contentSecurityPolicy, maxPostBytes } from './lib/http/policy.mjs'
import { paths } from './lib/pages.mjs'
import { builtSettings } from './lib/server/built-settings.mjs'

/** @type {(phase: string) => Promise<import('next').NextConfig>} */
export default async function config(phase) {
  // A running server has the loader from its build.
  const loader = phase === PHASE_PRODUCTION_SERVER ? undefined : await bundledLoader()
  return {
    poweredByHeader: false,
    agentRules: false,
    devIndicators: false,
    // We don't resize images, so disable the endpoint.
    images: { unoptimized: true },
    experimental: {
      // Keeps the 404 page out of the data of the others.
      globalNotFound: true,
      // Fewer and larger files than by default: most visitors see only one or two pages.
      turbopackChunking: { minChunkSize: 200_000 },
      serverActions: { bodySizeLimit: maxPostBytes },
      proxyClientMaxBodySize: maxPostBytes,
      // Pages don't change after the build, so the server need not write to its folder.
      isrFlushToDisk: false,
    },
    // Builds `.next/standalone`. `next start` warns about this setting, and Vercel has its own output.
    ...(phase === PHASE_PRODUCTION_BUILD && !process.env.VERCEL && { output: 'standalone' }),
    // Where the code reads `process.env`, it has these values of the build.
    ...(loader && {
      env: {
        LOADER: loader.source,
        LOADER_HASH: loader.hash,
        BUILT_SITE_URL: setting('SITE_URL'),
        ...Object.fromEntries(builtSettings.map((name) => [name, setting(name)])),
      },
    }),
    // Database drivers load native modules, which cannot be bundled.
    serverExternalPackages: ['libsql', 'pg'],
    typescript: {
      // `npm test` checks the types of the whole project.
      ignoreBuildErrors: true,
    },
    ...(phase === PHASE_PRODUCTION_BUILD && loader && { headers: () => headers(loader.hash) }),
    // Next.js answers 500 to requests for this internal page.
    rewrites: async () => ({
      beforeFiles: [{ source: '/_global-error', destination: '/_not-found' }],
    }),
  }
}

/**
 * Always a string, so that the server does not use a value of its own.
 * @param {string} name
 */
function setting(name) {
  return process.env[name]?.trim() ?? ''
}

async function bundledLoader() {
  const { bundleLoader } = await import('./lib/page/loader/bundle.mjs')
  return bundleLoader()
}

/** @type {import('next/dist/lib/load-custom-routes.js').RouteHas[]} */
const native = [{ type: 'header', key: 'content-type', value: 'multipart/form-data.*' }]

/**
 * The tests have these headers in tests/support/site/response-headers.ts.
 * @param {string} loaderHash The hash of the only inline script in static pages.
 */
function headers(loaderHash) {
  const documents = {
    // Not for subdomains, which can have other sites.
    'strict-transport-security': 'max-age=63072000',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    // With `no-referrer`, browsers would hide the origin of posts, and the server would reject them.
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
  }
  // Files are public, and no browser runs a script of theirs. Each header would count on a slow connection.
  const notFiles = `/((?!_next/static/|${images}).*)`
  return [
    { source: '/:path*', headers: list({ 'x-content-type-options': 'nosniff' }) },
    { source: notFiles, headers: list(documents) },
    // proxy.ts has the policy of the response to a native post, and the page of a call its own.
    {
      source: `/((?!_next/static/|api/leads/called|${images}).*)`,
      missing: native,
      headers: list({ 'content-security-policy': contentSecurityPolicy(loaderHash) }),
    },
    ...cachingRules(paths),
  ]
}

/** @param {Record<string, string>} headers */
function list(headers) {
  return Object.entries(headers).map(([key, value]) => ({ key, value }))
}
