import { site } from '../site'

export const nav = {
  brandLabel: `${site.name}, home`,
  menu: 'Menu',
  items: [
    { label: 'Features', href: '/#features' },
    { label: 'How It Works', href: '/#how-it-works' },
    { label: 'Book Demo', href: '/book-demo' },
  ],
  button: { label: 'Book Demo', href: '/book-demo' },
  panelButton: { label: 'Get Started', href: '/book-demo' },
  skip: 'Skip to the content',
} as const

export const footer = {
  line: 'From ring to ticket.',
  linksTitle: 'On this site',
  areasTitle: 'Areas served',
  legal: (name: string, year: number) => `© ${year} ${name}`,
} as const

export const stickyBar = {
  label: 'Start now',
  text: 'Start Free Trial - 10 Min Setup',
  demo: 'Book Free Demo',
  call: 'Call Our AI',
  callShort: 'Chat',
  dismiss: 'Close this bar',
} as const

export const consent = {
  version: '2026-11',
  text: `By sending this you agree that ${site.name} may call or text you about its services at the number you gave, also with an AI voice. It is no condition of purchase.`,
  privacy: 'Privacy policy',
} as const

export const manifest = {
  shortName: 'Plumbing X',
} as const

export const shareImage = {
  alt: 'A call at 2:14 AM, answered on ring 2, becomes a job ticket stamped Booked.',
} as const

export const meta = {
  title: `${site.name}: AI call handling for plumbing companies`,
  description:
    'Never miss revenue to a missed call. AI answers every call in 3 rings, books the job and hands you the ticket. Serving the United States, Spokane WA and Las Vegas NV.',
} as const
