import 'server-only'
import { meta } from './content'
import { env } from './env'
import { site } from './site'

export function localBusiness() {
  return {
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    '@id': `${env.siteUrl}/#business`,
    name: site.name,
    legalName: site.legalName,
    description: meta.description,
    url: env.siteUrl,
    image: `${env.siteUrl}/icon.svg`,
    areaServed: [
      { '@type': 'Country', name: 'United States' },
      { '@type': 'City', name: 'Spokane WA' },
      { '@type': 'City', name: 'Las Vegas NV' },
    ],
  }
}
