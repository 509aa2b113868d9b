import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import LandingPage from '@/app/page'

/** The claims that the specification fixes, as the landing page words them. Only this file repeats them. */
const claims = [
  '98% call answer rate',
  '40% more bookings',
  '300% ROI increase',
  'Answers every call in 3 rings',
  '5.0 customer rating',
  'Joined by 100+ plumbers',
  'Cancel anytime',
  '24/7 support',
  'Personalized setup included',
  'Revenue protection guarantee',
  '10 minute setup',
]

it('the landing page says each claim once, and its figure in no other words', () => {
  const html = renderToStaticMarkup(<LandingPage />)
  const text = html.replaceAll(/<script.*?<\/script>|<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
  const figures = claims.flatMap((claim) => claim.match(/\d+%|\d rings|\d\.\d|\d+\+|\d+\/\d/) ?? [])
  for (const said of [...claims, ...figures]) expect(text.split(said), said).toHaveLength(2)
})
