import type { Path } from '../pages.mjs'
import { site } from '../site'
import { demoMinutes } from './demo'
import { hero } from './landing'
import { footer } from './layout'
import { thankYou } from './thank-you'

/** A page that lib/pages.mjs lists and that is missing here is an error of types. */
export const pageWords: Record<Path, { title: string; description: string }> = {
  '/': {
    title: `${site.name}: ${hero.audience}`,
    description: `${hero.audience}. ${hero.intro} ${footer.areasTitle}: ${site.areas.map(({ name }) => name).join('; ')}.`,
  },
  '/book-demo': {
    title: 'Book a free demo',
    description: `Free ${demoMinutes.least}-minute consultation: see how our AI answers calls, books jobs and follows up for your plumbing business.`,
  },
  '/thank-you': { title: 'Demo booked', description: thankYou.text },
}
