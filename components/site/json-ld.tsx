/** Structured data. `<` is escaped, so that no text can end the script. */
export function JsonLd({ data }: { data: object }) {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON-LD is read from a script element, and is escaped above.
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
