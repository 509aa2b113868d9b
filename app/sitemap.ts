import type { MetadataRoute } from 'next'
import { addressOf } from '@/lib/page/seo'
import { indexedPaths } from '@/lib/pages.mjs'

/** Without dates of the last change: a build does not know them, and search engines ignore wrong ones. */
export default function sitemap(): MetadataRoute.Sitemap {
  return indexedPaths.map((path) => ({ url: addressOf(path) }))
}
