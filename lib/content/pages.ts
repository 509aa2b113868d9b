import type { Path } from '../pages.mjs'
import { site } from '../site'
import { demoMinutes } from './demo'
import { hero } from './landing'
import { footer } from './layout'
import { thankYou } from './thank-you'

type PageWords = {
  title: string
  description: string
  /** Of links in the navigation and the footer, where it differs from the title. */
  link?: string
}

/** A page that lib/pages.mjs lists and that is missing here is an error of types. */
export const pageWords: Record<Path, PageWords> = {
  '/': {
    title: `${site.name}: ${hero.audience}`,
    description: `${hero.audience}. ${hero.intro} ${footer.areasTitle}: ${site.areas.map(({ name }) => name).join('; ')}.`,
  },
  '/book-demo': {
    title: 'Book a free demo',
    description: `Free ${demoMinutes.least}-minute consultation: see how our AI answers calls, books jobs and follows up for your plumbing business.`,
    link: 'Book Demo',
  },
  '/thank-you': { title: 'Demo booked', description: thankYou.text },
}

export function linkTo(path: Path) {
  const { link, title } = pageWords[path]
  return { label: link ?? title, href: path }
}
