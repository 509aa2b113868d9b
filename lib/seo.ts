import type { Metadata } from 'next'
import type { FAQPage, Graph, LocalBusiness, Service } from 'schema-dts'
import { bookingPage } from './content/booking'
import { faq } from './content/landing'
import { meta, shareImageAlt } from './content/layout'
import { services } from './content/services'
import { site, supportEmail, supportPhone } from './site'

export const openGraphDefaults = { type: 'website', locale: 'en_US', siteName: site.name } as const

/** For pages with forms: they render their own `<title>`, which changes when a submission is rejected. */
export const ownTitle = { absolute: '' }

type Page = { title: string; description: string; path: string }

/** Next.js does not merge a page's `openGraph` with the layout's, so it is complete here. */
export function pageMetadata({ title, description, path }: Page): Metadata {
  return {
    title,
    description,
    alternates: { canonical: path },
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

/**
 * Structured data by page. It has no rating, because search engines ignore or penalize a business that rates itself,
 * and no street address, because there is none to visit.
 */

export const structuredData = { landing: landingData, booking: bookingData }

function landingData(origin: string): Graph {
  return graph(localBusiness(origin), ...services.map((each) => service(origin, each)), faqPage())
}

const businessId = (origin: string) => ({ '@id': `${origin}/#business` })

function localBusiness(origin: string): LocalBusiness {
  return {
    '@type': 'LocalBusiness',
    ...businessId(origin),
    name: site.name,
    legalName: site.legalName,
    description: meta.description,
    url: origin,
    image: `${origin}/icons/icon-512.png`,
    areaServed: site.areas.map(({ type, name }) => ({ '@type': type, name })),
    ...((supportEmail || supportPhone) && {
      contactPoint: {
        '@type': 'ContactPoint',
        contactType: 'customer support',
        ...(supportEmail && { email: supportEmail }),
        ...(supportPhone && { telephone: supportPhone }),
      },
    }),
  }
}

function service(origin: string, { name, text, slug }: (typeof services)[number]): Service {
  return {
    '@type': 'Service',
    name,
    description: text,
    url: `${origin}/book-demo?services=${slug}`,
    provider: businessId(origin),
  }
}

function faqPage(): FAQPage {
  return {
    '@type': 'FAQPage',
    mainEntity: faq.items.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

function bookingData(origin: string): Graph {
  const trail = [
    { name: site.name, item: origin },
    { name: bookingPage.metaTitle, item: `${origin}/book-demo` },
  ]
  return graph({
    '@type': 'BreadcrumbList',
    itemListElement: trail.map((place, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      ...place,
    })),
  })
}

function graph(...things: Graph['@graph'][number][]): Graph {
  return { '@context': 'https://schema.org', '@graph': things }
}

/** Escapes `<`, so that no text can end the script element. */
export function escapeJson(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}
