import type { Path } from '../pages.mjs'
import { site } from '../site'
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
    title: `${site.name}: AI call handling for plumbing companies`,
    description:
      'AI for plumbing companies that answers every call in 3 rings, books the job and hands you the ticket. Serving the United States, Spokane, WA, and Las Vegas, NV.',
  },
  '/book-demo': {
    title: 'Book a free demo',
    description:
      'Free 15-minute consultation: see how our AI answers calls, books jobs and follows up for your plumbing business.',
    link: 'Book Demo',
  },
  '/thank-you': { title: 'Demo booked', description: thankYou.text },
}

export function linkTo(path: Path) {
  const { link, title } = pageWords[path]
  return { label: link ?? title, href: path }
}
