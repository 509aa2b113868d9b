import { nginxInstalled } from '../support/nginx'
import { cachedPaths, poison } from '../support/shared-cache'
import { expect, startSite, test } from '../support/test'

/**
 * nginx stands in front of the site as a shared cache without rules for this site. Whatever a client sends through it,
 * the next visitor must get what the server gives to a visitor directly.
 */

test.skip(!nginxInstalled, 'nginx is not installed')

test('no request changes what the next visitor gets from a shared cache', async ({ receiver }) => {
  test.setTimeout(60_000)
  const site = await startSite(receiver)
  const { differences } = await poison(site.url, await cachedPaths(site.url), 200)
  await site.stop()
  expect(differences.slice(0, 5)).toEqual([])
})

test('no request does so where the server does not filter headers, as on Vercel', async ({
  receiver,
}) => {
  test.setTimeout(60_000)
  const site = await startSite(receiver, { VERCEL: '1' })
  const { differences } = await poison(site.url, ['/book-demo', '/icon.svg', '/robots.txt'], 100)
  await site.stop()
  expect(differences.slice(0, 5)).toEqual([])
})
