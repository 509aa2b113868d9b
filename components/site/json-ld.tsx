import { escapeJson, structuredData } from '@/lib/page/seo'
import type { Path } from '@/lib/pages.mjs'

export function JsonLd({ path }: { path: Path }) {
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON-LD is read from a script element, and is escaped.
      dangerouslySetInnerHTML={{ __html: escapeJson(structuredData(path)) }}
    />
  )
}
