import type { Metadata } from 'next'
import type { City, Country, Graph, Thing } from 'schema-dts'
import { faq } from '../content/landing'
import { shareImageAlt } from '../content/layout'
import { owner } from '../content/owner'
import { pageWords } from '../content/pages'
import { services } from '../content/services'
import { type Path, pages } from '../pages.mjs'
import { env } from '../server/env'
import { site } from '../site'
import { withCountryCode } from './country-code'
import { supportEmail, supportPhone } from './settings'

export const openGraphDefaults = { type: 'website', locale: 'en_US', siteName: site.name } as const

/** For pages with forms: they render their own `<title>`, which changes when a submission is refused. */
export const ownTitle = { absolute: '' }

/** Without a slash at the end, as canonical addresses are. */
export function addressOf(path: Path): string {
  return path === '/' ? env.siteUrl : env.siteUrl + path
}

/** Next.js does not merge a page's `openGraph` with the layout's, so it is complete here. */
export function pageMetadata(path: Path): Metadata {
  const { title, description } = pageWords[path]
  return {
    title,
    description,
    alternates: { canonical: path },
    ...(!pages[path].indexed && { robots: { index: false, follow: true } }),
    // Google's browsers on phones would link dates and numbers, which changes the page before it is hydrated.
    other: { chrome: 'nointentdetection' },
    openGraph: {
      ...openGraphDefaults,
      title,
      description,
      url: path,
      images: [{ url: '/share.png', width: 1200, height: 630, alt: shareImageAlt }],
    },
  }
}

/** It has no rating, because search engines ignore or penalize a business that rates itself. */
export function structuredData(path: Path): Graph {
  const things =
    path === '/'
      ? [localBusiness(), webSite(), ...services.map(service), faqPage()]
      : [breadcrumbs(path)]
  return { '@context': 'https://schema.org', '@graph': things }
}

const businessId = { '@id': `${env.siteUrl}/#business` }

function localBusiness(): Thing {
  const image = `${env.siteUrl}/icons/icon-512.png`
  const { postalAddress } = owner
  return {
    '@type': 'LocalBusiness',
    ...businessId,
    name: site.name,
    legalName: site.legalName,
    description: pageWords['/'].description,
    url: addressOf('/'),
    image,
    logo: image,
    areaServed: site.areas.map(areaServed),
    ...(supportPhone && { telephone: withCountryCode(supportPhone) }),
    ...(postalAddress && {
      address: {
        '@type': 'PostalAddress',
        streetAddress: postalAddress.street,
        addressLocality: postalAddress.city,
        addressRegion: postalAddress.state,
        postalCode: postalAddress.zip,
        addressCountry: 'US',
      },
    }),
    ...((supportEmail || supportPhone) && {
      contactPoint: {
        '@type': 'ContactPoint',
        contactType: 'customer support',
        ...(supportEmail && { email: supportEmail }),
        ...(supportPhone && { telephone: withCountryCode(supportPhone) }),
      },
    }),
  }
}

function areaServed(area: (typeof site.areas)[number]): Country | City {
  if (!('city' in area)) return { '@type': 'Country', name: area.name }
  const { city, state } = area
  return { '@type': 'City', name: city, containedInPlace: { '@type': 'State', name: state } }
}

/** Search engines show its name above the address of a page. */
function webSite(): Thing {
  return { '@type': 'WebSite', name: site.name, url: addressOf('/') }
}

function service({ name, text, slug }: (typeof services)[number]): Thing {
  return {
    '@type': 'Service',
    name,
    description: text,
    url: `${addressOf('/book-demo')}?services=${slug}`,
    provider: businessId,
  }
}

function faqPage(): Thing {
  return {
    '@type': 'FAQPage',
    mainEntity: faq.items.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

function breadcrumbs(path: Path): Thing {
  const trail = [
    { name: site.name, item: addressOf('/') },
    { name: pageWords[path].title, item: addressOf(path) },
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map((place, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      ...place,
    })),
  }
}

/** Escapes `<`, so that no text can end the script element. */
export function escapeJson(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}
