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
    image: `${env.siteUrl}/icons/icon-512.png`,
    areaServed: site.areas.map(({ type, name }) => ({ '@type': type, name })),
  }
}
