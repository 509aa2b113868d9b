import type { MetadataRoute } from 'next'
import { env } from '@/lib/env'

/** Without dates of the last change: a build does not know them, and search engines ignore wrong ones. */
export default function sitemap(): MetadataRoute.Sitemap {
  return [{ url: env.siteUrl }, { url: `${env.siteUrl}/book-demo` }]
}
