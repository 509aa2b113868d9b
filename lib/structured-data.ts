import 'server-only'
import type { FAQPage, Graph, LocalBusiness } from 'schema-dts'
import { bookingPage, faq, meta, services } from './content'
import { env } from './env'
import { site } from './site'

/**
 * What search engines read. Stars are left out: engines ignore, or punish, a business that rates itself. So is an
 * address: there is no shop to walk into.
 */

const origin = env.siteUrl

export function landingData(): Graph {
  return graph(localBusiness(), faqPage())
}

function localBusiness(): LocalBusiness {
  return {
    '@type': 'LocalBusiness',
    '@id': `${origin}/#business`,
    name: site.name,
    legalName: site.legalName,
    description: meta.description,
    url: origin,
    image: `${origin}/icons/icon-512.png`,
    areaServed: site.areas.map(({ type, name }) => ({ '@type': type, name })),
    makesOffer: services.map(({ name, text }) => ({
      '@type': 'Offer',
      itemOffered: { '@type': 'Service', name, description: text },
    })),
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

export function bookingData(): Graph {
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
