import { expect, test } from '../support/browser/test'
import { startDocumentedNginx } from '../support/nginx/documented-nginx'
import { nginxInstalled } from '../support/nginx/nginx'
import { attackCache, cachedPaths, startPlainCaches } from '../support/nginx/shared-cache'
import { startSite } from '../support/site/site'

/**
 * The site behind nginx as a shared cache, without rules for this site and with docs/nginx.conf.
 */

test.skip(!nginxInstalled, 'nginx is not installed')
test.setTimeout(300_000)

for (const { name, start, rounds } of [
  { name: 'a shared cache', start: startPlainCaches, rounds: 2 },
  { name: 'the cache of docs/nginx.conf', start: startDocumentedCache, rounds: 1 },
])
  test(`no request changes what the next visitor gets from ${name}`, {
    tag: '@deep',
  }, async ({ receiver }) => {
    const site = await startSite(receiver)
    const { url } = site
    const { differences } = await attackCache(url, await cachedPaths(url), rounds, start)
    expect(differences.slice(0, 5)).toEqual([])
    await site.stop()
  })

/** Each attack has a host of its own, and with the host in the key, the cache has no response for it yet. */
async function startDocumentedCache(url: string) {
  const { port, stop } = await startDocumentedNginx([{ url }], (configuration) => {
    expect(configuration).toContain('proxy_cache_key $uri;')
    expect(configuration).toContain('burst=1000 ')
    // All attacks come from one client.
    return configuration
      .replace('proxy_cache_key $uri;', 'proxy_cache_key $host$uri;')
      .replace('burst=1000 ', 'burst=100000 ')
  })
  return { ports: [port], stop }
}
