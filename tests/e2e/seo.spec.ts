import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { BreadcrumbList, FAQPage, LocalBusiness, Service } from 'schema-dts'
import * as landing from '../../lib/content/landing'
import { services as allServices } from '../../lib/content/services'
import { footer, stickyBar } from '../../lib/content/site'
import { expect, test } from '../support/test'

const origin = 'http://localhost:3000'

test('all pages are prerendered at build time', () => {
  const { routes } = JSON.parse(readFileSync('.next/prerender-manifest.json', 'utf8'))
  for (const route of ['/', '/book-demo', '/thank-you', '/_not-found'])
    expect(routes[route]).toMatchObject({ initialRevalidateSeconds: false })
})

const pages = [
  {
    path: '/',
    title: 'Plumbing Xperience: AI call handling for plumbing companies',
    socialTitle: 'Plumbing Xperience: AI call handling for plumbing companies',
    description: /^Never miss revenue to a missed call\./,
    canonical: origin,
  },
  {
    path: '/book-demo',
    title: 'Book a free demo | Plumbing Xperience',
    socialTitle: 'Book a free demo',
    description: /^Free 15-minute consultation/,
    canonical: `${origin}/book-demo`,
  },
  {
    path: '/thank-you',
    title: 'Demo booked | Plumbing Xperience',
    socialTitle: 'Demo booked',
    description: /within 2 hours/,
    canonical: `${origin}/thank-you`,
  },
]

for (const { path, title, socialTitle, description, canonical } of pages)
  test(`${path} has a title, a description, a canonical URL and social cards`, async ({ page }) => {
    await page.goto(path)
    const meta = (name: string) =>
      page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content')
    await expect(page).toHaveTitle(title)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', canonical)
    expect(await meta('description')).toMatch(description)
    for (const card of ['og', 'twitter']) {
      expect(await meta(`${card}:title`)).toBe(socialTitle)
      expect(await meta(`${card}:description`)).toMatch(description)
      expect(await meta(`${card}:image`)).toMatch(/\/opengraph-image/)
      expect(await meta(`${card}:image:alt`)).toMatch(/becomes a job ticket/)
    }
    expect(await meta('twitter:card')).toBe('summary_large_image')
    expect(await meta('og:url')).toBe(canonical)
    expect(await meta('og:type')).toBe('website')
    expect(await meta('og:site_name')).toBe('Plumbing Xperience')
    expect(await meta('og:locale')).toBe('en_US')
  })

test('the thank-you page and the 404 page tell search engines not to index them', async ({
  request,
}) => {
  expect(await (await request.get('/thank-you')).text()).toContain('content="noindex, follow"')
  const nowhere = await request.get('/nowhere')
  expect(nowhere.status()).toBe(404)
  expect(await nowhere.text()).toMatch(/<meta name="robots" content="noindex/)
})

test.describe('structured data', () => {
  type Thing = { '@type': string }

  async function things<T extends Thing>(page: Page, type: T['@type']): Promise<T[]> {
    const json = await page.locator('script[type="application/ld+json"]').textContent()
    const data = JSON.parse(json ?? '')
    expect(data['@context']).toBe('https://schema.org')
    return data['@graph'].filter((thing: Thing) => thing['@type'] === type)
  }

  test('has the business with its areas and without ratings', async ({ page }) => {
    await page.goto('/')
    const [business, ...others] = await things<Exclude<LocalBusiness, string> & Thing>(
      page,
      'LocalBusiness',
    )
    expect(others).toEqual([])
    expect(business).toMatchObject({
      '@id': `${origin}/#business`,
      name: 'Plumbing Xperience',
      url: origin,
      areaServed: [
        { '@type': 'Country', name: 'United States' },
        { '@type': 'City', name: 'Spokane WA' },
        { '@type': 'City', name: 'Las Vegas NV' },
      ],
    })
    expect(business?.description).toMatch(/AI answers every call/)
    expect((await page.request.get(new URL(String(business?.image)).pathname)).status()).toBe(200)
    expect(JSON.stringify(business)).not.toMatch(/rating|review/i)
  })

  test('has the eight services with the descriptions on the page', async ({ page }) => {
    await page.goto('/')
    const services = await things<Exclude<Service, string> & Thing>(page, 'Service')
    expect(services.map(({ name }) => name)).toEqual(allServices.map(({ name }) => name))
    const text = await page.getByRole('main').textContent()
    for (const { description, provider, url } of services) {
      expect(text).toContain(description)
      expect(provider).toEqual({ '@id': `${origin}/#business` })
      const { pathname, search } = new URL(String(url))
      await expect(page.locator(`a[href="${pathname}${search}"]`)).toHaveCount(1)
    }
  })

  test('has the questions and answers on the page', async ({ page }) => {
    await page.goto('/')
    const [faq] = await things<Exclude<FAQPage, string> & Thing>(page, 'FAQPage')
    const questions = faq?.mainEntity as unknown as {
      name: string
      acceptedAnswer: { text: string }
    }[]
    const displayed = await page.locator('details').evaluateAll((all) =>
      all.map((details) => ({
        question: details.querySelector('summary')?.textContent,
        answer: details.querySelector('p')?.textContent,
      })),
    )
    expect(displayed.length).toBeGreaterThan(0)
    expect(
      questions.map(({ name, acceptedAnswer }) => ({
        question: name,
        answer: acceptedAnswer.text,
      })),
    ).toEqual(displayed)
  })

  test('has breadcrumbs from the booking page to the landing page', async ({ page }) => {
    await page.goto('/book-demo')
    const [breadcrumbs] = await things<Exclude<BreadcrumbList, string> & Thing>(
      page,
      'BreadcrumbList',
    )
    expect(breadcrumbs?.itemListElement).toEqual([
      { '@type': 'ListItem', position: 1, name: 'Plumbing Xperience', item: origin },
      { '@type': 'ListItem', position: 2, name: 'Book a free demo', item: `${origin}/book-demo` },
    ])
  })
})

test('robots.txt links the sitemap, which lists the pages with the dates of their last change', async ({
  request,
}) => {
  expect(await (await request.get('/robots.txt')).text()).toContain(
    `Sitemap: ${origin}/sitemap.xml`,
  )
  const sitemap = await (await request.get('/sitemap.xml')).text()
  expect(sitemap.match(/<loc>[^<]*<\/loc>/g)).toEqual([
    `<loc>${origin}</loc>`,
    `<loc>${origin}/book-demo</loc>`,
  ])
  const days = [...sitemap.matchAll(/<lastmod>([^<]*)<\/lastmod>/g)].map(([, day]) => day)
  expect(days).toHaveLength(commitDays().length > 0 ? 2 : 0)
  for (const day of days) expect(commitDays()).toContain(day)
})

/** The days of all commits. Empty if the project has no git history. */
function commitDays(): string[] {
  try {
    const log = execFileSync('git', ['log', '--format=%cs'], { encoding: 'utf8', stdio: 'pipe' })
    return log.trim().split('\n')
  } catch {
    return []
  }
}

test.describe('in the HTML without scripts', () => {
  test.use({ javaScriptEnabled: false, expectedErrors: [/\.js csp$|404/] })

  test('the landing page has its whole text', async ({ page }) => {
    await page.goto('/')
    const pageText = normalizeSpaces(await page.locator('body').textContent())
    const { hero, callExample, proof, features, howItWorks, faq, closingCta } = landing
    const { calculator } = landing
    const { controls: _, name: __, ...callText } = callExample
    const { fields: ___, ...calculatorText } = calculator
    const parts = [hero, callText, proof, features, howItWorks, faq, closingCta]
    for (const text of strings([...parts, allServices, calculatorText, footer]).concat(
      stickyBar.text,
    ))
      if (!slugs.includes(text)) expect(pageText).toContain(normalizeSpaces(text))
  })

  for (const path of ['/', '/book-demo', '/thank-you', '/nowhere'])
    test(`the headings of ${path} skip no level`, async ({ page }) => {
      await page.goto(path)
      const levels = await page
        .locator('h1, h2, h3, h4, h5, h6')
        .evaluateAll((all) =>
          all.filter((each) => each.checkVisibility()).map(({ tagName }) => Number(tagName[1])),
        )
      expect(levels.filter((level) => level === 1)).toHaveLength(1)
      expect(levels[0]).toBe(1)
      for (const [index, level] of levels.entries())
        expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1)
    })

  test('every link has a target that exists', async ({ page, request }) => {
    await page.goto('/')
    expect(await page.locator('a:not([href]), [role=link], [onclick]').count()).toBe(0)
    const links = await page
      .locator('a[href]')
      .evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''))
    for (const link of new Set(links)) {
      const { pathname, hash } = new URL(link, origin)
      expect((await request.get(pathname)).status(), link).toBe(200)
      if (hash) expect(await page.locator(hash).count(), link).toBe(1)
    }
  })
})

const slugs: string[] = allServices.map(({ slug }) => slug)

/** All strings in a content object, at any depth. */
function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(strings) : []
}

function normalizeSpaces(text: string | null): string {
  return (text ?? '').replace(/\s+/g, ' ').trim()
}
