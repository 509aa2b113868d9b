import { expect, test } from '../support/browser/test'
import { startDocumentedNginx } from '../support/nginx/documented-nginx'
import { nginxInstalled } from '../support/nginx/nginx'
import { attackCache, cachedPaths, startPlainCaches } from '../support/nginx/shared-cache'
import { startSite } from '../support/site/site'

/**
 * The site behind nginx as a shared cache, without rules for this site and with docs/nginx.conf, and as on Vercel, where the
 * server does not filter headers.
 */

test.skip(!nginxInstalled, 'nginx is not installed')
test.setTimeout(300_000)

for (const { name, vercel, paths, start, rounds } of [
  { name: 'a shared cache', start: startPlainCaches, rounds: 2 },
  { name: 'the cache of docs/nginx.conf', start: startDocumentedCache, rounds: 1 },
  {
    name: 'a shared cache on Vercel',
    vercel: true,
    paths: ['/book-demo', '/icon.svg', '/robots.txt'],
    start: startPlainCaches,
    rounds: 2,
  },
])
  test(`no request changes what the next visitor gets from ${name}`, {
    tag: '@deep',
  }, async ({ receiver }) => {
    // On Vercel, a file is no journal.
    const site = await startSite(receiver, vercel ? { VERCEL: '1', DATABASE_URL: '' } : {})
    const { url } = site
    const { differences } = await attackCache(url, paths ?? (await cachedPaths(url)), rounds, start)
    expect(differences.slice(0, 5)).toEqual([])
    await site.stop()
  })

/** Each attack has a host of its own, and with the host in the key, the cache has no response for it yet. */
async function startDocumentedCache(url: string) {
  const { port, stop } = await startDocumentedNginx([{ url }], (configuration) => {
    expect(configuration).toContain('proxy_cache_key $uri;')
    return configuration.replace('proxy_cache_key $uri;', 'proxy_cache_key $host$uri;')
  })
  return { ports: [port], stop }
}
