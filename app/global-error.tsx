'use client'

import { AppError } from '@/components/site/app-error'
import { appError } from '@/lib/content'
import './globals.css'

/** Stands in for the layout itself when that fails. */
export default function GlobalErrorPage({ retry }: { retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>{appError.title}</title>
        <AppError retry={retry} />
      </body>
    </html>
  )
}
