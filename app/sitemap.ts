import { execFileSync } from 'node:child_process'
import type { MetadataRoute } from 'next'
import { env } from '@/lib/env'

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

/** The date of the last commit that changed these paths, or undefined without a Git history. */
function lastCommitDate(...paths: string[]): string | undefined {
  try {
    const log = ['log', '-1', '--format=%cs', '--', ...paths]
    return execFileSync('git', log, { encoding: 'utf8', stdio: 'pipe' }).trim() || undefined
  } catch {
    return undefined
  }
}
