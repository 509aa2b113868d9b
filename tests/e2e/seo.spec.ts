import { readFileSync } from 'node:fs'
import type { APIRequestContext } from '@playwright/test'
import { elementsOf } from '../support/html'
import { expect, test } from '../support/test'

const origin = 'http://localhost:3000'
const business = { '@id': `${origin}/#business` }

async function read(request: APIRequestContext, path: string) {
  const response = await request.get(path)
  const elements = elementsOf(await response.text())
  const all = (tag: string) => elements.filter((element) => element.tag === tag)
  const meta = Object.fromEntries(
    all('meta').map(({ attributes: { name, property, content } }) => [name ?? property, content]),
  )
  const json = all('script').find(({ attributes }) => attributes.type === 'application/ld+json')
  return { status: response.status(), elements, all, meta, data: JSON.parse(json?.text ?? 'null') }
}

test('all pages are prerendered at build time', () => {
  const { routes } = JSON.parse(readFileSync('.next/prerender-manifest.json', 'utf8'))
  for (const route of ['/', '/book-demo', '/thank-you', '/_not-found'])
    expect(routes[route]).toMatchObject({ initialRevalidateSeconds: false })
})

for (const { path, title, socialTitle = title, description, robots } of [
  {
    path: '/',
    title: 'Plumbing Xperience: AI call handling for plumbing companies',
    description: /^Never miss revenue /,
  },
  {
    path: '/book-demo',
    title: 'Book a free demo | Plumbing Xperience',
    socialTitle: 'Book a free demo',
    description: /^Free 15-minute consultation: /,
  },
  {
    path: '/thank-you',
    title: 'Demo booked | Plumbing Xperience',
    socialTitle: 'Demo booked',
    description: /within 2 hours/,
    robots: 'noindex, follow',
  },
])
  test(`${path} has a title, a description, a canonical URL and social cards`, async ({
    request,
  }) => {
    const { all, meta, elements } = await read(request, path)
    const canonical = path === '/' ? origin : origin + path
    expect(elements.find(({ tag }) => tag === 'title')?.text).toBe(title)
    expect(
      all('link').find(({ attributes: { rel } }) => rel === 'canonical')?.attributes.href,
    ).toBe(canonical)
    const card = (name: string) => ({
      [`${name}:title`]: socialTitle,
      [`${name}:description`]: expect.stringMatching(description),
      [`${name}:image`]: expect.stringContaining('/share.png'),
      [`${name}:image:alt`]: expect.stringContaining('becomes a job ticket'),
    })
    expect(meta).toMatchObject({
      description: expect.stringMatching(description),
      ...card('og'),
      ...card('twitter'),
      'twitter:card': 'summary_large_image',
      'og:url': canonical,
      'og:type': 'website',
      'og:site_name': 'Plumbing Xperience',
      'og:locale': 'en_US',
    })
    expect(meta.robots).toBe(robots)
  })

test('search engines do not index a page that does not exist', async ({ request }) => {
  const { status, meta } = await read(request, '/nowhere')
  expect(status).toBe(404)
  expect(meta.robots).toMatch(/^noindex/)
})

test('structured data has the business without ratings, and the services and questions on the page', async ({
  request,
}) => {
  const { all, elements, data } = await read(request, '/')
  expect(data['@context']).toBe('https://schema.org')
  const things = (type: string) =>
    data['@graph'].filter((thing: { '@type': string }) => thing['@type'] === type)
  expect(things('LocalBusiness')).toMatchObject([
    {
      ...business,
      name: 'Plumbing Xperience',
      url: origin,
      description: expect.stringContaining('AI answers every call'),
      areaServed: [
        { '@type': 'Country', name: 'United States' },
        { '@type': 'City', name: 'Spokane WA' },
        { '@type': 'City', name: 'Las Vegas NV' },
      ],
    },
  ])
  expect(JSON.stringify(things('LocalBusiness'))).not.toMatch(/rating|review/i)
  const { pathname } = new URL(things('LocalBusiness')[0].image)
  expect((await request.get(pathname)).status()).toBe(200)

  const links = all('a').filter(({ attributes: { href } }) => href?.includes('?services='))
  expect(links).toHaveLength(8)
  const services = things('Service')
  expect(services).toMatchObject(
    links.map(({ attributes: { href } }) => ({ url: origin + href, provider: business })),
  )
  const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '')
  for (const [index, { name, description }] of services.entries())
    expect(withoutSpaces(links[index]?.text ?? '')).toContain(withoutSpaces(name + description))

  const answers = elements.flatMap(({ tag }, index) => {
    const paragraph = elements.slice(index).find((element) => element.tag === 'p')
    const question = elements.slice(index).find((element) => element.tag === 'summary')
    if (tag !== 'details') return []
    return [{ name: question?.text, acceptedAnswer: { text: paragraph?.text } }]
  })
  expect(answers).toHaveLength(5)
  expect(things('FAQPage')).toMatchObject([{ mainEntity: answers }])
})

test('structured data has breadcrumbs from the booking page to the landing page', async ({
  request,
}) => {
  const { data } = await read(request, '/book-demo')
  expect(data['@graph']).toMatchObject([
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Plumbing Xperience', item: origin },
        { '@type': 'ListItem', position: 2, name: 'Book a free demo', item: `${origin}/book-demo` },
      ],
    },
  ])
})

test('every link has a target that exists', async ({ request }) => {
  const { elements, all } = await read(request, '/')
  const links = all('a').map(({ attributes: { href } }) => new URL(href ?? '', origin))
  for (const pathname of new Set(links.map((link) => link.pathname)))
    expect((await request.get(pathname)).status(), pathname).toBe(200)
  const ids = elements.map(({ attributes: { id } }) => id)
  for (const { hash } of links) if (hash) expect(ids).toContain(hash.slice(1))
})

test('robots.txt links the sitemap, which lists the pages', async ({ request }) => {
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toContain(`Sitemap: ${origin}/sitemap.xml`)
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const values = (tag: string) =>
    [...sitemap.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, value]) => value)
  expect(values('loc')).toEqual([origin, `${origin}/book-demo`])
  expect(values('lastmod')).toEqual([])
})
