import type { Metadata } from 'next'
import { ErrorScreen } from '@/components/site/error-screen'
import { ButtonLink } from '@/components/ui/button'
import { notFound } from '@/lib/content/error-pages'
import { site } from '@/lib/site'
import RootLayout, { metadata as defaults } from './layout'

export { viewport } from './layout'

// Next.js does not wrap this page in the layout. It adds `noindex` by itself.
export const metadata: Metadata = { ...defaults, title: `${notFound.title} | ${site.name}` }

/** lib/page/loader/inline-script.ts fills it in. Cut to one line, so that nothing moves then. */
const attemptedPath = (
  <span id="attempted-path" className="block truncate">
    …
  </span>
)

export default function NotFoundPage() {
  return (
    <RootLayout>
      {/* Its parts are centered, so each would move the others while the page is parsed. */}
      <link rel="expect" href="#loaded" blocking="render" />
      <ErrorScreen
        {...notFound}
        rows={[{ label: notFound.address, text: attemptedPath }, ...notFound.rows]}
      >
        <ButtonLink href="/">{notFound.home}</ButtonLink>
      </ErrorScreen>
    </RootLayout>
  )
}
