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

/** Every word of it is an example, and is labelled as one. */
export const scene = {
  name: 'Example: a call at 2:14 AM becomes a job ticket',
  caption: 'An example call. Yours uses your name, your hours, your prices.',
  call: 'Incoming call, 2:14 AM',
  answered: 'Answered on ring 2',
  us: 'AI',
  them: 'Caller',
  says: [
    'Thanks for calling Ruiz Plumbing. What’s going on?',
    'Water heater’s leaking all over the garage.',
    'Shut the cold valve above the tank, quarter turn right. I can have a plumber there at 7:30. Does that work?',
    'Yes. Thank you!',
  ],
  ticket: 'Job ticket',
  number: 'No. 0417',
  rows: [
    { label: 'Problem', text: 'Leaking water heater, garage' },
    { label: 'Slot', text: 'Today, 7:30 AM' },
    { label: 'Worth', text: '$1,850 replacement', money: true },
    { label: 'You did', text: 'Nothing. You slept.' },
  ],
  stamp: 'Booked',
  controls: {
    label: 'Example call',
    playing: 'Pause',
    paused: 'Go on',
    done: 'Play again',
    skip: 'Skip to the ticket',
  },
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
    when: 'Midnight',
    text: 'Burst pipe? Picked up, calmed down, booked.',
  },
  {
    slug: 'lead-generation',
    name: 'Lead Generation',
    when: 'Slow week',
    text: 'New jobs from the neighborhoods you want to work in.',
  },
  {
    slug: 'workflow-automation',
    name: 'Workflow Automation',
    when: 'Quote sent',
    text: 'The estimate you forgot to follow up follows itself up.',
  },
  {
    slug: 'chat-agent',
    name: 'Chat Agent',
    when: 'Sunday',
    text: '“Do you do slab leaks?” Your website answers.',
  },
  {
    slug: 'voice-ai-agent',
    name: 'Voice AI Agent',
    when: 'Running late',
    text: 'Calls ahead, confirms tomorrow’s jobs, calls back who hung up.',
  },
  {
    slug: 'referral-management',
    name: 'Referral Management',
    when: 'Happy customer',
    text: 'They send a neighbor. You find out who to thank.',
  },
  {
    slug: 'review-management',
    name: 'Review Management',
    when: 'Job done',
    text: 'Asks for the review while the floor is still dry.',
  },
  {
    slug: 'lead-reactivation',
    name: 'Lead Reactivation',
    when: 'Last winter',
    text: 'The water heater quote from back then gets a second chance.',
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

export const calculator = {
  title: 'What do missed calls cost you?',
  lead: 'Put in your own numbers. The ones here are a starting point, not a claim.',
  fields: {
    calls: { label: 'Calls a week', slider: 'Calls a week, slider' },
    missed: { label: 'You miss', slider: 'You miss, slider', after: '%' },
    jobs: { label: 'Would have become jobs', slider: 'Would have become jobs, slider', after: '%' },
    price: { label: 'Average job', slider: 'Average job, slider', before: '$' },
  },
  ticket: 'Down the drain, every month',
  rows: {
    missedCalls: 'Calls missed',
    lostJobs: 'Jobs lost',
    week: 'Lost a week',
  },
  aWeek: 'a week',
  sum: (calls: string, missed: string, jobs: string, price: string) =>
    `${calls} calls × ${missed}% missed × ${jobs}% jobs × ${price} × 52/12 weeks`,
  honest: 'Your numbers, your arithmetic. No one wins back every call.',
  action: 'Plug the leak: book a demo',
} as const

export const faq = {
  title: 'Asked straight, answered straight',
  items: [
    {
      question: 'Is it a robot, and does it say so?',
      answer:
        'It is AI, not a person in a call center. How it introduces itself on your line is part of your setup: hear how it sounds with “See Live AI in Action” above, and settle the wording in your demo.',
    },
    {
      question: 'What happens in an emergency?',
      answer:
        'The call is answered like every other, in 3 rings. On the setup call you tell us what counts as an emergency and who should hear of it. Bring your worst one to the demo and see what it does.',
    },
    {
      question: 'Can I listen?',
      answer:
        'Before you buy, yes: leave your number and our AI calls you. What you hear and read of your own customers’ calls afterwards, we show you in your demo.',
    },
    {
      question: 'Does it work with my software?',
      answer:
        'Tell us what you use when you book; there is a field for it. In the demo we say what works together and what does not.',
    },
    {
      question: 'What does it cost to leave?',
      answer:
        'Cancel anytime. Ask us in the demo how leaving works, step by step, before you join.',
    },
  ],
} as const

export const lastCall = {
  title: 'The next call is coming. Who picks up?',
  text: 'A demo takes 15-30 minutes, is made for your business and costs nothing.',
  action: 'Pick a time for your demo',
  number: 'No. 0418',
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
  lead: 'Four short steps. The demo takes 15-30 minutes and is made for your business.',
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
  left: (characters: number) =>
    characters === 1 ? '1 character left' : `${characters} characters left`,
  empty: 'Not given',
  change: 'Change',
  summary: 'Your demo',
  ticket: {
    title: 'Demo ticket',
    waiting: 'Fills in as you type',
    ready: 'Ready to book',
    rows: {
      fullName: 'For',
      businessName: 'Business',
      phoneNumber: 'We call',
      preferredDate: 'Day',
      preferredTime: 'Time',
      elsewhere: 'Your clock',
      cost: 'Cost',
    },
    cost: 'Free',
    pacific: (time: string) => `${time} Pacific`,
  },
  stepsLeft: (step: number) => `Step ${step} of 4`,
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
  ticket: 'Demo ticket',
  stamp: 'Booked',
  rows: {
    fullName: 'For',
    businessName: 'Business',
    day: 'Day',
    time: 'Time',
    elsewhere: 'Your clock',
    length: 'Length',
    cost: 'Cost',
  },
  unknownDay: 'As you picked it',
  unknownTime: 'We confirm it by phone',
  pacificTime: (time: string) => `${time} Pacific Time`,
  length: '15-30 minutes',
  cost: 'Free',
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
  text: 'There is no page at this address. Nothing leaked, nothing lost.',
  ticket: 'Service call',
  stamp: 'No such address',
  rows: [
    { label: 'Problem', text: 'Nobody lives here' },
    { label: 'Fix', text: 'Start over at the front door' },
  ],
  address: 'Address',
  home: 'Back to the home page',
} as const

export const appError = {
  title: 'Unexpected Application Error!',
  text: 'Something broke on our side. What you typed is still in this tab.',
  ticket: 'Service call',
  stamp: 'Leak found',
  rows: [
    { label: 'Address', text: 'This page' },
    { label: 'Problem', text: 'A pipe of ours burst' },
    { label: 'Fix', text: 'Try again first' },
  ],
  retry: 'Try again',
  home: 'Back to the home page',
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
