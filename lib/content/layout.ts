import { bookDemo, setupMinutes } from './demo'
import type { PostalAddress } from './owner'

export const nav = {
  brandLabel: (brand: string) => `${brand}, home`,
  name: 'Main',
  menu: 'Menu',
  /** In the bar, and in the footer. */
  links: [
    { label: 'Features', href: '/#features' },
    { label: 'How It Works', href: '/#how-it-works' },
    { label: 'Book Demo', href: '/book-demo' },
  ],
  button: 'Book Demo',
  panelButton: 'Get Started',
  skip: 'Skip to the content',
} as const

export const footer = {
  line: 'From ring to ticket.',
  linksTitle: 'On this site',
  areasTitle: 'Areas served',
  contactTitle: 'Talk to us',
  /** On paper, where nothing can be pressed. */
  book: (address: string) => `Book a demo: ${address}`,
  legal: (name: string, address: PostalAddress | null) =>
    address
      ? `© ${name}, ${address.street}, ${address.city}, ${address.state} ${address.zip}`
      : `© ${name}`,
} as const

export const stickyBar = {
  label: 'Start now',
  text: `Start Free Trial - ${setupMinutes} Min Setup`,
  demo: bookDemo,
  callShort: 'Chat',
  dismiss: 'Close this bar',
} as const

export const policies = {
  privacy: 'Privacy policy',
  terms: 'Terms of service',
  /** Before the links in the consent, and between them. */
  see: 'See our',
  and: ' and ',
} as const

export const supportWords = {
  label: 'Support:',
  or: ' or ',
} as const

/** In this file, which every page loads, so that neither error page repeats the words. */
export { pageError } from './page-error.mjs'

export const dismissMessage = 'Dismiss this message'

/** Describes public/share.png. */
export const shareImageAlt =
  'A call at 2:14 AM, answered on ring 2, becomes a job ticket stamped Booked.'
