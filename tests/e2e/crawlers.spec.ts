import { readFileSync } from 'node:fs'
import { expect, test } from '../support/test'

test('landing, booking, thank-you and 404 are static in the build’s own manifest', () => {
  const { routes } = JSON.parse(readFileSync('.next/prerender-manifest.json', 'utf8'))
  for (const route of ['/', '/book-demo', '/thank-you', '/_not-found'])
    expect(routes[route]).toMatchObject({ initialRevalidateSeconds: false })
})

test('the landing page carries title, description, canonical address and its business', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page).toHaveTitle('Plumbing Xperience: AI call handling for plumbing companies')
  await expect(page.locator('meta[name=description]')).toHaveAttribute(
    'content',
    /AI answers every call/,
  )
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', 'http://localhost:3000')
  const json = await page.locator('script[type="application/ld+json"]').textContent()
  const business = JSON.parse(json ?? '')
  expect(business['@type']).toBe('LocalBusiness')
  expect(business.areaServed.map(({ name }: { name: string }) => name)).toEqual([
    'United States',
    'Spokane WA',
    'Las Vegas NV',
  ])
})

test('the booking page promises the free consultation', async ({ page }) => {
  await page.goto('/book-demo')
  await expect(page.locator('meta[name=description]')).toHaveAttribute(
    'content',
    /Free 15-minute consultation/,
  )
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
    'href',
    'http://localhost:3000/book-demo',
  )
})

test('robots and sitemap name what may be found', async ({ request }) => {
  expect(await (await request.get('/robots.txt')).text()).toContain(
    'Sitemap: http://localhost:3000/sitemap.xml',
  )
  const sitemap = await (await request.get('/sitemap.xml')).text()
  expect(sitemap.match(/<loc>[^<]*<\/loc>/g)).toEqual([
    '<loc>http://localhost:3000</loc>',
    '<loc>http://localhost:3000/book-demo</loc>',
  ])
})

test('the text of the landing page is in its HTML', async ({ request }) => {
  const html = await (await request.get('/')).text()
  for (const text of [
    'Never miss revenue to a',
    'Complete Business Solution',
    'Lead Reactivation',
    'How It Works',
  ])
    expect(html).toContain(text)
})
