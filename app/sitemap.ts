import type { MetadataRoute } from 'next'
import { env } from '@/lib/server/env'
import { lastCommitDate } from '@/lib/server/last-commit'

const contentFolder = 'lib/content'

export default function sitemap(): MetadataRoute.Sitemap {
  return [
    {
      url: env.siteUrl,
      lastModified: lastCommitDate(
        'app/page.tsx',
        'components/landing',
        'components/callback',
        contentFolder,
      ),
    },
    {
      url: `${env.siteUrl}/book-demo`,
      lastModified: lastCommitDate('app/book-demo', 'components/booking', contentFolder),
    },
  ]
}
