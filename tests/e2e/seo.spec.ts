import { readFileSync } from 'node:fs'
import type { APIRequestContext } from '@playwright/test'
import { notFound } from '../../lib/content/error-pages'
import { faq } from '../../lib/content/landing'
import { shareImageAlt } from '../../lib/content/layout'
import { pageWords } from '../../lib/content/pages'
import { services } from '../../lib/content/services'
import { backgrounds } from '../../lib/page/colors'
import { elementsOf } from '../../lib/page/loader/html.mjs'
import { paths } from '../../lib/pages.mjs'
import { site } from '../../lib/site'
import { expect, test } from '../support/browser/test'

const origin = 'http://localhost:3000'
const business = { '@id': `${origin}/#business` }

async function read(request: APIRequestContext, path: string) {
  const response = await request.get(path)
  const elements = elementsOf(await response.text())
  const all = (tag: string) => elements.filter((element) => element.tag === tag)
  const meta = Object.fromEntries(
    all('meta').flatMap(({ attributes: { name = '', property, content, media } }) =>
      content ? [[media ?? (name || property), content]] : [],
    ),
  )
  const json = all('script').find(({ attributes }) => attributes.type === 'application/ld+json')
  return { status: response.status(), elements, all, meta, data: JSON.parse(json?.text ?? 'null') }
}

test('all pages and texts are prerendered at build time', () => {
  const { routes } = JSON.parse(readFileSync('.next/prerender-manifest.json', 'utf8'))
  const revalidated = Object.entries<{ initialRevalidateSeconds: unknown }>(routes).map(
    ([route, { initialRevalidateSeconds }]) => [route, initialRevalidateSeconds],
  )
  const internal = ['/_not-found', '/_global-error']
  const files = ['/robots.txt', '/sitemap.xml', '/llms.txt']
  expect(Object.fromEntries(revalidated)).toEqual(
    Object.fromEntries([...paths, ...internal, ...files].map((route) => [route, false])),
  )
})

for (const path of [...paths, '/nowhere'] as const)
  test(`${path} has its title, meta tags and links, and no others`, async ({ request }) => {
    const { all, meta, elements, status } = await read(request, path)
    const exists = path !== '/nowhere'
    const { title, description } = exists
      ? pageWords[path]
      : { title: notFound.title, description: pageWords['/'].description }
    const fullTitle = path === '/' ? title : `${title} | ${site.name}`
    const socialTitle = exists ? title : fullTitle
    const robots = { '/thank-you': 'noindex, follow', '/nowhere': 'noindex' }[path as string]
    expect(status).toBe(exists ? 200 : 404)
    expect(elements.find(({ tag }) => tag === 'title')?.text).toBe(fullTitle)
    expect(all('html')[0]?.attributes.lang).toBe('en')
    expect(meta.description).toBe(description)
    const card = (name: string) => ({
      [`${name}:title`]: socialTitle,
      [`${name}:description`]: meta.description,
    })
    const canonical = path === '/' ? origin : origin + path
    const image = (name: string) => ({
      [`${name}:image`]: `${origin}/share.png`,
      [`${name}:image:width`]: '1200',
      [`${name}:image:height`]: '630',
      [`${name}:image:alt`]: shareImageAlt,
    })
    expect(meta).toEqual({
      viewport:
        'width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content',
      '(prefers-color-scheme: light)': backgrounds.light,
      '(prefers-color-scheme: dark)': backgrounds.dark,
      description: meta.description,
      'format-detection': 'telephone=no',
      ...(robots && { robots }),
      ...card('og'),
      'og:type': 'website',
      'og:site_name': site.name,
      'og:locale': 'en_US',
      ...card('twitter'),
      'twitter:card': 'summary_large_image',
      ...(exists && {
        chrome: 'nointentdetection',
        'og:url': canonical,
        ...image('og'),
        ...image('twitter'),
      }),
    })
    const links = all('link').map(({ attributes: { rel = '', href } }) => [rel, href])
    const ofPage = links.filter(([rel]) => !['preload', 'stylesheet', 'expect'].includes(rel ?? ''))
    expect(Object.fromEntries(ofPage)).toEqual({
      ...(exists && { canonical }),
      icon: '/icon.svg',
      'apple-touch-icon': '/apple-icon.png',
    })
  })

test('structured data has the business without ratings, and the services and questions on the page', async ({
  request,
}) => {
  const { all, elements, meta, data } = await read(request, '/')
  const links = all('a').filter(({ attributes: { href } }) => href?.includes('?services='))
  expect(links.map(({ attributes: { href }, text }) => [href, text])).toEqual(
    services.map(({ slug, when, name, text }) => [
      `/book-demo?services=${slug}`,
      `${when}${name} ${text}`,
    ]),
  )
  const questions = elements.flatMap(({ tag }, index) => {
    const paragraph = elements.slice(index).find((element) => element.tag === 'p')
    const question = elements.slice(index).find((element) => element.tag === 'summary')
    if (tag !== 'details') return []
    const acceptedAnswer = { '@type': 'Answer', text: paragraph?.text }
    return [{ '@type': 'Question', name: question?.text, acceptedAnswer }]
  })
  expect(questions).toHaveLength(faq.items.length)
  const city = (name: string, state: string) => {
    const containedInPlace = { '@type': 'State', name: state }
    return { '@type': 'City', name, containedInPlace }
  }
  const image = `${origin}/icons/icon-512.png`
  expect((await request.get(new URL(image).pathname)).status()).toBe(200)
  expect(data).toEqual({
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'LocalBusiness',
        ...business,
        name: site.name,
        legalName: site.legalName,
        description: meta.description,
        url: origin,
        image,
        logo: image,
        areaServed: [
          { '@type': 'Country', name: 'United States' },
          city('Spokane', 'WA'),
          city('Las Vegas', 'NV'),
        ],
      },
      { '@type': 'WebSite', name: site.name, url: origin },
      ...services.map(({ slug, name, text }) => ({
        '@type': 'Service',
        name,
        description: text,
        url: `${origin}/book-demo?services=${slug}`,
        provider: business,
      })),
      { '@type': 'FAQPage', mainEntity: questions },
    ],
  })
})

test('every link has a target that exists', async ({ request }) => {
  const { elements, all } = await read(request, '/')
  const links = all('a').map(({ attributes: { href } }) => new URL(href ?? '', origin))
  for (const pathname of new Set(links.map((link) => link.pathname)))
    expect((await request.get(pathname)).status(), pathname).toBe(200)
  const ids = elements.map(({ attributes: { id } }) => id)
  for (const { hash } of links) if (hash) expect(ids).toContain(hash.slice(1))
})

test('robots.txt allows every page and links the sitemap, which lists those for search engines', async ({
  request,
}) => {
  const text = async (path: string) => (await request.get(path)).text()
  expect(await text('/robots.txt')).toBe(
    `User-Agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`,
  )
  const sitemap = await text('/sitemap.xml')
  expect([...sitemap.matchAll(/<loc>(.*)<\/loc>/g)].map(([, address]) => address)).toEqual([
    origin,
    `${origin}/book-demo`,
  ])
})
