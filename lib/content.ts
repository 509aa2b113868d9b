import { type CallbackKind, site } from './site'

/** The words of the product. Components arrange them, tests read them, nothing repeats them. */

/* Claims: every figure on the site, each with what it means for a plumber. */

export const claims = {
  answerRate: {
    figure: '98%',
    name: 'call answer rate',
    meaning: 'Nights, Sundays, while you’re under a sink.',
  },
  bookings: {
    figure: '40%',
    name: 'more bookings',
    meaning: 'Callers who reach someone stop calling around.',
  },
  roi: {
    figure: '300%',
    name: 'ROI increase',
    meaning: 'Jobs that used to ring out now pay for the service.',
  },
  rings: {
    figure: '3 rings',
    name: 'to answer every call',
    meaning: 'No voicemail, no hold music, no “call us back”.',
  },
  rating: {
    figure: '5.0',
    name: 'customer rating',
    meaning: 'From the plumbers who run their phones on it.',
  },
  plumbers: {
    figure: '100+',
    name: 'plumbers have joined',
    meaning: 'One-truck shops and whole crews.',
  },
  support: { figure: '24/7', name: 'support', meaning: 'Help from us, whatever the hour.' },
} as const

export const promises = [
  { name: '10 minute setup', meaning: 'Shorter than a run to the supply house.' },
  {
    name: 'Personalized setup included',
    meaning: 'We set up your prices, your area, your way of talking.',
  },
  { name: 'Cancel anytime', meaning: 'You leave when you like.' },
  { name: 'Revenue protection guarantee', meaning: 'Ask us for the terms in your demo.' },
] as const

/* Navigation */

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

/* Landing */

export const hero = {
  audience: 'AI call handling for plumbing companies',
  headline: ['Never miss revenue to a ', 'missed call', ' again.'],
  lead: 'Your phone gets answered in 3 rings, day or night. The job gets booked. You get the ticket.',
  demo: 'Get Personalized Demo',
  live: 'See Live AI in Action',
  small: '10 minute setup. Cancel anytime. 100+ plumbers have joined.',
  tiles: [
    {
      title: 'Zero Missed Calls',
      text: '98% call answer rate. Nights, Sundays, while you’re under a sink.',
    },
    {
      title: 'Lead Generation',
      text: 'Callers, texters and site visitors land on your schedule. 40% more bookings.',
    },
    {
      title: 'Workflow Automation',
      text: 'Estimates chased, reviews asked for, invoices nudged. Without you.',
    },
  ],
} as const

export const proof = {
  title: 'What changes when every call is answered',
} as const

export const features = {
  title: 'Your phone, answered like you would on a good day',
  cards: [
    {
      title: 'Answers every call in 3 rings',
      text: 'It knows your area, your hours and your prices. It asks what broke, says where the shut-off is, and books the slot.',
    },
    {
      title: 'Fills the gaps in your week',
      text: 'Missed texts, old estimates and quiet customers get a friendly nudge. 40% more bookings, 300% ROI increase.',
    },
    {
      title: 'Hands you a ticket, not a message',
      text: 'Name, address, problem, slot. On your phone before you have washed your hands.',
    },
  ],
  gridTitle: 'Complete Business Solution',
  gridLead: 'Eight jobs you never have to hire for.',
} as const

export const services = [
  {
    slug: 'ai-call-handling',
    name: 'AI Call Handling',
    text: 'Burst pipe at midnight? Picked up, calmed down, booked.',
  },
  {
    slug: 'lead-generation',
    name: 'Lead Generation',
    text: 'New jobs from the neighborhoods you want to work in.',
  },
  {
    slug: 'workflow-automation',
    name: 'Workflow Automation',
    text: 'The estimate you forgot to follow up follows itself up.',
  },
  {
    slug: 'chat-agent',
    name: 'Chat Agent',
    text: 'Answers “do you do slab leaks?” on your site at 11 PM.',
  },
  {
    slug: 'voice-ai-agent',
    name: 'Voice AI Agent',
    text: 'Calls back, confirms tomorrow’s jobs, tells them you’re running late.',
  },
  {
    slug: 'referral-management',
    name: 'Referral Management',
    text: 'Happy customers send a neighbor. You find out who to thank.',
  },
  {
    slug: 'review-management',
    name: 'Review Management',
    text: 'Asks for the review while the floor is still dry.',
  },
  {
    slug: 'lead-reactivation',
    name: 'Lead Reactivation',
    text: 'Last year’s quote for a water heater gets a second chance.',
  },
] as const

export const howItWorks = {
  title: 'Up and running before lunch',
  steps: [
    {
      title: 'Setup call',
      text: 'We learn your area, your prices and what counts as an emergency. 10 minute setup, personalized and included.',
    },
    {
      title: 'AI answers and handles leads',
      text: 'Every call in 3 rings, every text, every form. Emergencies reach you, the rest lands on the schedule.',
    },
    {
      title: 'You grow',
      text: 'More booked jobs, more reviews, fewer evenings on the phone. 24/7 support, cancel anytime.',
    },
  ],
  action: 'Book a Demo Call',
} as const

export const stickyBar = {
  label: 'Start now',
  text: 'Start Free Trial - 10 Min Setup',
  demo: 'Book Free Demo',
  call: 'Call Our AI',
  callShort: 'Chat',
  dismiss: 'Close this bar',
} as const

/* Callback dialogs */

export const dialogs: Record<CallbackKind, { title: string; text: string }> = {
  'see-ai-in-action': {
    title: 'See AI in Action',
    text: 'Leave your number and our AI calls you. Talk to it like a customer would.',
  },
  'call-our-ai': {
    title: 'Call Our AI',
    text: 'Tell us where to reach you and our AI gives you a ring.',
  },
}

export const callbackForm = {
  submit: 'Get a Call',
  sending: 'Sending...',
  close: 'Close',
} as const

export const consent = {
  version: '2026-11',
  text: `By sending this you agree that ${site.name} may call or text you about its services at the number you gave, also with an AI voice. It is no condition of purchase.`,
  privacy: 'Privacy policy',
} as const

/* Fields and what is said about them */

export const fieldLabels = {
  name: 'Full Name',
  phone: 'Phone Number',
  email: 'Email Address',
  businessName: 'Business Name',
  fullName: 'Full Name',
  phoneNumber: 'Phone Number',
  businessDescription: 'Business Description',
  website: 'Website',
  challenges: 'Current Business Challenges',
  customChallenge: 'Other challenges',
  currentTools: 'Current Tools & Software',
  interestedServices: 'Interested Services',
  preferredDate: 'Preferred Date',
  preferredTime: 'Preferred Time',
  timezone: 'Timezone',
  additionalNotes: 'Additional Notes',
} as const

export const invalid = {
  name: 'Invalid name format',
  phone: 'Invalid phone number format',
  business: 'Invalid business name format',
  email: 'Invalid email format',
  website: 'Invalid website address: start it with https://',
  date: 'Preferred Date must be tomorrow or later, Pacific Time',
  time: 'Preferred Time must be one of the listed times',
  missing: (label: string) => `${label} is required`,
  tooLong: (label: string, max: number) => `${label} can have at most ${max} characters`,
  option: (label: string) => `${label} must be chosen from the list`,
} as const

export const challengeOptions = [
  'Missed calls after hours',
  'Booking appointments manually',
  'Following up with leads',
  'Generating qualified leads',
  'Managing customer inquiries',
  'Automating routine tasks',
  'Increasing online reviews',
  'Manage referrals',
] as const

/* What the visitor is told after a try: title and text to the letter of the error catalogue. */

const unableToSubmit = 'Unable to submit form. Please try again or contact support.'

export const notices = {
  tooFast: { title: 'Please wait', text: 'Please wait a moment before submitting again.' },
  invalid: { title: 'Invalid input', text: (messages: readonly string[]) => messages.join(', ') },
  callbackFailed: { title: 'Error', text: unableToSubmit },
  callbackAccepted: {
    title: 'Success!',
    text: "We'll call you shortly to demonstrate our AI in action.",
  },
  bookingFailed: { title: 'Something went wrong', text: unableToSubmit },
  dismiss: 'Dismiss',
} as const

/* Booking */

export const booking = {
  title: 'Book your free demo',
  lead: '15-30 minutes, made for your business, free.',
  metaTitle: 'Book a free demo',
  metaDescription:
    'Free 15-minute consultation: see how AI call handling answers, books and follows up for your plumbing business.',
  steps: [
    { label: 'Contact', title: 'Who are we calling?' },
    { label: 'Business', title: 'What do you run?' },
    { label: 'Schedule', title: 'When suits you?' },
    { label: 'Review', title: 'Review & Submit' },
  ],
  progress: (step: number, label: string) => `Step ${step} of 4: ${label}`,
  secure: 'Your information is secure. It goes straight to our team.',
  hints: {
    businessDescription: 'Your trade, your area, your crew. Two sentences are plenty.',
    website: 'For example https://ruizplumbing.com',
    currentTools: 'Scheduling, invoicing, phones: whatever you use today.',
  },
  customPlaceholder: 'Other challenges...',
  pickDate: 'Pick a date',
  pickTime: 'Pick a time',
  timezone: 'Pacific Time (PST/PDT)',
  elsewhere: (there: string) => `Where you are, that is ${there}.`,
  optional: 'optional',
  empty: 'Not given',
  change: 'Change',
  summary: 'Your demo',
  previous: 'Previous',
  next: 'Next Step',
  submit: 'Book My Free Demo',
  sending: 'Booking Demo...',
  whatHappensNext: {
    title: 'What Happens Next?',
    items: [
      'Instant email confirmation',
      'Callback within 2 hours',
      '15-30 minute demo with ROI projections',
    ],
  },
} as const

export const calendarWords = { today: 'Today', selected: 'selected' } as const

/* Thank-you */

export const thankYou = {
  metaTitle: 'Demo booked',
  title: 'Demo Booked Successfully!',
  text: 'We’ll contact you within 2 hours to confirm.',
  google: 'Add to Google Calendar',
  ics: 'Download for other calendars (.ics)',
  home: 'Back to Home',
  nextTitle: 'Next steps',
  next: [
    {
      title: 'Confirmation call',
      text: 'Within 2 hours. We check the time and what you want to see.',
    },
    { title: 'Personalized demo', text: '15-30 minutes with your calls, your prices, your area.' },
    { title: 'Custom solution', text: 'A setup and ROI projections made for your business.' },
  ],
} as const

export const calendarEvent = {
  title: 'AI Demo Call - Plumbing Business Automation',
  details: 'Personalized demo call to discuss AI automation for your plumbing business',
  minutes: 30,
} as const

/* Confirmation of a callback without JavaScript: an anchor that shows once it is the target. */

export const callbackConfirmed = { id: 'callback-requested', close: 'Close' } as const

/* Pages that went wrong */

export const notFound = {
  title: 'Oops! Page not found',
  text: 'There is no page at this address.',
  home: 'Back to the home page',
} as const

export const appError = {
  title: 'Unexpected Application Error!',
  text: 'Something broke on our side. What you typed is still in this tab.',
  retry: 'Try again',
  home: 'Back to the home page',
} as const

export const meta = {
  title: `${site.name}: AI call handling for plumbing companies`,
  description:
    'Never miss revenue to a missed call. AI answers every call in 3 rings, books the job and hands you the ticket. Serving the United States, Spokane WA and Las Vegas NV.',
} as const
