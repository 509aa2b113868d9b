'use client'

import { structuredData } from '@/lib/structured-data'

/**
 * Structured data, which is read from the HTML alone: scripts neither get it nor touch it. `<` is escaped, so that
 * no text can end the script.
 */
export function JsonLd({ page, origin }: { page: keyof typeof structuredData; origin: string }) {
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON-LD is read from a script element, and is escaped.
      dangerouslySetInnerHTML={{
        __html: typeof window === 'undefined' ? escaped(structuredData[page](origin)) : '',
      }}
    />
  )
}

export function escaped(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}
