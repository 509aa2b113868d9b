import { site } from '../site'

export const nav = {
  brandLabel: `${site.name}, home`,
  menu: 'Menu',
  items: [
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
  legal: (name: string) => `© ${name}`,
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
  version: '2026-11-22',
  text: `By submitting this form you agree that ${site.name} may call or text you at this number about its services, including with an AI voice. Consent is not a condition of purchase.`,
  privacy: 'Privacy policy',
} as const

export const supportWords = {
  label: 'Support:',
  or: ' or ',
} as const

/** The name below the icon on a home screen. */
export const shortName = 'Plumbing X'

/** Describes public/share.png. */
export const shareImageAlt =
  'A call at 2:14 AM, answered on ring 2, becomes a job ticket stamped Booked.'

export const meta = {
  title: `${site.name}: AI call handling for plumbing companies`,
  description:
    'Never miss revenue over a missed call. AI answers every call in 3 rings, books the job and hands you the ticket. Serving the United States, Spokane WA and Las Vegas NV.',
} as const

/* For agents and language models: the sentences of /llms.txt that appear on no page. */

export const llms = {
  audience: 'For owners of plumbing companies in the areas served, from one truck to a whole crew.',
  areas: (names: readonly string[]) => `Areas served: ${names.join(', ')}.`,
  services: 'What it does',
  claims: 'What it promises',
  prices: 'Prices',
  price: 'No prices are listed. The demo is free; ask in the demo what it costs for your business.',
  book: 'How to book',
  demo: 'a form in four steps. Fill in every required field, including a day and a time.',
  call: (button: string) =>
    `a form on the home page, opened by the button “${button}”. The AI calls the number that you enter.`,
  confirm: 'An agent may fill in a form. A person must check it and submit it.',
  fields: (form: string) => `Fields of “${form}”`,
  required: 'required',
  atMost: (characters: number) => `at most ${characters} characters`,
  options: (options: readonly string[]) => `choose from: ${options.join('; ')}`,
  consent: 'Consent',
  support: 'Support',
  questions: 'Questions',
} as const

export const notFound = {
  title: 'Oops! Page not found',
  text: 'There’s no page at this address. Nothing leaked, nothing lost.',
  ticket: 'Service call',
  stamp: 'No such address',
  rows: [
    { label: 'Problem', text: 'Nobody lives here' },
    { label: 'Fix', text: 'Start over at the front door' },
  ],
  address: 'Address',
  home: 'Back to the home page',
} as const

export const pageError = {
  title: 'Unexpected Application Error!',
  text: 'Something broke on our end. Anything you typed is still in this tab.',
  retry: 'Try again',
  home: 'Back to the home page',
} as const

export const appError = {
  ...pageError,
  ticket: 'Service call',
  stamp: 'Leak found',
  rows: [
    { label: 'Address', text: 'This page' },
    { label: 'Problem', text: 'One of our pipes burst' },
    { label: 'Fix', text: 'Try again' },
  ],
} as const
