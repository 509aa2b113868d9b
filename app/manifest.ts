import type { MetadataRoute } from 'next'
import { meta, shortName } from '@/lib/content/layout'
import { site } from '@/lib/site'

export default function manifest(): MetadataRoute.Manifest {
  return {
    name: site.name,
    short_name: shortName,
    description: meta.description,
    start_url: '/',
    display: 'browser',
    background_color: '#f5f0e6',
    theme_color: '#0c3944',
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
