import type { MetadataRoute } from 'next'
import { env } from '@/lib/server/env'
import { dayOfChange } from '@/lib/server/last-commit'

const words = 'lib/content'

export default function sitemap(): MetadataRoute.Sitemap {
  return [
    {
      url: env.siteUrl,
      lastModified: dayOfChange('app/page.tsx', 'components/landing', 'components/callback', words),
    },
    {
      url: `${env.siteUrl}/book-demo`,
      lastModified: dayOfChange('app/book-demo', 'components/booking', words),
    },
  ]
}
