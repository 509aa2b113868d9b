import type { MetadataRoute } from 'next'
import { indexedPaths } from '@/lib/pages.mjs'
import { addressOf } from '@/lib/seo'

/** Without dates of the last change: a build does not know them, and search engines ignore wrong ones. */
export default function sitemap(): MetadataRoute.Sitemap {
  return indexedPaths.map((path) => ({ url: addressOf(path) }))
}
