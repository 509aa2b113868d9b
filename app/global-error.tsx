'use client'

import { Button, ButtonLink } from '@/components/ui/button'
import { appError } from '@/lib/content/app-error'
import './globals.css'

/** Stands in for the layout itself when that fails, and needs nothing more to arrive. */
export default function GlobalErrorPage({ retry }: { retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>{appError.title}</title>
        <main className="wrap py-section">
          <h1 className="text-head">{appError.title}</h1>
          <p className="mt-4 mb-8 text-ink-2 text-lead">{appError.text}</p>
          <Button onClick={retry}>{appError.retry}</Button>{' '}
          <ButtonLink href="/" variant="outline">
            {appError.home}
          </ButtonLink>
        </main>
      </body>
    </html>
  )
}
