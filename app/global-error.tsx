'use client'

import { LoaderScript } from '@/components/site/loader-script'
import { supportContact } from '@/components/site/support-contact'
import { Button, ButtonLink } from '@/components/ui/button'
import { pageError } from '@/lib/content/layout'
import './globals.css'

/** Replaces the layout when the layout itself fails. */
export default function GlobalErrorPage({ retry }: { retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>{pageError.title}</title>
        <main className="wrap py-section">
          <h1 className="text-head">{pageError.title}</h1>
          <p className="mt-4 mb-8 text-lg">{pageError.text}</p>
          <Button onClick={retry}>{pageError.retry}</Button>{' '}
          <ButtonLink href="/" variant="outline">
            {pageError.home}
          </ButtonLink>
          {supportContact}
        </main>
        <LoaderScript />
      </body>
    </html>
  )
}
