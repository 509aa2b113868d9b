export const dynamic = 'force-static'

/** A browser that knows speculation rules fetches the booking page when a link to it is hovered or pressed. */
export function GET() {
  const rules = { prefetch: [{ where: { href_matches: '/book-demo' }, eagerness: 'moderate' }] }
  return Response.json(rules, { headers: { 'content-type': 'application/speculationrules+json' } })
}
