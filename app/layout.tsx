import type { Metadata, Viewport } from 'next'
import localFont from 'next/font/local'
import type { ReactNode } from 'react'
import { Footer } from '@/components/site/footer'
import { Header } from '@/components/site/header'
import { LoaderScript } from '@/components/site/loader-script'
import { pageWords } from '@/lib/content/pages'
import { backgrounds } from '@/lib/page/colors'
import { openGraphDefaults } from '@/lib/page/seo'
import { env } from '@/lib/server/env'
import { site } from '@/lib/site'
import './globals.css'

const familjen = localFont({
  src: './fonts/familjen-grotesk.woff2',
  weight: '400 700',
  variable: '--font-familjen',
  display: 'swap',
})

const home = pageWords['/']

export const metadata: Metadata = {
  metadataBase: new URL(env.siteUrl),
  title: { default: home.title, template: `%s | ${site.name}` },
  description: home.description,
  openGraph: openGraphDefaults,
  // X reads the rest from the Open Graph tags.
  twitter: { card: 'summary_large_image' },
  formatDetection: { telephone: false },
  icons: { icon: { url: '/icon.svg', type: 'image/svg+xml' }, apple: '/apple-icon.png' },
}

export const viewport: Viewport = {
  // Keeps the page and an open dialog above the on-screen keyboard. Safari ignores it and scrolls to the focused field.
  interactiveWidget: 'resizes-content',
  // The page reaches below the home indicator and beside the notch; app/globals.css keeps text and buttons out of there.
  viewportFit: 'cover',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: backgrounds.light },
    { media: '(prefers-color-scheme: dark)', color: backgrounds.dark },
  ],
}

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" className={`${familjen.variable} motion-safe:scroll-smooth`}>
      <body>
        <Header />
        <main id="content" tabIndex={-1} className="flex-1 outline-none">
          {children}
        </main>
        <Footer />
        <LoaderScript />
      </body>
    </html>
  )
}
