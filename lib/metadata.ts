import type { Metadata } from 'next'
import { shareImage } from './content/site'
import { site } from './site'

export const openGraphDefaults = { type: 'website', locale: 'en_US', siteName: site.name } as const

type Page = { title: string; description: string; path: string }

/** For a page with forms: its title stands in the forms, which put another in its place when they are refused. */
export const ownTitle = { absolute: '' }

/** What a page tells search engines and whoever shares it. A page's own card replaces the root's, so it is whole. */
export function pageMetadata({ title, description, path }: Page): Metadata {
  return {
    title,
    description,
    alternates: { canonical: path },
    openGraph: {
      ...openGraphDefaults,
      title,
      description,
      url: path,
      images: [{ url: '/opengraph-image', width: 1200, height: 630, alt: shareImage.alt }],
    },
  }
}
