import type { MetadataRoute } from 'next'
import { env } from '@/lib/server/env'
import { lastCommitDate } from '@/lib/server/last-commit'

const words = 'lib/content'

export default function sitemap(): MetadataRoute.Sitemap {
  return [
    {
      url: env.siteUrl,
      lastModified: lastCommitDate(
        'app/page.tsx',
        'components/landing',
        'components/callback',
        words,
      ),
    },
    {
      url: `${env.siteUrl}/book-demo`,
      lastModified: lastCommitDate('app/book-demo', 'components/booking', words),
    },
  ]
}
