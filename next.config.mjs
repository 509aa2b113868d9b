import { PHASE_PRODUCTION_BUILD, PHASE_PRODUCTION_SERVER } from 'next/constants.js'
import { cachingRules } from './lib/caching.mjs'
import { contentSecurityPolicy, maxPostBytes } from './lib/security.mjs'

/** @type {(phase: string) => Promise<import('next').NextConfig>} */
export default async function config(phase) {
  // A server has it from its build.
  const loader = phase === PHASE_PRODUCTION_SERVER ? undefined : await bundledLoader()
  return {
    poweredByHeader: false,
    agentRules: false,
    devIndicators: false,
    // No page asks for pictures in other sizes, so nobody else shall either.
    images: { unoptimized: true },
    experimental: {
      serverActions: { bodySizeLimit: maxPostBytes },
      proxyClientMaxBodySize: maxPostBytes,
      // No page changes after the build, so that the server need not write into its own folder.
      isrFlushToDisk: false,
    },
    // A folder that runs by itself. `next start` needs none of it, and would complain; Vercel makes its own.
    ...(phase === PHASE_PRODUCTION_BUILD && !process.env.VERCEL && { output: 'standalone' }),
    // Written into components/site/client-setup.tsx and proxy.ts.
    ...(loader && { env: { LOADER: loader.source, LOADER_HASH: loader.hash } }),
    // Database drivers load what is native to the machine they run on.
    serverExternalPackages: ['libsql', 'pg'],
    typescript: {
      // `npm test` runs the compiler over the whole project; a deploy need not do it twice.
      ignoreBuildErrors: true,
    },
    ...(phase === PHASE_PRODUCTION_BUILD && loader && { headers: () => headers(loader.hash) }),
    // The page that replaces a broken layout is no address: asked for as one, it answers 500.
    rewrites: async () => ({
      beforeFiles: [{ source: '/_global-error', destination: '/_not-found' }],
    }),
  }
}

async function bundledLoader() {
  const { bundleLoader } = await import('./scripts/bundle-loader.mjs')
  return bundleLoader()
}

const staticPages = ['/', '/book-demo', '/thank-you']
const native = [{ type: 'header', key: 'content-type', value: 'multipart/form-data.*' }]

/** @param {string} loaderHash Of the one inline script that every page has. */
function headers(loaderHash) {
  const everywhere = {
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  }
  const documents = {
    'x-frame-options': 'DENY',
    // `no-referrer` would make browsers hide the origin of posts, and the server refuse them.
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'x-permitted-cross-domain-policies': 'none',
  }
  const notBuilt = '/((?!_next/static/).*)'
  return [
    { source: '/:path*', headers: list(everywhere) },
    { source: notBuilt, headers: list(documents) },
    // A native post is answered by a page made for it; proxy.ts gives that a policy of its own.
    {
      source: notBuilt,
      missing: native,
      headers: list({ 'content-security-policy': contentSecurityPolicy(loaderHash) }),
    },
    ...staticPages.map((source) => ({
      source,
      missing: native,
      headers: list({ 'speculation-rules': '"/speculation-rules.json"' }),
    })),
    ...cachingRules(staticPages),
  ]
}

function list(headers) {
  return Object.entries(headers).map(([key, value]) => ({ key, value }))
}
