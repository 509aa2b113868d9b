import { structuredData } from '@/lib/structured-data'

/** Structured data. `<` is escaped, so that no text can end the script. */
export function JsonLd({ page, origin }: { page: keyof typeof structuredData; origin: string }) {
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON-LD is read from a script element, and is escaped.
      dangerouslySetInnerHTML={{ __html: escaped(structuredData[page](origin)) }}
    />
  )
}

export function escaped(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}
