import { expect, it, vi } from 'vitest'
import { metadata as booking } from '@/app/book-demo/page'
import { metadata as landing } from '@/app/page'
import { metadata as thankYou } from '@/app/thank-you/page'
import { pageWords } from '@/lib/content/pages'
import { escapeJson } from '@/lib/page/seo'
import { indexedPaths, paths } from '@/lib/pages.mjs'
import { site } from '@/lib/site'
import { filesIn } from '../../support/process/files'

it('lib/pages.mjs lists every page of app/, so that its headers, budgets, and tests apply to each', () => {
  const folders = filesIn('app').flatMap((file) => /^app(.*)\/page\.tsx$/.exec(file)?.[1] ?? [])
  expect([...paths].sort()).toEqual(folders.map((folder) => folder || '/').sort())
})

it('each page has its own address, and search engines may list all but the thank-you page', () => {
  const told = [landing, booking, thankYou].map(({ alternates, openGraph, robots }) => [
    alternates?.canonical,
    openGraph?.url,
    robots,
  ])
  expect(told).toEqual([
    ['/', '/', undefined],
    ['/book-demo', '/book-demo', undefined],
    ['/thank-you', '/thank-you', { index: false, follow: true }],
  ])
  expect(indexedPaths).toEqual(['/', '/book-demo'])
})

it('structured data cannot end its script element', () => {
  const json = escapeJson({ name: '</script><script>alert(1)' })
  expect(json).toBe('{"name":"\\u003c/script>\\u003cscript>alert(1)"}')
  expect(JSON.parse(json)).toEqual({ name: '</script><script>alert(1)' })
})

it('structured data has breadcrumbs to the landing page', async () => {
  const { structuredData } = await import('@/lib/page/seo')
  const origin = 'http://localhost:3000'
  const item = (position: number, name: string, item: string) => ({
    '@type': 'ListItem',
    position,
    name,
    item,
  })
  expect(structuredData('/book-demo')['@graph']).toEqual([
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        item(1, site.name, origin),
        item(2, pageWords['/book-demo'].title, `${origin}/book-demo`),
      ],
    },
  ])
})

const address = { street: '12 Main St', city: 'Spokane', state: 'WA', zip: '99201' }

it.each([
  ['no contact and no address', {}, null, {}],
  [
    'a contact and an address',
    { SUPPORT_EMAIL: 'help@px.example', SUPPORT_PHONE: '(509) 555-0199' },
    address,
    {
      telephone: '+15095550199',
      address: {
        '@type': 'PostalAddress',
        streetAddress: '12 Main St',
        addressLocality: 'Spokane',
        addressRegion: 'WA',
        postalCode: '99201',
        addressCountry: 'US',
      },
      contactPoint: {
        '@type': 'ContactPoint',
        contactType: 'customer support',
        email: 'help@px.example',
        telephone: '+15095550199',
      },
    },
  ],
])(
  'with %s, the structured data of the business has them',
  async (_, variables, postalAddress, expected) => {
    for (const name of ['SUPPORT_EMAIL', 'SUPPORT_PHONE']) vi.stubEnv(name, undefined)
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
    vi.doMock('@/lib/content/owner', () => ({ owner: { postalAddress } }))
    vi.resetModules()
    const { structuredData } = await import('@/lib/page/seo')
    const [business] = structuredData('/')['@graph']
    const { telephone, address, contactPoint } = business as Record<string, unknown>
    expect({ telephone, address, contactPoint }).toEqual(expected)
  },
)
