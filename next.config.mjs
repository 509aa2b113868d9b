/** @type {import('next').NextConfig} */
const nextConfig = {
  poweredByHeader: false,
  agentRules: false,
  devIndicators: false,
  // Database drivers load what is native to the machine they run on.
  serverExternalPackages: ['libsql', 'pg'],
  typescript: {
    // `npm test` runs the compiler over the whole project; a deploy need not do it twice.
    ignoreBuildErrors: true,
  },
}

export default nextConfig
