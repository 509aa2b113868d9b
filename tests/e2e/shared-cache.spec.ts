import { nginxInstalled } from '../support/nginx'
import { attackCache, cachedPaths, documentedCache, plainCaches } from '../support/shared-cache'
import { startSite } from '../support/site'
import { expect, test } from '../support/test'

/**
 * The site behind nginx as a shared cache, without rules for this site and with the configuration in the README. No
 * request through the cache may change the response that the next visitor gets.
 */

test.skip(!nginxInstalled, 'nginx is not installed')
test.setTimeout(300_000)

for (const { name, caches, rounds } of [
  { name: 'a shared cache', caches: plainCaches, rounds: 2 },
  { name: 'the cache in the README', caches: [documentedCache], rounds: 1 },
])
  test(`no request changes what the next visitor gets from ${name}`, async ({ site }) => {
    const { differences } = await attackCache(site.url, await cachedPaths(site.url), rounds, caches)
    expect(differences.slice(0, 5)).toEqual([])
  })

test('no request does so on Vercel, where the server does not filter headers', async ({
  receiver,
}) => {
  const site = await startSite(receiver, { VERCEL: '1' })
  const { differences } = await attackCache(site.url, ['/book-demo', '/icon.svg', '/robots.txt'], 2)
  await site.stop()
  expect(differences.slice(0, 5)).toEqual([])
})
