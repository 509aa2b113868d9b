import { escapeJson, structuredData } from '@/lib/page/seo'

export function JsonLd() {
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON-LD is read from a script element, and is escaped.
      dangerouslySetInnerHTML={{ __html: escapeJson(structuredData()) }}
    />
  )
}
