import type { MetadataRoute } from 'next'
import { pageWords } from '@/lib/content/pages'
import { colors } from '@/lib/page/colors'
import { site } from '@/lib/site'

export default function manifest(): MetadataRoute.Manifest {
  return {
    name: site.name,
    short_name: site.shortName,
    description: pageWords['/'].description,
    start_url: '/',
    display: 'browser',
    background_color: colors.light.background,
    theme_color: colors.light.deep,
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
      {
        src: '/icons/maskable-512.png',
        sizes: '512x512',
        type: 'image/png',
        purpose: 'maskable',
      },
    ],
  }
}
