import type { FAQPage, Graph, LocalBusiness, Service } from 'schema-dts'
import { bookingPage } from './content/booking'
import { faq } from './content/landing'
import { services } from './content/services'
import { meta } from './content/site'
import { site } from './site'

/**
 * What search engines read. Stars are left out: engines ignore, or punish, a business that rates itself. So is an
 * address: there is no shop to walk into.
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
