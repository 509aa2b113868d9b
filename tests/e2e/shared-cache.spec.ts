import { nginxInstalled } from '../support/nginx'
import { attackCache, cachedPaths, plainCaches, readmeCache } from '../support/shared-cache'
import { startSite } from '../support/site'
import { expect, test } from '../support/test'

/**
 * nginx stands in front of the site as a shared cache: without rules for this site, and as the README configures it.
 * Whatever a client sends through it, the next visitor must get what the server gives to a visitor directly.
 */

test.skip(!nginxInstalled, 'nginx is not installed')
test.setTimeout(300_000)

for (const { name, caches, count } of [
  { name: 'a shared cache', caches: plainCaches, count: 100 },
  { name: 'the cache of the README', caches: [readmeCache], count: 200 },
])
  test(`no request changes what the next visitor gets from ${name}`, async ({ site }) => {
    const { differences } = await attackCache(site.url, await cachedPaths(site.url), count, caches)
    expect(differences.slice(0, 5)).toEqual([])
  })

test('no request does so where the server does not filter headers, as on Vercel', async ({
  receiver,
}) => {
  const site = await startSite(receiver, { VERCEL: '1' })
  const { differences } = await attackCache(
    site.url,
    ['/book-demo', '/icon.svg', '/robots.txt'],
    100,
  )
  await site.stop()
  expect(differences.slice(0, 5)).toEqual([])
})
